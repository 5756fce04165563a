import { assert, present } from "#kernel/assert.ts";
import { invalidRequest, notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { minorFromDollars } from "#kernel/values/money.ts";
import { actorOf, recordAudit } from "#records/audit";
import type { Caller } from "#records/identity";
import type { InvoiceId, InvoiceRow } from "../invoices/invoice.ts";
import { lockInvoices } from "../invoices/invoices.queries.ts";
import { refuseInvoicing } from "../invoicing-refusals.ts";
import { applyMatch, undoMatches } from "./apply-match.ts";
import { incomingPaymentStates } from "./incoming-payment-states.ts";
import type { MatchPart } from "./match-rules.ts";
import { activeMatchesOf, findMatch, type IncomingPaymentRow, lockIncoming, moveIncoming } from "./matching.queries.ts";

export interface PersonsMatch {
  readonly caller: Caller;
  readonly transactionId: string;
  readonly matches: readonly { readonly invoiceId: string; readonly amount: number }[];
}

/**
 * Matches a payment with invoices of one customer, as a person decided. Refuses with `resourceNotFound`,
 * `invalidRequest`, `paymentNotOpen`, `invoiceNotOpen`, or `matchExceedsPayment`.
 */
export async function matchPayment(
  service: Service,
  tx: Tx,
  { caller, transactionId, matches }: PersonsMatch,
): Promise<IncomingPaymentRow> {
  const { organizationId } = caller;
  const payment = await lockIncoming(tx, organizationId, transactionId);
  if (payment === undefined) throw notFound("payment");
  const parts = matches.map(({ invoiceId, amount }, at) => {
    const amountMinor = minorFromDollars(amount);
    if (amountMinor === undefined)
      throw invalidRequest([{ path: `matches.${at}.amount`, message: "must be dollars with at most two decimals" }]);
    return { invoiceId: invoiceId.toLowerCase() as InvoiceId, amountMinor };
  });
  if (new Set(parts.map(({ invoiceId }) => invoiceId)).size < parts.length)
    throw invalidRequest([{ path: "matches", message: "must name each invoice once" }]);
  const invoices = await lockInvoices(
    tx,
    organizationId,
    parts.map(({ invoiceId }) => invoiceId),
  );
  await requireNewPairs(tx, organizationId, { payment, parts, invoices });
  const customers = new Set(invoices.map((row) => row.customer_id));
  if (payment.customer_id !== null) customers.add(payment.customer_id);
  if (customers.size > 1)
    throw invalidRequest([{ path: "matches", message: "must be invoices of one customer, whose payment it is" }]);
  await applyMatch(service, tx, {
    organizationId,
    payment,
    parts,
    source: "person",
    actor: actorOf(caller),
    userId: caller.userId,
  });
  return present(await lockIncoming(tx, organizationId, transactionId), "the payment is there");
}

/** A payment pays an invoice by one match at a time, so a second click does not pay a second part. */
async function requireNewPairs(
  tx: Tx,
  organizationId: OrganizationId,
  {
    payment,
    parts,
    invoices,
  }: { payment: IncomingPaymentRow; parts: readonly MatchPart[]; invoices: readonly InvoiceRow[] },
): Promise<void> {
  const active = await activeMatchesOf(tx, organizationId, [payment.transaction_id]);
  const open = new Set(invoices.filter(({ status }) => status === "Unpaid").map((row) => row.invoice_id));
  const problems = parts.flatMap(({ invoiceId }, at) =>
    open.has(invoiceId) && active.some((match) => match.invoice_id === invoiceId)
      ? [{ path: `matches.${at}.invoiceId`, message: "is matched with this payment already. Undo that match first" }]
      : [],
  );
  if (problems.length > 0) throw invalidRequest(problems);
}

/** Undoes a match. Refuses with `resourceNotFound` or `matchNotActive`. */
export async function undoMatch(
  service: Service,
  tx: Tx,
  { caller, matchId }: { caller: Caller; matchId: string },
): Promise<IncomingPaymentRow> {
  const { organizationId } = caller;
  const found = await findMatch(tx, organizationId, matchId);
  if (found === undefined) throw notFound("match");
  const payment = present(await lockIncoming(tx, organizationId, found.transaction_id), "a match has a payment");
  // Read again under the payment's lock.
  const match = present(await findMatch(tx, organizationId, matchId), "matches are never deleted");
  const problem =
    match.status === "undone"
      ? "it was already undone"
      : match.source === "achDebit"
        ? "it records an ACH debit that the customer authorized for this invoice"
        : undefined;
  if (problem !== undefined) throw refuseInvoicing("matchNotActive", { details: { problem } });
  await undoMatches(service, tx, {
    organizationId,
    payment,
    matches: [match],
    returned: false,
    actor: actorOf(caller),
    userId: caller.userId,
  });
  return present(await lockIncoming(tx, organizationId, found.transaction_id), "the payment is there");
}

/** Ignores a payment that has nothing to do with invoices, or restores it. Refuses with `resourceNotFound` or `paymentNotOpen`. */
export async function sortPayment(
  service: Service,
  tx: Tx,
  { caller, transactionId, trigger }: { caller: Caller; transactionId: string; trigger: "ignore" | "restore" },
): Promise<IncomingPaymentRow> {
  const { organizationId } = caller;
  const payment = await lockIncoming(tx, organizationId, transactionId);
  if (payment === undefined) throw notFound("payment");
  if (incomingPaymentStates.next(payment.status, trigger) === undefined)
    throw refuseInvoicing("paymentNotOpen", { details: { status: payment.status } });
  const move = {
    transactionId: payment.transaction_id,
    trigger,
    matchedMinor: 0n,
    customerId: null,
    at: service.clock.now(),
  };
  assert((await moveIncoming(tx, organizationId, move)) === 1, "a payment that was locked can be sorted");
  await recordAudit(service, tx, {
    organizationId,
    actor: actorOf(caller),
    entries: [
      { action: `incomingPayment.${trigger}`, resourceType: "transaction", resourceId: payment.transaction_id },
    ],
  });
  return { ...payment, status: trigger === "ignore" ? "ignored" : "open" };
}
