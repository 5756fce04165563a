import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { lookUp } from "#records/search";
import type { CustomerId } from "../customers/customer.ts";
import { customerNames } from "../customers/customers.queries.ts";
import type { InvoiceId } from "../invoices/invoice.ts";
import { readCandidates } from "./match-incoming.ts";
import { likelihood, type MatchPlan, planSuggestion } from "./match-rules.ts";
import type { IncomingPaymentRow } from "./matching.queries.ts";
import { areNear, nameWords } from "./near-names.ts";

/** Payments of one page for which an invoice is suggested. */
export const SUGGESTED_PAYMENTS_MAX = 50;
/** Invoices suggested for one payment. */
const SUGGESTIONS_MAX = 20;
/** Customers that are looked up by one word of a payer's name, and compared with the whole name. */
const CUSTOMERS_OF_WORD = 50;
const COMPARED_MAX = 20;

/** What is offered for each open payment, for a person to accept: nothing is matched here. */
export async function suggestMatches(
  db: Queryable,
  organizationId: OrganizationId,
  payments: readonly IncomingPaymentRow[],
): Promise<ReadonlyMap<TransactionId, MatchPlan>> {
  const open = payments.filter(({ status }) => status === "open").slice(0, SUGGESTED_PAYMENTS_MAX);
  const nearOf = await customersNear(db, organizationId, open);
  const plans = new Map<TransactionId, MatchPlan>();
  for (const payment of open) {
    const near = nearOf(payment);
    const { facts, candidates } = await readCandidates(db, organizationId, payment, near);
    plans.set(payment.transaction_id, planSuggestion(facts, candidates, new Set(near)));
  }
  return plans;
}

/** Unpaid invoices that a payment may be for, the most likely first. */
export async function suggestInvoices(
  db: Queryable,
  organizationId: OrganizationId,
  payment: IncomingPaymentRow,
): Promise<readonly InvoiceId[]> {
  const near = (await customersNear(db, organizationId, [payment]))(payment);
  const { facts, candidates } = await readCandidates(db, organizationId, payment, near);
  return candidates
    .map((candidate) => ({ id: candidate.invoiceId, score: likelihood(facts, candidate, new Set(near)) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, SUGGESTIONS_MAX)
    .map(({ id }) => id);
}

/** Customers whose names are near those of payers: found by the words, then compared. */
async function customersNear(
  db: Queryable,
  organizationId: OrganizationId,
  payments: readonly IncomingPaymentRow[],
): Promise<(payment: IncomingPaymentRow) => readonly CustomerId[]> {
  const wordsOf = new Map(payments.map((payment) => [payment.transaction_id, nameWords(payment.payer_name)]));
  const words = [...new Set([...wordsOf.values()].flat())];
  if (words.length === 0) return () => [];
  const looked = await lookUp(db, organizationId, { kind: "customer", words, most: CUSTOMERS_OF_WORD });
  const idsOf = new Map(looked.map(({ word, ids }) => [word, ids]));
  const comparedOf = new Map(
    payments.map(({ transaction_id: id }) => [id, mostNamed(wordsOf.get(id) ?? [], idsOf)] as const),
  );
  const names = new Map(
    (await customerNames(db, organizationId, [...new Set([...comparedOf.values()].flat())])).map(
      ({ customer_id: id, name }) => [id, nameWords(name)] as const,
    ),
  );
  return ({ transaction_id: id }) =>
    (comparedOf.get(id) ?? []).filter((customerId) => areNear(wordsOf.get(id) ?? [], names.get(customerId) ?? []));
}

/** The customers that have most of the words. */
function mostNamed(words: readonly string[], idsOf: ReadonlyMap<string, readonly string[]>): readonly CustomerId[] {
  const shared = new Map<string, number>();
  for (const id of words.flatMap((word) => idsOf.get(word) ?? [])) shared.set(id, (shared.get(id) ?? 0) + 1);
  return [...shared]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, COMPARED_MAX)
    .map(([id]) => id as CustomerId);
}
