import type { AccountId, CategoryId } from "#kernel/values/ids.ts";
import type { TransactionStatus } from "../states/transaction-states.ts";

/** Moves between the organization's own accounts: neither money out nor money in. */
export const transferKinds = ["internalTransfer", "treasuryTransfer"] as const;

/** Payments that ended in another status count for nothing: their money never left, or came back. */
export const countedStatuses = ["pending", "sent"] as const satisfies readonly TransactionStatus[];

const isOneOf = (values: readonly string[], value: string): boolean => values.includes(value);

export const isTransferKind = (kind: string): boolean => isOneOf(transferKinds, kind);

/** Whether a transaction is part of the sums of spending. */
export const isCounted = ({ kind, status }: { readonly kind: string; readonly status: TransactionStatus }): boolean =>
  !isTransferKind(kind) && isOneOf(countedStatuses, status);

/** A transaction as the sums know it. */
export interface CountedTransaction {
  readonly accountId: AccountId;
  readonly createdAt: Date;
  /** Cents, negative when it leaves the account. */
  readonly amountMinor: bigint;
  readonly categoryId: CategoryId | null;
}

/** What to add to the sums of one category (or of an account's day) for a transaction: its amount, or the opposite. */
export interface SumChange {
  readonly outMinor: bigint;
  readonly outTransactions: number;
  readonly inMinor: bigint;
  readonly inTransactions: number;
}

export function sumChange(amountMinor: bigint, sign: 1 | -1): SumChange {
  const isOut = amountMinor < 0n;
  const amount = (isOut ? -amountMinor : amountMinor) * BigInt(sign);
  return isOut
    ? { outMinor: amount, outTransactions: sign, inMinor: 0n, inTransactions: 0 }
    : { outMinor: 0n, outTransactions: 0, inMinor: amount, inTransactions: sign };
}

/**
 * The day of the stored sums (account_days, category_months): a UTC day, which both versions of a rolling upgrade and
 * create_payments agree on. What users see are days in New York (ADR 0086).
 */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);

/** The first day of its UTC month. */
export const utcMonth = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`;
