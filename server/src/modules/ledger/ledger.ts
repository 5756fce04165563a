import { newYorkDay } from "../../banking/calendar/new-york.ts";
import type { PaymentMethod } from "../../banking/identifiers/payment-method.ts";
import type { Id, TransactionId } from "../../kernel/values/ids.ts";

/** A place value can be. The ledger account of a bank account carries the bank account's own id. */
export type LedgerAccountId = Id<"account">;

/**
 * The far side of what enters and leaves an organization's own accounts. `clearing` (one per payment method) holds what
 * was posted toward the bank; `external` is the world deposits come from. Both may go negative.
 */
export type SystemAccount =
  | { readonly kind: "clearing"; readonly method: PaymentMethod }
  | { readonly kind: "external" };

export type Bucket = "available" | "held";

/** What an entry does. `hold` is written by the SQL function create_payments only (the hot path, ADR 0004). */
export type Effect = "hold" | "post" | "release" | "reverse" | "transfer" | "deposit";

/** Which bucket an effect debits and which it credits: the same table as the view ledger_postings spells out in SQL. */
export const effectBuckets = {
  hold: { debit: "available", credit: "held" },
  post: { debit: "held", credit: "available" },
  release: { debit: "held", credit: "available" },
  reverse: { debit: "available", credit: "available" },
  transfer: { debit: "available", credit: "available" },
  deposit: { debit: "available", credit: "available" },
} as const satisfies Readonly<Record<Effect, { readonly debit: Bucket; readonly credit: Bucket }>>;

/**
 * One balanced pair: `amountMinor` (cents, positive) leaves the debit account and arrives at the credit account.
 * `release` names the same account on both sides: held becomes available again.
 */
export interface NewEntry {
  readonly transactionId: TransactionId;
  readonly effect: Exclude<Effect, "hold">;
  readonly debitAccountId: LedgerAccountId;
  readonly creditAccountId: LedgerAccountId;
  readonly amountMinor: bigint;
  readonly at: Date;
}

export interface LockedBalance {
  readonly ledgerAccountId: LedgerAccountId;
  readonly availableMinor: bigint;
  readonly heldMinor: bigint;
  readonly mayGoNegative: boolean;
  /** Payments and transfers may leave from it: an account of the organization that is not treasury or closed. */
  readonly pays: boolean;
  /** Set when the check found its balance in doubt: nothing may leave it until a person has cleared it. */
  readonly stopReason: string | undefined;
  readonly version: bigint;
}

export interface BalanceChange {
  readonly ledgerAccountId: LedgerAccountId;
  readonly availableMinor: bigint;
  readonly heldMinor: bigint;
  /** Entries that touch the account: its version rises by one for each. */
  readonly entries: bigint;
}

/** What the entries together do to each account they touch, in account id order. They sum to zero over all accounts. */
export function balanceChanges(entries: readonly NewEntry[]): readonly BalanceChange[] {
  const changes = new Map<LedgerAccountId, { availableMinor: bigint; heldMinor: bigint; entries: bigint }>();
  const change = (ledgerAccountId: LedgerAccountId) => {
    const known = changes.get(ledgerAccountId) ?? { availableMinor: 0n, heldMinor: 0n, entries: 0n };
    changes.set(ledgerAccountId, known);
    return known;
  };
  for (const { effect, debitAccountId, creditAccountId, amountMinor } of entries) {
    const buckets = effectBuckets[effect];
    const debit = change(debitAccountId);
    debit[`${buckets.debit}Minor`] -= amountMinor;
    debit.entries += 1n;
    const credit = change(creditAccountId);
    credit[`${buckets.credit}Minor`] += amountMinor;
    if (creditAccountId !== debitAccountId) credit.entries += 1n;
  }
  return [...changes].map(([ledgerAccountId, sums]) => ({ ledgerAccountId, ...sums })).sort(byAccount);
}

const byAccount = (a: BalanceChange, b: BalanceChange): number => (a.ledgerAccountId < b.ledgerAccountId ? -1 : 1);

/** What one New York day's entries did to an account for good. Cents, none negative. */
export interface DayChange {
  readonly ledgerAccountId: LedgerAccountId;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly inMinor: bigint;
  readonly outMinor: bigint;
  /** From and to the organization's other accounts. */
  readonly movedInMinor: bigint;
  readonly movedOutMinor: bigint;
}

/** What the entries move in and out of the accounts that `counts` names, by day; in the order of accounts and days. */
export function dayChanges(
  entries: readonly NewEntry[],
  counts: (ledgerAccountId: LedgerAccountId) => boolean,
): readonly DayChange[] {
  const days = new Map<string, { -readonly [K in keyof DayChange]: DayChange[K] }>();
  const dayOf = (ledgerAccountId: LedgerAccountId, at: Date) => {
    const day = newYorkDay(at);
    const name = `${ledgerAccountId}/${day}`;
    const none = { inMinor: 0n, outMinor: 0n, movedInMinor: 0n, movedOutMinor: 0n };
    const known = days.get(name) ?? { ledgerAccountId, day, ...none };
    days.set(name, known);
    return known;
  };
  for (const { effect, debitAccountId, creditAccountId, amountMinor, at } of entries) {
    // What was held becomes available again: nothing came or went.
    if (effect === "release") continue;
    // A transfer to the outside is a fee.
    const isMove = effect === "transfer" && counts(debitAccountId) && counts(creditAccountId);
    if (counts(debitAccountId)) dayOf(debitAccountId, at)[isMove ? "movedOutMinor" : "outMinor"] += amountMinor;
    if (counts(creditAccountId)) dayOf(creditAccountId, at)[isMove ? "movedInMinor" : "inMinor"] += amountMinor;
  }
  return [...days.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change);
}
