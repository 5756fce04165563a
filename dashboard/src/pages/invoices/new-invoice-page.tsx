import { Button, Group } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { isApiError } from "../../api/api-error.ts";
import { getAccountsOptions, listCustomersOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { createInvoice } from "../../api/generated/sdk.gen.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { Problem } from "../../ui/feedback/problem.tsx";
import { newKey } from "../../ui/forms/new-key.ts";
import { UnsavedChanges } from "../../ui/forms/unsaved-changes.tsx";
import { ButtonLink, TextLink } from "../../ui/page/links.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { type InvoiceDraft, invoiceBodyOf, newDraft } from "./invoice-draft.ts";
import { type Choice, InvoiceForm } from "./invoice-form.tsx";

const route = getRouteApi("/signedIn/invoices/new");

export function NewInvoicePage() {
  const { customer } = route.useSearch();
  const customers = useQuery(listCustomersOptions());
  const accounts = useQuery(getAccountsOptions());
  return (
    <Page title="New invoice">
      <Loaded query={customers}>
        {(known) => (
          <Loaded query={accounts}>
            {(owned) => {
              const payees = known.customers.map(({ id, name }) => ({ value: id, label: name }));
              const receiving = owned.accounts
                .filter(({ kind, status }) => status === "active" && kind !== "treasury")
                .map(({ id, name }) => ({ value: id, label: name }));
              return payees.length === 0 || receiving.length === 0 ? (
                <Section>
                  <Empty title={payees.length === 0 ? "Add a customer first" : "An invoice needs an account"}>
                    {payees.length === 0 ? (
                      <TextLink to="/invoices/customers">Customers</TextLink>
                    ) : (
                      "Your organization has no active checking or savings account."
                    )}
                  </Empty>
                </Section>
              ) : (
                <Form customers={payees} accounts={receiving} customer={customer} />
              );
            }}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

function Form({
  customers,
  accounts,
  customer,
}: {
  readonly customers: readonly Choice[];
  readonly accounts: readonly Choice[];
  readonly customer: string | undefined;
}) {
  const [first] = useState(() => {
    const known = customers.find(({ value }) => value === customer) ?? customers[0];
    return newDraft(known?.value ?? "", accounts[0]?.value ?? "", new Date());
  });
  const [draft, setDraft] = useState<InvoiceDraft>(first);
  const key = useRef(newKey());
  const creating = useCreation(draft, key);
  const errors: Readonly<Record<string, string>> = isApiError(creating.error)
    ? Object.fromEntries(creating.error.fields.map(({ path, message }) => [path, message]))
    : {};
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        creating.mutate("SendNow");
      }}
    >
      <UnsavedChanges when={draft !== first && !creating.isPending && !creating.isSuccess} />
      <InvoiceForm
        draft={draft}
        errors={errors}
        customers={customers}
        accounts={accounts}
        isNew
        onChange={(changed) => {
          key.current = newKey();
          setDraft(changed);
        }}
      >
        {creating.error !== null && <Problem error={creating.error} />}
        <Group justify="flex-end">
          <ButtonLink variant="default" to="/invoices">
            Cancel
          </ButtonLink>
          <Button variant="default" disabled={creating.isPending} onClick={() => creating.mutate("DontSend")}>
            Create without email
          </Button>
          <Button type="submit" loading={creating.isPending}>
            Create and email
          </Button>
        </Group>
      </InvoiceForm>
    </form>
  );
}

/** The call that creates the invoice, with or without its email. */
function useCreation(draft: InvoiceDraft, key: { readonly current: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (sendEmailOption: "SendNow" | "DontSend") => {
      const { customerId, destinationAccountId, invoiceNumber } = draft;
      const body = {
        ...invoiceBodyOf(draft),
        customerId,
        destinationAccountId,
        ...(invoiceNumber === "" ? {} : { invoiceNumber }),
        sendEmailOption,
        // Creating with and without the email must not share a key.
        idempotencyKey: `${sendEmailOption}-${key.current}`,
      };
      return (await createInvoice({ body, throwOnError: true })).data;
    },
    onSuccess: async (invoice, option) => {
      notifyDone(
        option === "SendNow"
          ? `Invoice ${invoice.invoiceNumber} is on its way.`
          : `Invoice ${invoice.invoiceNumber} was created.`,
      );
      await queryClient.invalidateQueries();
      await navigate({ to: "/invoices/$invoiceId", params: { invoiceId: invoice.id }, ignoreBlocker: true });
    },
  });
}
