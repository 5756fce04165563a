import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import {
  type BatchId,
  type BatchRow,
  casesOf,
  findApprovalBatches,
  listRequests,
  type RequestCase,
  refusalTo,
} from "#payments/approvals";
import type { Caller } from "#records/identity";
import { personOf } from "#records/people";

/** Evaluated at a time: who may decide depends on the current rules, users, and limits. */
const STEP = 200;
/** The count is shown, so that it need not evaluate what nobody could read. */
const STEPS_MAX = 2;

/** The requests that a user may approve now, among the oldest 400; without those of batches that are not complete. */
export interface DecidableRequests {
  readonly count: number;
  /** Decisions: the requests of a batch are one. */
  readonly items: number;
  readonly totalMinor: bigint;
  /** False if there are open requests that were not evaluated. */
  readonly isExact: boolean;
  /** Those that are in no batch. */
  readonly oldest: readonly RequestCase[];
  readonly batches: readonly DecidableBatch[];
}

/** The requests of a batch that the user may approve. */
export interface DecidableBatch {
  readonly batchId: string;
  readonly name: string;
  readonly count: number;
  readonly totalMinor: bigint;
}

export const nothingToDecide: DecidableRequests = {
  count: 0,
  items: 0,
  totalMinor: 0n,
  isExact: true,
  oldest: [],
  batches: [],
};

/** What waits for this user's decision. Reads nothing for users without the right to approve payments. */
export async function decidableBy(service: Service, caller: Caller, shown: number): Promise<DecidableRequests> {
  if (!caller.person?.permissions.has("approvePayments")) return nothingToDecide;
  const { organizationId, userId } = personOf(caller);
  const mine: RequestCase[] = [];
  let after: string | undefined;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const cursor = { limit: STEP, order: "asc", ...(after === undefined ? {} : { start_after: after }) } as const;
    const { rows, page } = await listRequests(service, organizationId, { cursor });
    const cases = await casesOf(service.database, organizationId, { requests: rows, now: service.clock.now() });
    mine.push(...cases.filter((each) => refusalTo("approve", each, userId) === undefined));
    after = page.nextPage;
    if (after === undefined) break;
  }
  const submitted = await submittedBatches(service.database, organizationId, mine);
  return { ...countedIn(mine, { submitted, shown }), isExact: after === undefined };
}

async function submittedBatches(
  db: Queryable,
  organizationId: OrganizationId,
  cases: readonly RequestCase[],
): Promise<ReadonlyMap<BatchId, BatchRow>> {
  const ids = [...new Set(cases.flatMap(({ request }) => request.batch_id ?? []))];
  const batches = ids.length === 0 ? [] : await findApprovalBatches(db, organizationId, ids);
  return new Map(batches.flatMap((batch) => (batch.state === "submitted" ? [[batch.batch_id, batch]] : [])));
}

function countedIn(
  mine: readonly RequestCase[],
  { submitted, shown }: { submitted: ReadonlyMap<BatchId, BatchRow>; shown: number },
): Omit<DecidableRequests, "isExact"> {
  const alone = mine.filter(({ request }) => request.batch_id === null);
  const batches = [...submitted.values()].map((batch): DecidableBatch => {
    const members = mine.filter(({ request }) => request.batch_id === batch.batch_id);
    return { batchId: batch.batch_id, name: batch.name, count: members.length, totalMinor: totalOfCases(members) };
  });
  const inBatches = batches.reduce((sum, { count }) => sum + count, 0);
  assert(alone.length + inBatches <= mine.length, "no request is counted twice");
  return {
    count: alone.length + inBatches,
    items: alone.length + batches.length,
    totalMinor: batches.reduce((sum, { totalMinor }) => sum + totalMinor, totalOfCases(alone)),
    oldest: alone.slice(0, shown),
    batches: batches.slice(0, shown),
  };
}

const totalOfCases = (cases: readonly RequestCase[]): bigint =>
  cases.reduce((sum, { request }) => sum + request.amount_minor, 0n);

export const renderDecidable = ({ count, items, totalMinor, isExact, batches }: DecidableRequests) => ({
  count,
  items,
  isExact,
  total: dollarsFromMinor(totalMinor),
  batches: batches.map(({ totalMinor: minor, ...batch }) => ({ ...batch, total: dollarsFromMinor(minor) })),
});
