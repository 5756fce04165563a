import { Button, Group, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { isApiError } from "#api/api-error.ts";
import { getInvoiceActivityOptions, getInvoiceOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { updateInvoice } from "#api/generated/sdk.gen.ts";
import type { Invoice } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { Permitted } from "#app/session/permitted.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { notifyDone } from "#ui/feedback/notify.ts";
import { Problem } from "#ui/feedback/problem.tsx";
import { submits } from "#ui/forms/submits.ts";
import { UnsavedChanges } from "#ui/forms/unsaved-changes.tsx";
import { useScrollToFirstProblem } from "#ui/forms/use-scroll-to-first-problem.ts";
import { useAccountNames } from "#ui/money/account-names.ts";
import { ButtonLink, TextLink } from "#ui/page/links.tsx";
import { Section } from "#ui/page/section.tsx";
import { useMoveOn } from "#ui/page/use-move-on.ts";
import { InvoicingPage } from "../invoicing-page.tsx";
import { type InvoiceDraft, invoiceBodyOf, invoiceDraftOf } from "./invoice-draft.ts";
import { InvoiceForm } from "./invoice-form.tsx";

const route = getRouteApi("/signedIn/invoices/$invoiceId/edit");

export function EditInvoicePage() {
  const path = route.useParams();
  const invoice = useQuery(getInvoiceOptions({ path }));
  const activity = useQuery(getInvoiceActivityOptions({ path }));
  return (
    <InvoicingPage
      query={invoice}
      title={invoice.data === undefined ? "Edit invoice" : `Edit invoice ${invoice.data.invoiceNumber}`}
    >
      <Permitted right="modifyInvoices" action="change invoices">
        <Loaded query={invoice}>
          {(found) => (
            <Loaded query={activity}>
              {({ customerName, allowedActions }) =>
                allowedActions.includes("edit") ? (
                  <Form invoice={found} customerName={customerName} />
                ) : (
                  <Fixed invoice={found} />
                )
              }
            </Loaded>
          )}
        </Loaded>
      </Permitted>
    </InvoicingPage>
  );
}

const Fixed = ({ invoice: { id, invoiceNumber } }: { readonly invoice: Invoice }) => (
  <Section>
    <Empty title="This invoice can no longer be changed">
      It is canceled, paid at least in part, or being paid.{" "}
      <TextLink to="/invoices/$invoiceId" params={{ invoiceId: id }}>
        Invoice {invoiceNumber}
      </TextLink>
    </Empty>
  </Section>
);

function Form({ invoice, customerName }: { readonly invoice: Invoice; readonly customerName: string }) {
  const [first] = useState(() => invoiceDraftOf(invoice));
  const [draft, setDraft] = useState<InvoiceDraft>(first);
  const { nameOf } = useAccountNames();
  const moveOn = useMoveOn();
  const refresh = useRefresh();
  const path = { invoiceId: invoice.id };
  const saving = useMutation({
    mutationFn: () =>
      updateInvoice({
        path,
        body: { ...invoiceBodyOf(draft), invoiceNumber: draft.invoiceNumber },
        throwOnError: true,
      }),
    onSuccess: async () => {
      notifyDone("The invoice was changed.");
      await refresh("invoices");
      await moveOn({ to: "/invoices/$invoiceId", params: path, ignoreBlocker: true });
    },
  });
  const errors: Readonly<Record<string, string>> = isApiError(saving.error)
    ? Object.fromEntries(saving.error.fields.map((field) => [field.path, field.message]))
    : {};
  const form = useScrollToFirstProblem(0, saving.error);
  return (
    <form ref={form} noValidate onSubmit={submits(() => saving.mutate())}>
      <UnsavedChanges when={draft !== first && !saving.isPending && !saving.isSuccess} />
      <InvoiceForm
        draft={draft}
        errors={errors}
        customer={<TextInput label="Customer" value={customerName} readOnly variant="filled" />}
        account={
          <TextInput label="Deposit to" value={nameOf(invoice.destinationAccountId)} readOnly variant="filled" />
        }
        isNew={false}
        onChange={setDraft}
      >
        {saving.error !== null && <Problem error={saving.error} />}
        <Group justify="flex-end">
          <ButtonLink variant="default" to="/invoices/$invoiceId" params={path}>
            Cancel
          </ButtonLink>
          <Button type="submit" loading={saving.isPending}>
            Save invoice
          </Button>
        </Group>
      </InvoiceForm>
    </form>
  );
}
