import type { Queryable } from "#kernel/sql/database.ts";
import { entryDays } from "#records/ledger";
import type { ReconciledAccount } from "../movement.ts";
import { matchedDays, type OpenSide, type StatementChain } from "./balances.queries.ts";

/** The entries of one New York day that statements lack. */
export interface DayInTransit {
  readonly day: string;
  readonly entries: bigint;
  readonly amountMinor: bigint;
}

/**
 * The days of the statements with ledger entries that the bank has not reported, in order. By the sums of days, because
 * comparing entries would read all that ever happened on the account.
 */
export async function daysInTransit(
  db: Queryable,
  account: ReconciledAccount,
  { startsOn: from, closesOn: to }: Pick<StatementChain, "startsOn" | "closesOn">,
): Promise<readonly DayInTransit[]> {
  const { organizationId, accountId } = account;
  const days = await entryDays(db, organizationId, { accountId, from, to });
  const matched = new Map((await matchedDays(db, account, { from, to })).map((row) => [row.day, row]));
  return days.flatMap(({ day, entries: all, netMinor }) => {
    const entries = all - (matched.get(day)?.entries ?? 0n);
    return entries === 0n ? [] : [{ day, entries, amountMinor: netMinor - (matched.get(day)?.amountMinor ?? 0n) }];
  });
}

/** How many there are, their total, and their ages on a day. */
export function sumOfDays(days: readonly DayInTransit[], today: string): OpenSide {
  const until = Temporal.PlainDate.from(today);
  const older = (least: number, most: number): bigint =>
    days.reduce((sum, { day, entries }) => {
      const age = Temporal.PlainDate.from(day).until(until).days;
      return age >= least && age <= most ? sum + entries : sum;
    }, 0n);
  return {
    count: days.reduce((sum, { entries }) => sum + entries, 0n),
    totalMinor: days.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
    upTo1Day: older(Number.NEGATIVE_INFINITY, 1),
    upTo7Days: older(2, 7),
    upTo30Days: older(8, 30),
    older: older(31, Number.POSITIVE_INFINITY),
  };
}
