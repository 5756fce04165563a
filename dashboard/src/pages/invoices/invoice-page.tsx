import { Anchor, Button, CopyButton, Group, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { IconCheck, IconDownload, IconLink, IconMail, IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import {
  getCustomerOptions,
  getInvoiceActivityOptions,
  getInvoiceOptions,
} from "../../api/generated/@tanstack/react-query.gen.ts";
import { cancelInvoice, emailInvoice, renewPayLink, undoInvoiceMatch } from "../../api/generated/sdk.gen.ts";
import type { Invoice, InvoiceActivity, InvoiceMatch } from "../../api/generated/types.gen.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { DANGER } from "../../ui/forms/danger-color.ts";
import { useAction } from "../../ui/forms/use-action.ts";
import { useAccountNames } from "../../ui/money/account-names.ts";
import { dollarsOf, wholeCentsOf } from "../../ui/money/cents.ts";
import { Money } from "../../ui/money/money.tsx";
import { Facts } from "../../ui/page/facts.tsx";
import { ButtonLink, TextLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";
import { serviceNow } from "../../ui/page/service-clock.ts";
import { TwoColumns } from "../../ui/page/two-columns.tsx";
import { formatDay, formatInstant, When } from "../../ui/page/when.tsx";
import { DataTable, type TableColumn } from "../../ui/table/data-table.tsx";
import { lineAmounts } from "./form/draft-totals.ts";
import { InvoiceFiles } from "./invoice-files.tsx";
import { InvoicePaper } from "./invoice-paper.tsx";
import { InvoiceStatusBadge } from "./invoice-status.tsx";
import { InvoiceTimeline } from "./invoice-timeline.tsx";
import { InvoicingPage } from "./invoicing-page.tsx";

const route = getRouteApi("/signedIn/invoices/$invoiceId");

export function InvoicePage() {
  const path = route.useParams();
  const invoice = useQuery(getInvoiceOptions({ path }));
  const activity = useQuery(getInvoiceActivityOptions({ path }));
  const title = invoice.data === undefined ? "Invoice" : `Invoice ${invoice.data.invoiceNumber}`;
  return (
    <InvoicingPage
      query={invoice}
      title={title}
      heading={
        <Group gap="sm" component="span" display="inline-flex">
          {title}
          {invoice.data && activity.data && (
            <InvoiceStatusBadge status={invoice.data.status} isOverdue={activity.data.isOverdue} />
          )}
        </Group>
      }
      lead={activity.data?.customerName}
      actions={
        invoice.data && activity.data && <Actions invoice={invoice.data} allowed={activity.data.allowedActions} />
      }
    >
      <Loaded query={invoice}>
        {(found) => (
          <Loaded query={activity}>
            {(activity) => (
              <TwoColumns
                side={
                  <>
                    <Owed invoice={found} activity={activity} />
                    <InvoiceFacts invoice={found} activity={activity} />
                    <Section title="Timeline">
                      <InvoiceTimeline entries={activity.timeline} />
                    </Section>
                  </>
                }
              >
                <Paper invoice={found} activity={activity} />
                <Payments matches={activity.matches} />
                <InvoiceFiles invoiceId={found.id} />
              </TwoColumns>
            )}
          </Loaded>
        )}
      </Loaded>
    </InvoicingPage>
  );
}

function Actions({
  invoice,
  allowed,
}: {
  readonly invoice: Invoice;
  readonly allowed: InvoiceActivity["allowedActions"];
}) {
  const { busy, run } = useAction(["invoices"]);
  const path = { invoiceId: invoice.id };
  const email = (kind: "invoice" | "reminder", done: string) =>
    void run(() => emailInvoice({ path, body: { kind }, throwOnError: true }), done);
  return (
    <>
      <Button
        component="a"
        href={`/ar/invoices/${invoice.id}/pdf`}
        download
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        PDF
      </Button>
      {allowed.includes("edit") && (
        <ButtonLink
          to="/invoices/$invoiceId/edit"
          params={path}
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          Edit
        </ButtonLink>
      )}
      {allowed.includes("cancel") && (
        <Button variant="default" onClick={() => confirmCancel(invoice, run)}>
          Cancel invoice
        </Button>
      )}
      {allowed.includes("renewLink") && (
        <Button variant="default" onClick={() => confirmRenewal(invoice, run)}>
          Renew link
        </Button>
      )}
      {allowed.includes("remind") && (
        <Button variant="default" loading={busy} onClick={() => email("reminder", "The reminder is on its way.")}>
          Send reminder
        </Button>
      )}
      {allowed.includes("email") && (
        <Button
          variant={invoice.status === "Unpaid" ? "filled" : "default"}
          loading={busy}
          leftSection={<IconMail size={16} aria-hidden />}
          onClick={() => email("invoice", "The invoice is on its way.")}
        >
          Email invoice
        </Button>
      )}
    </>
  );
}

type Run = ReturnType<typeof useAction>["run"];

const confirmCancel = ({ id, invoiceNumber }: Invoice, run: Run) =>
  modals.openConfirmModal({
    title: "Cancel invoice",
    children: <Text size="sm">Nothing will be due on invoice {invoiceNumber}. This cannot be undone.</Text>,
    labels: { confirm: "Cancel invoice", cancel: "Keep" },
    confirmProps: { color: DANGER },
    onConfirm: () =>
      void run(
        () => cancelInvoice({ path: { invoiceId: id }, body: {}, throwOnError: true }),
        "The invoice was canceled.",
      ),
  });

const confirmRenewal = ({ id }: Invoice, run: Run) =>
  modals.openConfirmModal({
    title: "Renew link to the pay page",
    children: (
      <Text size="sm">
        The current link stops working, and the customer gets an email with the new one. Renew it if the link has
        expired or someone else has it.
      </Text>
    ),
    labels: { confirm: "Renew link", cancel: "Keep" },
    onConfirm: () =>
      void run(
        () => renewPayLink({ path: { invoiceId: id }, throwOnError: true }),
        "The link was renewed, and the email is on its way.",
      ),
  });

/** What was paid and is due, and the link on which the customer pays. */
function Owed({ invoice, activity }: { readonly invoice: Invoice; readonly activity: InvoiceActivity }) {
  const { amountDue, amountPaid, payUrl, payLinkExpiresAt } = activity;
  const isValid = new Date(payLinkExpiresAt) > serviceNow();
  return (
    <Section>
      <Stack gap="sm">
        <div>
          <Text size="xs" c="dimmed">
            Amount due
          </Text>
          <Money amount={amountDue} fz={28} fw={650} lh={1.2} />
        </div>
        <Facts
          facts={[
            { label: "Amount", value: <Money amount={invoice.amount} /> },
            { label: "Paid", value: <Money amount={amountPaid} /> },
            { label: "Due date", value: formatDay(invoice.dueDate) },
          ]}
        />
        <Stack gap={4}>
          <CopyButton value={payUrl} timeout={1500}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} aria-hidden />}
                onClick={copy}
              >
                {copied ? "Copied" : "Copy link"}
              </Button>
            )}
          </CopyButton>
          <Text size="xs" c="dimmed">
            {isValid ? "The customer pays on this page. It works until" : "The link to the customer’s page expired on"}{" "}
            {formatInstant(payLinkExpiresAt)}.{" "}
            <Anchor href={payUrl} target="_blank" inherit underline="always">
              Open pay page
            </Anchor>
          </Text>
        </Stack>
      </Stack>
    </Section>
  );
}

