import { Anchor, Button, CopyButton, Group, Menu, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { IconCheck, IconDownload, IconLink, IconMail, IconPencil, IconRefresh, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import {
  getCustomerOptions,
  getInvoiceActivityOptions,
  getInvoiceOptions,
} from "../../api/generated/@tanstack/react-query.gen.ts";
import { cancelInvoice, emailInvoice, renewPayLink, undoInvoiceMatch } from "../../api/generated/sdk.gen.ts";
import type { Invoice, InvoiceActivity, InvoiceMatch } from "../../api/generated/types.gen.ts";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { DANGER } from "../../ui/forms/danger-color.ts";
import { useAction } from "../../ui/forms/use-action.ts";
import { useAccountNames } from "../../ui/money/account-names.ts";
import { dollarsOf, wholeCentsOf } from "../../ui/money/cents.ts";
import { Money } from "../../ui/money/money.tsx";
import { Facts } from "../../ui/page/facts.tsx";
import { ButtonLink, TextLink } from "../../ui/page/links.tsx";
import { MoreActions } from "../../ui/page/more-actions.tsx";
import { RecordPage } from "../../ui/page/record-page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { serviceNow } from "../../ui/page/service-clock.ts";
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
  if (invoice.data === undefined || activity.data === undefined)
    return (
      <InvoicingPage query={invoice} title="Invoice">
        <Section>
          <Loaded query={invoice}>{() => <Loaded query={activity}>{() => null}</Loaded>}</Loaded>
        </Section>
      </InvoicingPage>
    );
  return <KnownInvoice invoice={invoice.data} activity={activity.data} />;
}

interface Known {
  readonly invoice: Invoice;
  readonly activity: InvoiceActivity;
}

const KnownInvoice = ({ invoice, activity }: Known) => (
  <RecordPage
    title={`Invoice ${invoice.invoiceNumber}`}
    status={<InvoiceStatusBadge status={invoice.status} isOverdue={activity.isOverdue} />}
    lead={<Lead invoice={invoice} activity={activity} />}
    actions={<Actions invoice={invoice} activity={activity} />}
    side={
      <>
        <Details invoice={invoice} activity={activity} />
        <Payments matches={activity.matches} />
        <Section title="Timeline">
          <InvoiceTimeline entries={activity.timeline} />
        </Section>
        <InvoiceFiles invoiceId={invoice.id} />
      </>
    }
  >
    <Paper invoice={invoice} activity={activity} />
  </RecordPage>
);

/** What is owed, and by whom. */
function Lead({ invoice, activity: { amountDue, customerName } }: Known) {
  const { status, customerId, amount } = invoice;
  const isOpen = status !== "Paid" && status !== "Cancelled";
  return (
    <Group gap="sm" component="span" display="inline-flex" style={{ rowGap: 0 }}>
      <Money amount={isOpen ? amountDue : amount} fw={600} fz="lg" c="var(--mantine-color-text)" />
      <span>
        {isOpen && "due "}
        {isOpen && formatDay(invoice.dueDate)}
        {isOpen ? " from " : "from "}
        <TextLink to="/invoices/customers/$customerId" params={{ customerId }} inherit underline="always">
          {customerName}
        </TextLink>
      </span>
    </Group>
  );
}

/** What an unpaid invoice needs comes last: the customer gets the invoice or, once it is overdue, a reminder. */
function Actions({ invoice, activity: { allowedActions: allowed, isOverdue } }: Known) {
  const { busy, run } = useAction(["invoices"]);
  const path = { invoiceId: invoice.id };
  const reminds = isOverdue && allowed.includes("remind");
  const email = (kind: "invoice" | "reminder", done: string) =>
    void run(() => emailInvoice({ path, body: { kind }, throwOnError: true }), done);
  return (
    <>
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
      {allowed.includes("remind") && !reminds && (
        <Button variant="default" loading={busy} onClick={() => email("reminder", "The reminder is on its way.")}>
          Send reminder
        </Button>
      )}
      {allowed.includes("email") && (
        <Button
          variant={invoice.status === "Unpaid" && !reminds ? "filled" : "default"}
          loading={busy}
          leftSection={<IconMail size={16} aria-hidden />}
          onClick={() => email("invoice", "The invoice is on its way.")}
        >
          Email invoice
        </Button>
      )}
      {reminds && (
        <Button loading={busy} onClick={() => email("reminder", "The reminder is on its way.")}>
          Send reminder
        </Button>
      )}
      <MoreActions>
        <Menu.Item
          component="a"
          href={`/ar/invoices/${invoice.id}/pdf`}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download PDF
        </Menu.Item>
        {allowed.includes("renewLink") && (
          <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => confirmRenewal(invoice, run)}>
            Renew pay link
          </Menu.Item>
        )}
        {allowed.includes("cancel") && (
          <Menu.Item
            color={DANGER}
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => confirmCancel(invoice, run)}
          >
            Cancel invoice
          </Menu.Item>
        )}
      </MoreActions>
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

/** What the paper does not say. */
function Details({ invoice, activity }: Known) {
  const { nameOf } = useAccountNames();
  const { customerEmail } = activity;
  return (
    <Section title="Details">
      <Stack gap="sm">
        <Facts
          facts={[
            { label: "Emailed to", value: [customerEmail, ...invoice.ccEmails].join(", ") },
            { label: "Deposit to", value: nameOf(invoice.destinationAccountId) || undefined },
            { label: "Bank debit", value: invoice.achDebitEnabled ? "Allowed" : "Not allowed" },
            { label: "Internal note", value: invoice.internalNote ?? undefined },
          ]}
        />
        <PayLink activity={activity} />
      </Stack>
    </Section>
  );
}

/** The page on which the customer pays. An email renews a link that has expired. */
function PayLink({ activity: { payUrl, payLinkExpiresAt, allowedActions } }: Pick<Known, "activity">) {
  if (new Date(payLinkExpiresAt) <= serviceNow())
    return (
      <Text size="xs" c="dimmed">
        The pay link expired on {formatInstant(payLinkExpiresAt)}.
        {allowedActions.includes("email") && " The next email renews it."}
      </Text>
    );
  return (
    <div>
      <Group gap="xs">
        <CopyButton value={payUrl} timeout={1500}>
          {({ copied, copy }) => (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconLink size={14} aria-hidden />}
              onClick={copy}
            >
              {copied ? "Copied" : "Copy pay link"}
            </Button>
          )}
        </CopyButton>
        <Anchor href={payUrl} target="_blank" size="sm">
          Open pay page
        </Anchor>
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        The customer pays there until {formatInstant(payLinkExpiresAt)}.
      </Text>
    </div>
  );
}

function Paper({ invoice, activity }: Known) {
  const customer = useQuery(getCustomerOptions({ path: { customerId: invoice.customerId } }));
  const amounts = lineAmounts(invoice.lineItems);
  return (
    <InvoicePaper
      customer={customer.data}
      isLoading={customer.isLoading}
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
        <Text size="sm" c="dimmed" px="md" pb="md">
          None yet. Incoming payments that name the invoice in their memo are matched automatically.
        </Text>
      ) : (
        <DataTable label="Payments" rows={matches} rowKey={({ id }) => id} columns={columns} />
      )}
    </Section>
  );
}
