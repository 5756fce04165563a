import { assert } from "../../../kernel/assert.ts";
import type { Service } from "../../../kernel/process/service.ts";
import { dollarsFromMinor } from "../../../kernel/values/money.ts";
import { casesOf, listRequests, type RequestCase, refusalTo } from "../../approvals/index.ts";
import type { Caller } from "../../identity/index.ts";
import { personOf } from "../../people/index.ts";

/** Evaluated at a time: who may decide depends on the current rules, users, and limits. */
const STEP = 200;
/** The count is shown, so that it need not evaluate what nobody could read. */
const STEPS_MAX = 2;

/** The requests that a user may approve now, among the oldest 400. */
export interface DecidableRequests {
  readonly count: number;
  readonly totalMinor: bigint;
  /** False if there are open requests that were not evaluated. */
  readonly isExact: boolean;
  readonly oldest: readonly RequestCase[];
}

export const nothingToDecide: DecidableRequests = { count: 0, totalMinor: 0n, isExact: true, oldest: [] };

/** What waits for this user's decision. Reads nothing for users without the right to approve payments. */
export async function decidableBy(service: Service, caller: Caller, shown: number): Promise<DecidableRequests> {
  if (!caller.person?.permissions.has("approvePayments")) return nothingToDecide;
  const { organizationId, userId } = personOf(caller);
  let found = nothingToDecide;
  let after: string | undefined;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const cursor = { limit: STEP, order: "asc", ...(after === undefined ? {} : { start_after: after }) } as const;
    const { rows, page } = await listRequests(service, organizationId, { cursor });
    const cases = await casesOf(service.database, organizationId, { requests: rows, now: service.clock.now() });
    const mine = cases.filter((each) => refusalTo("approve", each, userId) === undefined);
    found = {
      count: found.count + mine.length,
      totalMinor: mine.reduce((sum, { request }) => sum + request.amount_minor, found.totalMinor),
      isExact: page.nextPage === undefined,
      oldest: [...found.oldest, ...mine].slice(0, shown),
    };
    if (page.nextPage === undefined) break;
    after = page.nextPage;
  }
  assert(found.oldest.length <= found.count, "only requests that were counted are shown");
  return found;
}

export const renderDecidable = ({ count, totalMinor, isExact }: DecidableRequests) => ({
  count,
  total: dollarsFromMinor(totalMinor),
  isExact,
});
