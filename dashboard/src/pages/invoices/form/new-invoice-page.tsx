import { Button, Group, NativeSelect } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { isApiError } from "#api/api-error.ts";
import { getAccountsOptions, listCustomersOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { createInvoice } from "#api/generated/sdk.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { Permitted } from "#app/session/permitted.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { notifyDone } from "#ui/feedback/notify.ts";
import { Problem } from "#ui/feedback/problem.tsx";
import { newKey } from "#ui/forms/new-key.ts";
import { submits } from "#ui/forms/submits.ts";
import { UnsavedChanges } from "#ui/forms/unsaved-changes.tsx";
import { useScrollToFirstProblem } from "#ui/forms/use-scroll-to-first-problem.ts";
import { ButtonLink, TextLink } from "#ui/page/links.tsx";
import { Section } from "#ui/page/section.tsx";
import { useMoveOn } from "#ui/page/use-move-on.ts";
import { InvoicingPage } from "../invoicing-page.tsx";
import { CustomerSelect } from "./customer-select.tsx";
import { type InvoiceDraft, invoiceBodyOf, newDraft } from "./invoice-draft.ts";
import { InvoiceForm } from "./invoice-form.tsx";

const route = getRouteApi("/signedIn/invoices/new");

export function NewInvoicePage() {
  const { customer } = route.useSearch();
  const customers = useQuery(listCustomersOptions({ query: { limit: 1 } }));
  const accounts = useQuery(getAccountsOptions());
  return (
    <InvoicingPage query={customers} title="New invoice">
      <Permitted right="modifyInvoices" action="create invoices">
        <Loaded query={customers}>
          {(loaded) => (
            <Loaded query={accounts}>
              {(owned) => {
                const receiving = owned.accounts
                  .filter(({ kind, status }) => status === "active" && kind !== "treasury")
                  .map(({ id, name }) => ({ value: id, label: name }));
                return loaded.customers.length === 0 || receiving.length === 0 ? (
                  <Missing hasCustomers={loaded.customers.length > 0} />
                ) : (
                  <Form accounts={receiving} customerId={customer ?? ""} />
                );
              }}
            </Loaded>
          )}
        </Loaded>
      </Permitted>
    </InvoicingPage>
  );
}

const Missing = ({ hasCustomers }: { readonly hasCustomers: boolean }) => (
  <Section>
    <Empty title={hasCustomers ? "An invoice needs an account" : "Add a customer first"}>
      {hasCustomers ? (
        "Your organization has no active checking or savings account."
      ) : (
        <TextLink to="/invoices/customers">Go to customers</TextLink>
      )}
    </Empty>
  </Section>
);

interface Choice {
  readonly value: string;
  readonly label: string;
}

function Form({ accounts, customerId }: { readonly accounts: readonly Choice[]; readonly customerId: string }) {
  const [first] = useState(() => newDraft(customerId, accounts[0]?.value ?? "", new Date()));
  const [draft, setDraft] = useState<InvoiceDraft>(first);
  /** Attempts to create it without a customer. */
  const [unchosen, setUnchosen] = useState(0);
  const key = useRef(newKey());
  const creating = useCreation(draft, key);
  const errors: Readonly<Record<string, string>> = isApiError(creating.error)
    ? Object.fromEntries(creating.error.fields.map(({ path, message }) => [path, message]))
    : {};
  const change = (changed: InvoiceDraft) => {
    key.current = newKey();
    setDraft(changed);
  };
  const form = useScrollToFirstProblem(unchosen, creating.error);
  const create = (option: SendEmailOption) => {
    if (draft.customerId === "") setUnchosen(unchosen + 1);
    else creating.mutate(option);
  };
  return (
    <form ref={form} noValidate onSubmit={submits(() => create("SendNow"))}>
      <UnsavedChanges when={draft !== first && !creating.isPending && !creating.isSuccess} />
      <InvoiceForm
        draft={draft}
        errors={errors}
        customer={
          <CustomerSelect
            customerId={draft.customerId}
            error={unchosen > 0 && draft.customerId === "" ? "Choose a customer." : errors["customerId"]}
            onChange={({ id }) => change({ ...draft, customerId: id })}
          />
        }
        account={
          <NativeSelect
            label="Deposit to"
            data={[...accounts]}
            value={draft.destinationAccountId}
            error={errors["destinationAccountId"]}
            onChange={(event) => change({ ...draft, destinationAccountId: event.currentTarget.value })}
          />
        }
        isNew
        onChange={change}
      >
        {creating.error !== null && <Problem error={creating.error} />}
        <Group justify="flex-end">
          <ButtonLink variant="default" to="/invoices">
            Cancel
          </ButtonLink>
          <Button variant="default" disabled={creating.isPending} onClick={() => create("DontSend")}>
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

type SendEmailOption = "SendNow" | "DontSend";

/** The call that creates the invoice, with or without its email. */
function useCreation(draft: InvoiceDraft, key: { readonly current: string }) {
  const moveOn = useMoveOn();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (sendEmailOption: SendEmailOption) => {
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
      void refresh("invoices");
      await moveOn({ to: "/invoices/$invoiceId", params: { invoiceId: invoice.id }, ignoreBlocker: true });
    },
  });
}
