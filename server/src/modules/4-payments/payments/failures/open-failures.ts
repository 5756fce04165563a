import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { addedUp } from "../activity/activity-totals.queries.ts";
import { didPaymentFail, failuresAmong } from "../transactions/failed-payments.ts";
import type { TransactionRow } from "../transactions/transaction.ts";
import { latestFailures } from "./failure-handlings.queries.ts";

/** Failed payments that nobody has marked as handled. */
export interface OpenFailures {
  /** At most COUNTED_MAX. */
  readonly count: number;
  readonly totalMinor: bigint;
  /** Those made last. */
  readonly latest: readonly TransactionRow[];
}

/** More are not counted: the number is shown as this one. */
const COUNTED_MAX = 1000;

/** The failed payments that someone has to handle, for the home page. */
export async function openFailures(
  { database, clock }: Pick<Service, "clock"> & { readonly database: Queryable },
  organizationId: OrganizationId,
  shown: number,
): Promise<OpenFailures> {
  const filter = failuresAmong({ organizationId }, { isHandled: false, now: clock.now() });
  const latest = await latestFailures(database, filter, shown);
  assert(latest.length <= shown, "no more than requested");
  assert(latest.every(didPaymentFail), "only payments that failed have to be handled");
  if (latest.length < shown)
    return { count: latest.length, totalMinor: latest.reduce((sum, row) => sum - row.amount_minor, 0n), latest };
  const sums = await addedUp(database, { filter, search: undefined, ranges: undefined }, COUNTED_MAX);
  assert(sums.not_left_minor > 0n, "what failed was money that would have left");
  return { count: Number(sums.count), totalMinor: sums.not_left_minor, latest };
}
