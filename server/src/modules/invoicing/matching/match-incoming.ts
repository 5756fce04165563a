import { assert } from "../../../kernel/assert.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Queryable, Tx } from "../../../kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "../../../kernel/values/ids.ts";
import { drainOutbox } from "../../../kernel/work/outbox.ts";
import { findTransactionsById, type TransactionRow } from "../../payments/index.ts";
import { findSettings } from "../invoices/invoice-numbers.queries.ts";
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
} from "./matching.queries.ts";

/** Bounds for one transaction, whose locks callers wait for. */
const COMMITS_PER_PASS = 20;

/**
 * Records the deposits that were committed since the last pass and matches those whose invoice is certain, in the
 * transaction that deletes their outbox rows: each is matched once, even after crashes. Returns their number.
 */
export const runIncomingPayments = (service: Service): Promise<number> =>
  drainOutbox(service, {
    topic: "incoming",
    rowsPerCommit: COMMITS_PER_PASS,
    handle: async (tx, organizationId, ids) => {
      const rows = await findTransactionsById(tx, organizationId, ids as readonly TransactionId[]);
      assert(rows.length === ids.length, "every deposit the outbox names is there");
      const matches =
        (await mayInvoice(tx, organizationId)) && (await findSettings(tx, organizationId))?.automatic_matching === true;
      for (const row of rows.toSorted((a, b) => (a.transaction_id < b.transaction_id ? -1 : 1)))
        await receive(service, tx, { organizationId, row, matches });
    },
  });

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
  if (!matches) return;
  const payment = await lockIncoming(tx, organizationId, row.transaction_id);
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
export async function readCandidates(db: Queryable, organizationId: OrganizationId, payment: IncomingPaymentRow) {
  const facts: IncomingFacts = {
    amountMinor: payment.amount_minor - payment.matched_minor,
    accountId: payment.account_id,
    payerKey: keyOf(payment.payer_name),
    references: referencesIn(payment.memo ?? ""),
  };
  const rows = await findCandidates(db, organizationId, { ...facts, references: [...facts.references] });
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
