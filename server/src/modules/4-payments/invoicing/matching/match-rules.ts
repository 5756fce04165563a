import type { AccountId } from "#kernel/values/ids.ts";
import type { CustomerId } from "../customers/customer.ts";
import type { InvoiceId } from "../invoices/invoice.ts";
import { keyOf } from "../texts.ts";

/** An unpaid invoice that a payment may be for. */
export interface Candidate {
  readonly invoiceId: InvoiceId;
  readonly customerId: CustomerId;
  readonly numberKey: string;
  readonly customerKey: string;
  readonly dueMinor: bigint;
  readonly accountId: AccountId;
}

export interface IncomingFacts {
  readonly amountMinor: bigint;
  readonly accountId: AccountId;
  readonly payerKey: string;
  /** Numbers that the memo may mean. */
  readonly references: ReadonlySet<string>;
}

export interface MatchPart {
  readonly invoiceId: InvoiceId;
  readonly amountMinor: bigint;
}

/** What to match without asking a person: nothing, if it is ambiguous. */
export type MatchPlan = readonly MatchPart[];

const WORDS_MAX = 60;
const REFERENCE_LENGTH_MIN = 4;

/** Everything in a memo that may be an invoice number: words, and two words in a row, as in "INV 0007". */
export function referencesIn(memo: string): ReadonlySet<string> {
  const words = memo
    .slice(0, 1_000)
    .split(/[\s,;/&+]+/u)
    .slice(0, WORDS_MAX)
    .map(keyOf);
  const pairs = words.slice(1).map((word, at) => `${words[at] ?? ""}${word}`);
  // Short numbers and words without digits occur in any memo by chance.
  return new Set([...words, ...pairs].filter((key) => key.length >= REFERENCE_LENGTH_MIN && /\p{N}/u.test(key)));
}

/**
 * What a payment pays, if that is certain (ADR 0040): the invoices whose numbers its memo contains, all of one customer
 * and together covered, or one of them in part; otherwise the only invoice of the payer with exactly this amount;
 * otherwise all of the payer's invoices, if they add up to it. Only invoices paid to the receiving account count.
 * `isComplete`: the candidates include every unpaid invoice of the payer.
 */
export function planMatch(
  payment: IncomingFacts,
  candidates: readonly Candidate[],
  { isComplete }: { isComplete: boolean },
): MatchPlan {
  const referenced = candidates.filter(({ numberKey }) => payment.references.has(numberKey));
  if (referenced.length > 0) return areOneCustomers(referenced, payment) ? byReference(payment, referenced) : [];
  const ofPayer = candidates.filter(({ customerKey }) => customerKey !== "" && customerKey === payment.payerKey);
  const exact = ofPayer.filter(({ dueMinor }) => dueMinor === payment.amountMinor);
  if (exact.length > 0) return exact.length === 1 && areOneCustomers(exact, payment) ? exact.map(whole) : [];
  return isComplete && areOneCustomers(ofPayer, payment) && totalOf(ofPayer) === payment.amountMinor
    ? ofPayer.map(whole)
    : [];
}

/** Covered together, so that what is left is credit; or a part of the only one. */
function byReference({ amountMinor }: IncomingFacts, referenced: readonly Candidate[]): MatchPlan {
  if (amountMinor >= totalOf(referenced)) return referenced.map(whole);
  const [only, ...others] = referenced;
  return only === undefined || others.length > 0 ? [] : [{ invoiceId: only.invoiceId, amountMinor }];
}

const areOneCustomers = (candidates: readonly Candidate[], { accountId }: IncomingFacts): boolean =>
  candidates.every(
    (candidate) => candidate.accountId === accountId && candidate.customerId === candidates[0]?.customerId,
  );

const whole = ({ invoiceId, dueMinor }: Candidate): MatchPart => ({ invoiceId, amountMinor: dueMinor });
const totalOf = (candidates: readonly Candidate[]): bigint =>
  candidates.reduce((sum, { dueMinor }) => sum + dueMinor, 0n);

/** How likely a payment is for an invoice, for suggestions: higher is better, 0 is not worth showing. */
export function likelihood(
  { amountMinor, payerKey, references }: IncomingFacts,
  candidate: Candidate,
  near: ReadonlySet<CustomerId>,
): number {
  const { customerId, customerKey, dueMinor, numberKey } = candidate;
  const isPayer = near.has(customerId) || (customerKey !== "" && customerKey === payerKey);
  return (references.has(numberKey) ? 4 : 0) + (isPayer ? 2 : 0) + (dueMinor === amountMinor ? 1 : 0);
}

/** The amount alone says too little to be offered for one click. */
const LIKELY = 2;

/**
 * What to offer for a payment, for a person to accept: the most likely invoice, in part if the payment is smaller, or all
 * unpaid invoices of its customer if they add up to the payment.
 */
export function planSuggestion(
  payment: IncomingFacts,
  candidates: readonly Candidate[],
  near: ReadonlySet<CustomerId>,
): MatchPlan {
  const likely = candidates
    .map((candidate) => ({
      candidate,
      score: likelihood(payment, candidate, near),
      leavesCredit: candidate.dueMinor < payment.amountMinor ? 1 : 0,
    }))
    .filter(({ score }) => score >= LIKELY)
    // Stable, so that the oldest of equally likely invoices comes first.
    .toSorted((a, b) => b.score - a.score || a.leavesCredit - b.leavesCredit);
  const [best] = likely;
  if (best === undefined) return [];
  const { customerId, dueMinor, invoiceId } = best.candidate;
  const ofCustomer = likely
    .map(({ candidate }) => candidate)
    .filter((candidate) => candidate.customerId === customerId);
  if (best.score === LIKELY && totalOf(ofCustomer) === payment.amountMinor) return ofCustomer.map(whole);
  return [{ invoiceId, amountMinor: dueMinor < payment.amountMinor ? dueMinor : payment.amountMinor }];
}
