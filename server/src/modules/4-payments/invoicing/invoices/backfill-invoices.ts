import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { type AccountId, idAt, type OrganizationId, type TransactionId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { type Actor, type AuditEntry, recordAudit } from "#records/audit";
import { addWords } from "#records/search";
import { invoiceAmounts, type PricedLine } from "../amounts/invoice-amounts.ts";
import { type CustomerAddress, type CustomerId, searchedCustomer } from "../customers/customer.ts";
import { insertCustomer } from "../customers/customers.queries.ts";
import type { MatchId } from "../matching/matching.queries.ts";
import { storeDays } from "../overview/invoice-days.queries.ts";
import { keyOf } from "../texts.ts";
import { insertPastInvoices, insertPastMatches, insertPastPayments } from "./backfill-invoices.queries.ts";
import { type InvoiceId, searchedInvoice } from "./invoice.ts";
import { lineRows } from "./invoice-content.ts";
import { insertSettingsIfMissing, setNextNumber } from "./invoice-numbers.queries.ts";
import { seriesNumber } from "./invoice-numbers.ts";
import type { InvoiceStatus } from "./invoice-states.ts";
import { insertLines } from "./invoices.queries.ts";

export interface PastCustomer {
  readonly name: string;
  readonly email: string;
  readonly address: CustomerAddress;
}

/** A deposit that paid an invoice, completely or in part. */
export interface PastInvoicePayment {
  readonly transactionId: TransactionId;
  readonly accountId: AccountId;
  readonly amountMinor: bigint;
  readonly receivedAt: Date;
}

export interface PastInvoice {
  /** The customer's name. */
  readonly customer: string;
  readonly createdAt: Date;
  /** YYYY-MM-DD. */
  readonly invoiceDate: string;
  readonly dueDate: string;
  readonly lines: readonly (PricedLine & { readonly name: string })[];
  readonly isCanceled?: boolean;
  readonly payment?: PastInvoicePayment;
}

/** A deposit that has nothing to do with invoices. */
export interface PastOtherDeposit extends PastInvoicePayment {
  readonly payer: string;
}

export interface InvoiceBackfill {
  readonly organizationId: OrganizationId;
  readonly destinationAccountId: AccountId;
  readonly customers: readonly PastCustomer[];
  /** Oldest first: they get the first numbers of the series. */
  readonly invoices: readonly PastInvoice[];
  /** Recorded as ignored. */
  readonly otherDeposits: readonly PastOtherDeposit[];
  /** When the customers were added. */
  readonly at: Date;
  readonly actor: Actor;
}

/**
 * Records a past of customers, invoices, and their payments in few statements. Returns the invoices' ids in their order.
 */
export async function backfillInvoices(
  service: Service,
  tx: Tx,
  { organizationId, destinationAccountId, customers, invoices, otherDeposits, at, actor }: InvoiceBackfill,
): Promise<readonly InvoiceId[]> {
  const customerIds = new Map<string, CustomerId>();
  for (const [rank, { name, email, address }] of customers.entries()) {
    const customerId = idAt<CustomerId>(at, rank);
    customerIds.set(name, customerId);
    const row = {
      customer_id: customerId,
      name,
      name_key: keyOf(name),
      email,
      address,
      created_at: at,
      deleted_at: null,
    };
    await insertCustomer(tx, organizationId, row);
    await addWords(tx, organizationId, [searchedCustomer(row)]);
  }
  const made = invoices.map((invoice, index) => madeOf(invoice, index, customerIds.get(invoice.customer)));
  await insertPastInvoices(
    tx,
    organizationId,
    made.map(({ row }) => ({ ...row, destination_account_id: destinationAccountId })),
  );
  await addWords(
    tx,
    organizationId,
    made.map(({ row }) => searchedInvoice(row)),
  );
  await insertLines(
    tx,
    organizationId,
    made.flatMap(({ lines }) => lines),
  );
  const paid = made.flatMap(({ row, invoice: { payment, customer } }) =>
    payment === undefined ? [] : [{ row, payment, payer: customer }],
  );
  await insertPastPayments(tx, organizationId, [
    ...paid.map(({ row, payment, payer }) => ({ ...depositRow({ ...payment, payer }), customer_id: row.customer_id })),
    ...otherDeposits.map(depositRow),
  ]);
  await insertPastMatches(
    tx,
    organizationId,
    paid.map(({ row, payment }) => ({
      match_id: idAt<MatchId>(payment.receivedAt, 0),
      transaction_id: payment.transactionId,
      invoice_id: row.invoice_id,
      amount_minor: payment.amountMinor,
      matched_at: payment.receivedAt,
    })),
  );
  await storeDays(tx, organizationId);
  await insertSettingsIfMissing(tx, organizationId);
  await setNextNumber(tx, organizationId, invoices.length + 1);
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [...made.map(auditOf), ...otherDeposits.map(ignoreAuditOf)],
  });
  return made.map(({ row }) => row.invoice_id);
}

const depositRow = ({ transactionId, accountId, amountMinor, payer, receivedAt }: PastOtherDeposit) => ({
  transaction_id: transactionId,
  account_id: accountId,
  amount_minor: amountMinor,
  payer_name: payer,
  received_at: receivedAt,
});

const ignoreAuditOf = ({ transactionId, receivedAt }: PastOtherDeposit): AuditEntry => ({
  at: receivedAt,
  action: "incomingPayment.ignore",
  resourceType: "transaction",
  resourceId: transactionId,
});

function madeOf(invoice: PastInvoice, index: number, customerId: CustomerId | undefined) {
  const { createdAt, payment, isCanceled = false } = invoice;
  const invoiceId = idAt<InvoiceId>(createdAt, index % 4_000);
  const amounts = invoiceAmounts(invoice.lines);
  const paidMinor = payment?.amountMinor ?? 0n;
  const status: InvoiceStatus = isCanceled ? "Cancelled" : paidMinor === amounts.amountMinor ? "Paid" : "Unpaid";
  const row = {
    ...seriesNumber(index + 1),
    invoice_id: invoiceId,
    customer_id: customerId,
    invoice_date: invoice.invoiceDate,
    due_date: invoice.dueDate,
    amount_minor: amounts.amountMinor,
    tax_minor: amounts.taxMinor,
    paid_minor: paidMinor,
    status,
    created_at: createdAt,
    updated_at: payment?.receivedAt ?? createdAt,
    paid_at: status === "Paid" ? payment?.receivedAt : null,
    canceled_at: isCanceled ? createdAt : null,
  };
  return { invoice, row, lines: lineRows(invoiceId, invoice.lines, amounts) };
}

const auditOf = ({ row }: ReturnType<typeof madeOf>): AuditEntry => ({
  at: row.created_at,
  action: "invoice.create",
  resourceType: "invoice",
  resourceId: row.invoice_id,
  after: {
    invoiceNumber: row.invoice_number,
    customerId: row.customer_id,
    amount: dollarsFromMinor(row.amount_minor),
    dueDate: row.due_date,
  },
});
