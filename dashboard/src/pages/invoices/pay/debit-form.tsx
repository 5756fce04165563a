import { Button, Checkbox, NativeSelect, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { hasFieldProblems, isApiError, messageOf } from "#api/api-error.ts";
import { authorizeInvoiceDebit } from "#api/generated/sdk.gen.ts";
import type { PayableInvoice } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { formatMoney } from "#ui/money/money.tsx";

const accountTypes = [
  { value: "checking", label: "Checking" },
  { value: "savings", label: "Savings" },
] as const;

/** The customer enters a bank account and authorizes the debit. */
export function DebitForm({ slug, invoice }: { readonly slug: string; readonly invoice: PayableInvoice }) {
  const [typed, setTyped] = useState({ payerName: "", routingNumber: "", accountNumber: "" });
  const [accountType, setAccountType] = useState<"checking" | "savings">("checking");
  const [agrees, setAgrees] = useState(false);
  const refresh = useRefresh();
  const paying = useMutation({
    mutationFn: () =>
      authorizeInvoiceDebit({
        path: { slug },
        body: { ...typed, accountType, amount: invoice.amountDue, authorized: true },
        throwOnError: true,
      }),
    onSettled: () => refresh("invoices"),
  });
  const errors: Readonly<Record<string, string>> = isApiError(paying.error)
    ? Object.fromEntries(paying.error.fields.map(({ path, message }) => [path, message]))
    : {};
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    error: errors[name],
    required: true,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
  });
  const problem =
    paying.error === null || (hasFieldProblems(paying.error) && errors["amount"] === undefined)
      ? undefined
      : messageOf(paying.error);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!paying.isPending) paying.mutate();
      }}
    >
      <Stack gap="sm">
        <FormProblem problem={problem} />
        {invoice.debit.isSandbox && (
          <Text size="xs" c="dimmed">
            This is a sandbox: the bank is simulated, and no money moves. Do not enter a real account.
          </Text>
        )}
        <TextInput label="Account holder" autoComplete="name" {...field("payerName")} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput label="Routing number" inputMode="numeric" autoComplete="off" {...field("routingNumber")} />
          <TextInput label="Account number" inputMode="numeric" autoComplete="off" {...field("accountNumber")} />
        </SimpleGrid>
        <NativeSelect
          label="Account type"
          data={accountTypes.map((type) => ({ ...type }))}
          value={accountType}
          onChange={(event) => setAccountType(event.currentTarget.value === "savings" ? "savings" : "checking")}
        />
        <Checkbox
          label={invoice.debit.authorization}
          checked={agrees}
          onChange={(event) => setAgrees(event.currentTarget.checked)}
        />
        <Button
          type="submit"
          size="md"
          loading={paying.isPending}
          disabled={!agrees}
          {...(invoice.brand.color === null ? {} : { color: invoice.brand.color })}
        >
          Pay {formatMoney(invoice.amountDue)}
        </Button>
        <Text size="xs" c="dimmed">
          Your account number is stored encrypted. {invoice.organizationName} sees only its last four digits.
        </Text>
      </Stack>
    </form>
  );
}
