import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import { UnprovenRow } from "#kernel/proofs/unproven-row.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { appendOutbox, drainOutbox } from "#kernel/work/outbox.ts";
import { findTransactionsById, type TransactionRow } from "#payments/payments";
import type { CustomerId } from "../customers/customer.ts";
import type { InvoiceId } from "../invoices/invoice.ts";
import { findSettings } from "../invoices/invoice-numbers.queries.ts";
import { findInvoice } from "../invoices/invoices.queries.ts";
import { mayInvoice } from "../plan-gate.ts";
import { keyOf } from "../texts.ts";
import { applyMatch } from "./apply-match.ts";
import { type Candidate, type IncomingFacts, planMatch, referencesIn } from "./match-rules.ts";
import {
  CANDIDATES_MAX,
  findCandidates,
  type IncomingPaymentRow,
  insertIncoming,
  lockIncoming,
  openPayments,
} from "./matching.queries.ts";
import { takeBack } from "./take-back.ts";

/** Bounds for one transaction, whose locks callers wait for. */
const COMMITS_PER_PASS = 20;
/** The newest payments that pay nothing yet. */
const EARLIER_MAX = 200;

/**
 * Records the deposits that were committed since the last pass and matches those whose invoice is certain, in the
 * transaction that deletes their outbox rows: each is matched once, even after crashes. Returns their number.
 */
export const runIncomingPayments = (service: Service): Promise<number> =>
  drainOutbox(service, {
    topic: "incoming",
    rowsPerCommit: COMMITS_PER_PASS,
    handle: async (tx, organizationId, ids) => {
      // Deposits, returns of deposits, and invoices that were announced.
      const rows = await findTransactionsById(tx, organizationId, ids as readonly TransactionId[]);
      const movements = new Set<string>(rows.map((row) => row.transaction_id));
      const invoiceIds = ids.filter((id) => !movements.has(id));
      const matches =
        (await mayInvoice(tx, organizationId)) && (await findSettings(tx, organizationId))?.automatic_matching === true;
      const inOrder = rows.toSorted((a, b) => (a.transaction_id < b.transaction_id ? -1 : 1));
      const isDeposit = (row: TransactionRow): boolean => row.amount_minor > 0n;
      for (const row of inOrder.filter(isDeposit)) await receive(service, tx, { organizationId, row, matches });
      // Last: IDs of different processes do not show which of two transactions came first.
      for (const row of inOrder.filter((payment) => !isDeposit(payment)))
        await unlessUnproven(() => takeBack(service, tx, { organizationId, returnId: row.transaction_id }));
      for (const id of invoiceIds)
        await unlessUnproven(async () => {
          const invoice = present(await findInvoice(tx, organizationId, id), "the outbox names movements and invoices");
          if (matches) await matchEarlierPayments(service, tx, { organizationId, numberKey: invoice.number_key });
        });
    },
  });

/**
 * A payment may arrive before its invoice exists. Called when an invoice gets its number; in the outbox, so that no
 * payment that is being processed at the same time is missed.
 */
export const announceInvoice = (tx: Tx, organizationId: OrganizationId, invoiceId: InvoiceId): Promise<void> =>
  appendOutbox(tx, organizationId, "incoming", [invoiceId]);

/** Only payments whose memo has the invoice's number: equal amounts and names say little about what comes later. */
async function matchEarlierPayments(
  service: Service,
  tx: Tx,
  { organizationId, numberKey }: { organizationId: OrganizationId; numberKey: string },
): Promise<void> {
  for (const payment of await openPayments(tx, organizationId, EARLIER_MAX))
    if (referencesIn(payment.memo ?? "").has(numberKey))
      await matchIfCertain(service, tx, { organizationId, transactionId: payment.transaction_id });
}

/**
 * What was changed outside the service is reported and left to people, so that it does not stop the organization's other
 * payments. Everything below locks and so checks its rows before it writes.
 */
async function unlessUnproven(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UnprovenRow)) throw error;
  }
}

async function receive(
  service: Service,
  tx: Tx,
  { organizationId, row, matches }: { organizationId: OrganizationId; row: TransactionRow; matches: boolean },
): Promise<void> {
  await insertIncoming(tx, organizationId, {
    transaction_id: row.transaction_id,
    account_id: row.account_id,
    amount_minor: row.amount_minor,
    payer_name: row.counterparty_name,
    memo: row.external_memo,
    received_at: row.created_at,
  });
  const payment = { organizationId, transactionId: row.transaction_id };
  if (matches) await unlessUnproven(() => matchIfCertain(service, tx, payment));
}

async function matchIfCertain(
  service: Service,
  tx: Tx,
  { organizationId, transactionId }: { organizationId: OrganizationId; transactionId: TransactionId },
): Promise<void> {
  const payment = await lockIncoming(tx, organizationId, transactionId);
  // An ACH debit was recorded and matched by the transaction that received it.
  if (payment?.status !== "open") return;
  const { facts, candidates, isComplete } = await readCandidates(tx, organizationId, payment);
  const parts = planMatch(facts, candidates, { isComplete });
  if (parts.length === 0) return;
  await applyMatch(service, tx, {
    organizationId,
    payment,
    parts,
    source: "automatic",
    actor: { type: "service" },
    userId: null,
  });
}

/** The unpaid invoices that a payment may be for. */
export async function readCandidates(
  db: Queryable,
  organizationId: OrganizationId,
  payment: IncomingPaymentRow,
  near: readonly CustomerId[] = [],
) {
  const facts: IncomingFacts = {
    amountMinor: payment.amount_minor - payment.matched_minor,
    accountId: payment.account_id,
    payerKey: keyOf(payment.payer_name),
    references: referencesIn(payment.memo ?? ""),
  };
  const rows = await findCandidates(db, organizationId, {
    ...facts,
    references: [...facts.references],
    near,
  });
  const candidates: readonly Candidate[] = rows.map((row) => ({
    invoiceId: row.invoice_id,
    customerId: row.customer_id,
    numberKey: row.number_key,
    customerKey: row.name_key,
    dueMinor: row.due_minor,
    accountId: row.destination_account_id,
  }));
  return { facts, candidates, isComplete: rows.filter((row) => row.by_payer).length < CANDIDATES_MAX };
}
