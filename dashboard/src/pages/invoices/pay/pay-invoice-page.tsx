import { Alert, Button, Group, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconCheck, IconClock, IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isApiError, messageOf, ServiceUnavailable } from "#api/api-error.ts";
import { getPayableInvoiceOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { PayableInvoice } from "#api/generated/types.gen.ts";
import { Letterhead } from "#ui/brand/letterhead.tsx";
import { Copy } from "#ui/forms/copy-button.tsx";
import { formatMoney } from "#ui/money/money.tsx";
import { Facts } from "#ui/page/facts.tsx";
import { useTitle } from "#ui/page/use-title.ts";
import { formatDay } from "#ui/page/when.tsx";
import { DebitForm } from "./debit-form.tsx";
import { InvoiceSheet } from "./invoice-sheet.tsx";
import classes from "./pay.module.css";

/** The page where a customer pays an invoice. There is no session: the link is the only credential. */
export function PayInvoicePage({ slug }: { readonly slug: string }) {
  const invoice = useQuery({ ...getPayableInvoiceOptions({ path: { slug } }), refetchOnWindowFocus: true });
  if (invoice.data !== undefined) return <Invoice slug={slug} invoice={invoice.data} />;
  const hasFailed = invoice.error !== null && !(invoice.error instanceof ServiceUnavailable);
  return (
    <Frame title="Invoice">
      {hasFailed ? (
        <Paper p="xl">
          <Title order={1}>This link cannot be used</Title>
          <Text size="sm" mt="sm" role="status">
            {isApiError(invoice.error, "payLinkUnusable")
              ? "It is incomplete, has expired, or was replaced. Ask the sender of the invoice for a new one."
              : messageOf(invoice.error)}
          </Text>
        </Paper>
      ) : (
        <Paper p="xl" aria-busy="true" aria-label="Loading">
          <Skeleton height={32} mb="md" />
          <Skeleton height={200} />
        </Paper>
      )}
    </Frame>
  );
}

function Frame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useTitle(title);
  return <main className={classes["frame"]}>{children}</main>;
}

function Invoice({ slug, invoice }: { readonly slug: string; readonly invoice: PayableInvoice }) {
  const { organizationName, invoiceNumber } = invoice;
  return (
    <Frame title={`Invoice ${invoiceNumber} from ${organizationName}`}>
      <Paper p={{ base: "md", xs: "xl" }}>
        <Letterhead brand={invoice.brand} />
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Text size="sm" c="dimmed">
              Invoice {invoiceNumber} for {invoice.customerName}
            </Text>
            <Title order={1}>{organizationName}</Title>
          </div>
          <Button
            component="a"
            href={`/payable-invoices/${slug}/pdf`}
            variant="default"
            size="xs"
            className={classes["noPrint"] ?? ""}
            leftSection={<IconDownload size={14} aria-hidden />}
          >
            Download PDF
          </Button>
        </Group>
        <Standing invoice={invoice} />
        <InvoiceSheet invoice={invoice} />
      </Paper>
      {invoice.transfer !== null && <Payment slug={slug} invoice={invoice} />}
      <Text size="xs" c="dimmed" ta="center" className={classes["noPrint"] ?? ""}>
        Anyone with this link can see the invoice. If you do not know {organizationName}, do not pay.
      </Text>
    </Frame>
  );
}

function Standing({ invoice }: { readonly invoice: PayableInvoice }) {
  const { status, amountDue, dueDate, isOverdue, debit } = invoice;
  if (status === "Paid")
    return (
      <Alert my="md" color="evergreen" icon={<IconCheck size={18} aria-hidden />} role="status">
        This invoice is paid. Thank you.
      </Alert>
    );
  if (status === "Cancelled")
    return (
      <Alert my="md" color="gray" role="status">
        This invoice was canceled. Nothing is due.
      </Alert>
    );
  return (
    <>
      <div className={classes["due"]}>
        <span className={classes["amount"]}>{formatMoney(amountDue)}</span>
        <Text size="sm" c={isOverdue ? "var(--mantine-color-error)" : "dimmed"}>
          {isOverdue ? `Was due on ${formatDay(dueDate)}` : `Due on ${formatDay(dueDate)}`}
        </Text>
      </div>
      {status === "Processing" && debit.latest !== null && (
        <Alert mb="md" color="blue" icon={<IconClock size={18} aria-hidden />} role="status">
          Your payment of {formatMoney(debit.latest.amount)} from the account ending in{" "}
          {debit.latest.accountNumberLast4} is on its way. It takes a few banking days. You do not need to do anything
          else.
        </Alert>
      )}
      {status === "Unpaid" && debit.latest !== null && debit.latest.returnReason !== null && (
        <Alert mb="md" color="red" role="status">
          The bank returned your payment from the account ending in {debit.latest.accountNumberLast4}:{" "}
          {debit.latest.returnReason}
        </Alert>
      )}
    </>
  );
}

function Payment({ slug, invoice }: { readonly slug: string; readonly invoice: PayableInvoice }) {
  const { transfer, debit, status } = invoice;
  if (transfer === null || status === "Processing") return null;
  return (
    <>
      {debit.isOffered && (
        <Paper
          p={{ base: "md", xs: "xl" }}
          component="section"
          aria-label="Pay by bank debit"
          className={classes["noPrint"] ?? ""}
        >
          <Title order={2} mb="xs">
            Pay by bank debit
          </Title>
          <DebitForm slug={slug} invoice={invoice} />
        </Paper>
      )}
      <Paper p={{ base: "md", xs: "xl" }} component="section" aria-label="Pay by transfer">
        <Title order={2} mb="xs">
          Pay by transfer
        </Title>
        <Stack gap="sm">
          <Text size="sm">
            Pay by ACH or wire with these details, and put the reference in the memo, so that your payment is matched
            with this invoice.
          </Text>
          <Facts
            facts={[
              { label: "Pay to", value: transfer.beneficiary },
              { label: "Routing number", value: <Copy text={transfer.routingNumber} label="routing number" /> },
              { label: "Account number", value: <Copy text={transfer.accountNumber} label="account number" /> },
              { label: "Reference", value: <Copy text={transfer.reference} label="reference" /> },
            ]}
          />
        </Stack>
      </Paper>
    </>
  );
}
