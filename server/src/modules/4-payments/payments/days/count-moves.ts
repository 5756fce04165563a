import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { assert } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { countedStatuses, utcDay } from "../spending/counted.ts";
import { assertSums } from "../spending/spending-sums.ts";
import type { TransactionStatus } from "../states/transaction-states.ts";
import { changeDays, type StatusCount } from "./account-days.queries.ts";

/** A payment, or the fee of one, that changes its status. */
export interface CountedMove {
  readonly account_id: AccountId;
  readonly created_at: Date;
  readonly method: PaymentMethod | null;
  /** Cents, positive: all of them leave the account. */
  readonly amount_minor: bigint;
  readonly from: TransactionStatus;
  readonly to: TransactionStatus;
  readonly postedAt: Date | undefined;
}

/** Counts new statuses in the days of the transactions. The accounts' locks are held. */
export async function countMoves(tx: Tx, organizationId: OrganizationId, moves: readonly CountedMove[]): Promise<void> {
  const changes = moves.map(statusCountOf);
  const changed = await changeDays(tx, organizationId, changes);
  const distinct = new Set(changes.map(({ accountId, day, method }) => `${accountId} ${day} ${method}`));
  assert(changed.length === distinct.size, "the day of every transaction was counted");
  assertSums(changed);
  for (const day of changed) assert(day.pending >= 0n && day.sent >= 0n, "a count of a status is not negative");
}

function statusCountOf(move: CountedMove): StatusCount {
  const change = (counts: (status: TransactionStatus) => boolean) =>
    Number(counts(move.to)) - Number(counts(move.from));
  const out = change((status) => countedStatuses.some((counted) => counted === status));
  return {
    accountId: move.account_id,
    day: utcDay(move.created_at),
    method: move.method,
    pending: change((status) => status === "pending"),
    sent: change((status) => status === "sent"),
    postedAt: move.postedAt,
    outMinor: BigInt(out) * move.amount_minor,
    outTransactions: out,
  };
}
