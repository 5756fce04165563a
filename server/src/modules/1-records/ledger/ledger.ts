import { newYorkDay } from "bursar-banking/calendar/new-york";
import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { Id, TransactionId } from "#kernel/values/ids.ts";

/** An account in the ledger. The ledger account of a bank account has the bank account's id. */
export type LedgerAccountId = Id<"account">;

/**
 * The counterparties of entries that enter or leave an organization's accounts. `clearing` (one per payment method)
 * holds what was posted toward the bank; `external` is the source of deposits. Both may go negative.
 */
export type SystemAccount =
  | { readonly kind: "clearing"; readonly method: PaymentMethod }
  | { readonly kind: "external" };

export type Bucket = "available" | "held";

/** The effect of an entry. Only the SQL function create_payments writes `hold` (the hot path, ADR 0004). */
export type Effect = "hold" | "post" | "release" | "reverse" | "transfer" | "deposit";

/** The bucket that an effect debits and the one it credits, as in the view ledger_postings. */
export const effectBuckets = {
  hold: { debit: "available", credit: "held" },
  post: { debit: "held", credit: "available" },
  release: { debit: "held", credit: "available" },
  reverse: { debit: "available", credit: "available" },
  transfer: { debit: "available", credit: "available" },
  deposit: { debit: "available", credit: "available" },
} as const satisfies Readonly<Record<Effect, { readonly debit: Bucket; readonly credit: Bucket }>>;

/**
 * One balanced pair: `amountMinor` (cents, positive) leaves the debit account and reaches the credit account. `release`
 * names the same account twice: held money becomes available again.
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
  /** Set if the check found a difference: no money may leave until an operator clears it. */
  readonly stopReason: string | undefined;
  readonly version: bigint;
  /** A statement covers everything before this instant. */
  readonly closedBefore: Date | undefined;
}

export interface BalanceChange {
  readonly ledgerAccountId: LedgerAccountId;
  readonly availableMinor: bigint;
  readonly heldMinor: bigint;
  /** The number of entries of the account; each increases its version by one. */
  readonly entries: bigint;
}

/**
 * The combined change of the entries for each of their accounts, in account id order. The sum over all accounts is
 * zero.
 */
export function balanceChanges(entries: readonly NewEntry[]): readonly BalanceChange[] {
  const changes = new Map<LedgerAccountId, { availableMinor: bigint; heldMinor: bigint; entries: bigint }>();
  const change = (ledgerAccountId: LedgerAccountId) => {
    const sums = changes.get(ledgerAccountId) ?? { availableMinor: 0n, heldMinor: 0n, entries: 0n };
    changes.set(ledgerAccountId, sums);
    return sums;
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

/**
 * The entries as they are dated in the ledger: a bank's answer that arrives after the statement of its day was made
 * belongs to the next statement.
 */
export const afterClosing = (
  entries: readonly NewEntry[],
  balances: ReadonlyMap<LedgerAccountId, Pick<LockedBalance, "closedBefore">>,
): readonly NewEntry[] =>
  entries.map((entry) => {
    const closed = [entry.debitAccountId, entry.creditAccountId].flatMap((id) => balances.get(id)?.closedBefore ?? []);
    const latest = Math.max(entry.at.getTime(), ...closed.map((at) => at.getTime()));
    return latest === entry.at.getTime() ? entry : { ...entry, at: new Date(latest) };
  });

/** The settled movements of an account on one New York day. Cents, never negative. */
export interface DayChange {
  readonly ledgerAccountId: LedgerAccountId;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly inMinor: bigint;
  readonly outMinor: bigint;
  /** From and to the organization's other accounts. */
  readonly movedInMinor: bigint;
  readonly movedOutMinor: bigint;
  /** How many entries. */
  readonly entries: bigint;
}

/** The inflow and outflow of the accounts in `counts`, by day, in the order of accounts and days. */
export function dayChanges(
  entries: readonly NewEntry[],
  counts: (ledgerAccountId: LedgerAccountId) => boolean,
): readonly DayChange[] {
  const days = new Map<string, { -readonly [K in keyof DayChange]: DayChange[K] }>();
  const dayOf = (ledgerAccountId: LedgerAccountId, at: Date) => {
    const day = newYorkDay(at);
    const name = `${ledgerAccountId}/${day}`;
    const none = { inMinor: 0n, outMinor: 0n, movedInMinor: 0n, movedOutMinor: 0n, entries: 0n };
    const sums = days.get(name) ?? { ledgerAccountId, day, ...none };
    days.set(name, sums);
    return sums;
  };
  const add = (
    ledgerAccountId: LedgerAccountId,
    at: Date,
    column: "inMinor" | "outMinor" | "movedInMinor" | "movedOutMinor",
    amountMinor: bigint,
  ) => {
    const sums = dayOf(ledgerAccountId, at);
    sums[column] += amountMinor;
    sums.entries += 1n;
  };
  for (const { effect, debitAccountId, creditAccountId, amountMinor, at } of entries) {
    // A release only makes held money available again.
    if (effect === "release") continue;
    // A transfer to a system account is a fee.
    const isMove = effect === "transfer" && counts(debitAccountId) && counts(creditAccountId);
    if (counts(debitAccountId)) add(debitAccountId, at, isMove ? "movedOutMinor" : "outMinor", amountMinor);
    if (counts(creditAccountId)) add(creditAccountId, at, isMove ? "movedInMinor" : "inMinor", amountMinor);
  }
  return [...days.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change);
}
