import { Checkbox, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { hasFieldProblems, isApiError, messageOf } from "#api/api-error.ts";
import { createCustomer, updateCustomer } from "#api/generated/sdk.gen.ts";
import type { InvoiceCustomer } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { notifyDone } from "#ui/feedback/notify.ts";
import { FormButtons } from "#ui/forms/form-buttons.tsx";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { newKey } from "#ui/forms/new-key.ts";
import { submits } from "#ui/forms/submits.ts";

interface TypedCustomer {
  readonly name: string;
  readonly email: string;
  readonly address1: string;
  readonly address2: string | null;
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  readonly country: string;
}

const noAddress = { address1: "", address2: "", city: "", region: "", postalCode: "", country: "US" };

/** Adds a customer, or replaces one. */
export function CustomerForm({
  customer,
  onDone,
}: {
  readonly customer: InvoiceCustomer | null;
  readonly onDone: () => void;
}) {
  const [typed, setTyped] = useState<TypedCustomer>(() => ({
    name: customer?.name ?? "",
    email: customer?.email ?? "",
    ...noAddress,
    ...customer?.address,
  }));
  const [resends, setResends] = useState(false);
  const key = useRef(newKey());
  const saving = useSaving({ customer, typed, resends, key: key.current, onDone });
  const errors: Readonly<Record<string, string>> = isApiError(saving.error)
    ? Object.fromEntries(saving.error.fields.map(({ path, message }) => [path.replace("address.", ""), message]))
    : {};
  const field = (name: keyof typeof typed) => ({
    value: typed[name] ?? "",
    error: errors[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      key.current = newKey();
      setTyped({ ...typed, [name]: event.currentTarget.value });
    },
  });
  const problem = saving.error === null || hasFieldProblems(saving.error) ? undefined : messageOf(saving.error);
  return (
    <form noValidate onSubmit={submits(() => saving.mutate())}>
      <Stack gap="sm">
        <FormProblem problem={problem} />
        <TextInput label="Name" required data-autofocus {...field("name")} />
        <TextInput label="Email" type="email" required {...field("email")} />
        <TextInput label="Address (optional)" autoComplete="off" {...field("address1")} />
        <TextInput label="Second line (optional)" autoComplete="off" {...field("address2")} />
        <SimpleGrid cols={2} spacing="sm">
          <TextInput label="City" autoComplete="off" {...field("city")} />
          <TextInput label="State or region" autoComplete="off" {...field("region")} />
          <TextInput label="Postal code" autoComplete="off" {...field("postalCode")} />
          <TextInput label="Country" description="Two letters" autoComplete="off" {...field("country")} />
        </SimpleGrid>
        {customer !== null && (
          <Checkbox
            label="Email open invoices again"
            checked={resends}
            onChange={(event) => setResends(event.currentTarget.checked)}
          />
        )}
        <FormButtons
          submit={customer === null ? "Add customer" : "Save customer"}
          busy={saving.isPending}
          onCancel={onDone}
        />
      </Stack>
    </form>
  );
}

function useSaving({
  customer,
  typed,
  resends,
  key,
  onDone,
}: {
  readonly customer: InvoiceCustomer | null;
  readonly typed: TypedCustomer;
  readonly resends: boolean;
  readonly key: string;
  readonly onDone: () => void;
}) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async () => {
      const { name, email, ...address } = typed;
      const hasAddress = address.address1.trim() !== "" || address.city.trim() !== "";
      const entered = { name, email, address: hasAddress ? { ...address, name } : null };
      if (customer === null) await createCustomer({ body: { ...entered, idempotencyKey: key }, throwOnError: true });
      else
        await updateCustomer({
          path: { customerId: customer.id },
          body: { ...entered, resendOpenInvoices: resends },
          throwOnError: true,
        });
    },
    onSuccess: async () => {
      notifyDone(customer === null ? "The customer was added." : "The customer was changed.");
      await refresh("invoices");
      onDone();
    },
  });
}
