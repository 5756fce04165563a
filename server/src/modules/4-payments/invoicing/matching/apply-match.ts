import { assert, present } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { findTransactionsById } from "#payments/payments";
import type { Actor } from "#records/audit";
import { dueMinorOf, type InvoiceId, type InvoiceRow } from "../invoices/invoice.ts";
import { auditInvoice } from "../invoices/invoice-audit.ts";
import { invoiceStates } from "../invoices/invoice-states.ts";
import { lockInvoices, moveInvoice } from "../invoices/invoices.queries.ts";
import { refuseInvoicing } from "../invoicing-refusals.ts";
import { queueReceipt } from "../letters/queue-receipt.ts";
import { incomingPaymentStates } from "./incoming-payment-states.ts";
import type { MatchPart } from "./match-rules.ts";
import {
  type IncomingPaymentRow,
  insertMatch,
  type MatchId,
  type MatchRow,
  markUndone,
  moveIncoming,
} from "./matching.queries.ts";

export interface MatchToApply {
  readonly organizationId: OrganizationId;
  /** Locked by the caller. */
  readonly payment: IncomingPaymentRow;
  readonly parts: readonly MatchPart[];
  readonly source: MatchRow["source"];
  readonly actor: Actor;
  readonly userId: UserId | null;
}

/**
 * Matches parts of a payment with invoices of one customer, which may pay them. Refuses with `resourceNotFound`,
 * `paymentNotOpen`, `invoiceNotOpen`, or `matchExceedsPayment`.
 */
export async function applyMatch(
  service: Service,
  tx: Tx,
  { organizationId, payment, parts, source, actor, userId }: MatchToApply,
): Promise<void> {
  if (incomingPaymentStates.next(payment.status, "match") === undefined)
    throw refuseInvoicing(incomingPaymentStates.moves.match.refusal, { details: { status: payment.status } });
  const [deposit] = await findTransactionsById(tx, organizationId, [payment.transaction_id]);
  assert(deposit?.amount_minor === payment.amount_minor, "an incoming payment has the amount of its transaction");
  const invoices = new Map(
    (
      await lockInvoices(
        tx,
        organizationId,
        parts.map(({ invoiceId }) => invoiceId),
      )
    ).map((row) => [row.invoice_id, row]),
  );
  const at = service.clock.now();
  let leftMinor = payment.amount_minor - payment.matched_minor;
  for (const { invoiceId, amountMinor } of parts) {
    const invoice = openInvoice(invoices.get(invoiceId), source);
    requireRoom({ invoice, amountMinor, leftMinor });
    leftMinor -= amountMinor;
    await insertMatch(tx, organizationId, {
      match_id: service.newId<MatchId>(),
      transaction_id: payment.transaction_id,
      invoice_id: invoiceId,
      amount_minor: amountMinor,
      source,
      matched_at: at,
      matched_by: userId,
    });
    await cover(service, tx, { organizationId, invoice, amountMinor, payment, actor });
  }
  const customerId = present([...invoices.values()][0], "a match has an invoice").customer_id;
  const moved = await moveIncoming(tx, organizationId, {
    transactionId: payment.transaction_id,
    trigger: "match",
    matchedMinor: payment.amount_minor - leftMinor,
    customerId,
    at,
  });
  assert(moved === 1, "a payment that was locked open can be matched");
}

/** An ACH debit pays the invoice that waits for it; every other payment needs an unpaid one. */
function openInvoice(invoice: InvoiceRow | undefined, source: MatchRow["source"]): InvoiceRow {
  if (invoice === undefined) throw notFound("invoice");
  if (invoice.status !== (source === "achDebit" ? "Processing" : "Unpaid"))
    throw refuseInvoicing("invoiceNotOpen", { details: { status: invoice.status } });
  return invoice;
}

function requireRoom({
  invoice,
  amountMinor,
  leftMinor,
}: {
  invoice: InvoiceRow;
  amountMinor: bigint;
  leftMinor: bigint;
}) {
  const dueMinor = dueMinorOf(invoice);
  const limit = dueMinor < leftMinor ? dueMinor : leftMinor;
  if (amountMinor > limit)
    throw refuseInvoicing("matchExceedsPayment", { details: { limit, invoiceNumber: invoice.invoice_number } });
}

async function cover(
  service: Service,
  tx: Tx,
  {
    organizationId,
    invoice,
    amountMinor,
    payment,
    actor,
  }: Pick<MatchToApply, "organizationId" | "payment" | "actor"> & {
    invoice: InvoiceRow;
    amountMinor: bigint;
  },
): Promise<void> {
  const at = service.clock.now();
  const paidMinor = invoice.paid_minor + amountMinor;
  const trigger = paidMinor === invoice.amount_minor ? "pay" : "payPart";
  const status = present(invoiceStates.next(invoice.status, trigger), "an open invoice can be paid");
  const moved = await moveInvoice(tx, organizationId, { invoiceId: invoice.invoice_id, trigger, paidMinor, at });
  assert(moved === 1, "an invoice that was locked open can be paid");
  const after = { ...invoice, status, paid_minor: paidMinor };
  const more = { transactionId: payment.transaction_id, matched: dollarsFromMinor(amountMinor) };
  await auditInvoice(service, tx, { organizationId, actor, action: trigger, row: after, before: invoice, more });
  if (status === "Paid") await queueReceipt(service, tx, { organizationId, row: after });
}

/**
 * Undoes matches of a payment: their invoices are open again, or wait for a debit that no longer covers them. The caller
 * has locked the payment. `returned`: its money is gone; otherwise it is open again once no match is left.
 */
export async function undoMatches(
  service: Service,
  tx: Tx,
  {
    organizationId,
    payment,
    matches,
    returned,
    actor,
    userId,
  }: Pick<MatchToApply, "organizationId" | "payment" | "actor" | "userId"> & {
    readonly matches: readonly MatchRow[];
    readonly returned: boolean;
  },
): Promise<void> {
  const at = service.clock.now();
  const invoices = new Map<InvoiceId, InvoiceRow>(
    (
      await lockInvoices(
        tx,
        organizationId,
        matches.map((match) => match.invoice_id),
      )
    ).map((row) => [row.invoice_id, row]),
  );
  let matchedMinor = payment.matched_minor;
  for (const match of matches) {
    const before = present(invoices.get(match.invoice_id), "a match has an invoice");
    assert(
      (await markUndone(tx, organizationId, { matchId: match.match_id, at, by: userId })) === 1,
      "a match is undone once",
    );
    const paidMinor = before.paid_minor - match.amount_minor;
    // The debit stays on its way, and then pays a part.
    const trigger = before.status === "Processing" ? "lessen" : "reopen";
    const move = { invoiceId: before.invoice_id, trigger, paidMinor, at } as const;
    assert((await moveInvoice(tx, organizationId, move)) === 1, "an invoice with a match can lose it");
    matchedMinor -= match.amount_minor;
    const row = { ...before, status: invoiceStates.moves[trigger].to, paid_minor: paidMinor };
    const more = { transactionId: match.transaction_id, undone: dollarsFromMinor(match.amount_minor) };
    await auditInvoice(service, tx, { organizationId, actor, action: trigger, row, before, more });
  }
  const trigger = returned ? "return" : matchedMinor === 0n ? "undo" : "undoPart";
  const customerId = trigger === "undoPart" ? payment.customer_id : null;
  const moved = await moveIncoming(tx, organizationId, {
    transactionId: payment.transaction_id,
    trigger,
    matchedMinor,
    customerId,
    at,
  });
  assert(moved === 1, "a payment with a match can lose it");
}