function InvoiceFacts({ invoice, activity }: { readonly invoice: Invoice; readonly activity: InvoiceActivity }) {
  const { nameOf } = useAccountNames();
  return (
    <Section title="Details">
      <Facts
        facts={[
          {
            label: "Customer",
            value: (
              <TextLink to="/invoices/customers/$customerId" params={{ customerId: invoice.customerId }} inherit>
                {activity.customerName}
              </TextLink>
            ),
          },
          { label: "Email", value: [activity.customerEmail, ...invoice.ccEmails].join(", ") },
          { label: "Deposit to", value: nameOf(invoice.destinationAccountId) || undefined },
          { label: "Bank debit", value: invoice.achDebitEnabled ? "Allowed" : "Not allowed" },
          { label: "Internal note", value: invoice.internalNote ?? undefined },
        ]}
      />
    </Section>
  );
}

function Paper({ invoice, activity }: { readonly invoice: Invoice; readonly activity: InvoiceActivity }) {
  const customer = useQuery(getCustomerOptions({ path: { customerId: invoice.customerId } }));
  const amounts = lineAmounts(invoice.lineItems);
  return (
    <InvoicePaper
      customer={customer.data}
      invoice={{
        ...invoice,
        servicePeriod: [invoice.servicePeriodStartDate, invoice.servicePeriodEndDate].filter((day) => day !== null),
        lines: invoice.lineItems.map(({ name, quantity, unitPrice, salesTaxRate }, at) => ({
          key: String(at),
          name,
          quantity: quantity.toLocaleString("en-US"),
          unitPrice,
          salesTaxRate: salesTaxRate?.toLocaleString("en-US"),
          amount: amounts[at],
        })),
        subtotal: dollarsOf(wholeCentsOf(invoice.amount) - wholeCentsOf(activity.salesTax)),
        salesTax: activity.salesTax,
        total: invoice.amount,
        paid: activity.amountPaid,
        due: activity.amountDue,
      }}
    />
  );
}

const sources = { automatic: "Automatically", person: "By a user", achDebit: "Bank debit" } as const;

function Payments({ matches }: { readonly matches: readonly InvoiceMatch[] }) {
  const { busy, run } = useAction(["invoices"]);
  const columns: readonly TableColumn<InvoiceMatch>[] = [
    {
      header: "Received",
      cell: ({ transactionId, matchedAt }) => (
        <TextLink to="/transactions/$transactionId" params={{ transactionId }}>
          <When at={matchedAt} form="short" />
        </TextLink>
      ),
    },
    { header: "Matched", cell: ({ source, status }) => (status === "undone" ? "Undone" : sources[source]) },
    { header: "Amount", align: "right", cell: ({ amount }) => <Money amount={amount} /> },
    {
      header: "Actions",
      hideHeader: true,
      align: "right",
      cell: ({ id, canUndo }) =>
        canUndo && (
          <Button
            size="xs"
            variant="default"
            loading={busy}
            onClick={() =>
              void run(
                () => undoInvoiceMatch({ path: { matchId: id }, throwOnError: true }),
                "The match was undone. The invoice is due again.",
              )
            }
          >
            Undo
          </Button>
        ),
    },
  ];
  return (
    <Section title="Payments" flush>
      {matches.length === 0 ? (
        <Empty title="No payments yet">
          Incoming payments that name the invoice in their memo are matched automatically.
        </Empty>
      ) : (
        <DataTable label="Payments" rows={matches} rowKey={({ id }) => id} columns={columns} />
      )}
    </Section>
  );
}
