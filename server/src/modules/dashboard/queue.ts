import type { CursorQuery } from "../../kernel/http/schemas.ts";
import type { Service } from "../../kernel/process/service.ts";
import type { OrganizationId, UserId } from "../../kernel/values/ids.ts";
import { casesOf, listRequests, type RequestCase, type RequestList, refusalTo } from "../approvals/index.ts";
import { namesIn } from "./names.ts";
import { type QueueRow, renderQueueRow } from "./queue-row.ts";

export interface QueueQuery extends Pick<RequestList, "kind" | "accountId" | "status"> {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  /** Only requests that the user may approve now. */
  readonly mine: boolean;
  readonly limit: number;
  readonly order: "asc" | "desc";
  readonly after: string | undefined;
}

/**
 * Who may decide depends on the current rules, users, and limits, so each request is evaluated, this many at a time.
 */
const STEP = 200;
/** After this many steps, the rest goes to the next page. */
const STEPS_MAX = 10;

/**
 * A page of the queue: payments and transfers, and what the user may do with each. `next`: continue after this request.
 */
export async function readQueue(
  service: Service,
  query: QueueQuery,
): Promise<{ rows: readonly QueueRow[]; next: string | undefined }> {
  const { organizationId, userId, mine, limit } = query;
  const kept: RequestCase[] = [];
  let { after } = query;
  for (let step = 0; step < STEPS_MAX && kept.length < limit; step += 1) {
    const { cases, next } = await readStep(service, query, { after, limit: mine ? STEP : limit });
    for (const found of cases) {
      if (kept.length === limit) break;
      if (!mine || refusalTo("approve", found, userId) === undefined) kept.push(found);
      after = found.request.request_id;
    }
    const last = cases.at(-1)?.request.request_id;
    if (next === undefined && (last === undefined || after === last)) {
      after = undefined;
      break;
    }
  }
  const names = await namesIn(service.database, organizationId, kept);
  return { rows: kept.map((found) => renderQueueRow(found, { names, userId })), next: after };
}

async function readStep(
  service: Service,
  { organizationId, kind, accountId, status, order }: QueueQuery,
  { after, limit }: { after: string | undefined; limit: number },
) {
  const cursor: CursorQuery = { limit, order, ...(after === undefined ? {} : { start_after: after }) };
  const { rows, page } = await listRequests(service, organizationId, { kind, accountId, status, cursor });
  const cases = await casesOf(service.database, organizationId, { requests: rows, now: service.clock.now() });
  return { cases, next: page.nextPage };
}

/** The home page shows a count, so that it need not evaluate what nobody could read. */
const COUNT_STEPS_MAX = 2;

/** How many open requests the user may approve now, counted among the oldest 400. */
export async function countDecidable(
  service: Service,
  { organizationId, userId }: Pick<QueueQuery, "organizationId" | "userId">,
): Promise<number> {
  const query = { kind: undefined, accountId: undefined, status: undefined, mine: true, order: "asc" } as const;
  let count = 0;
  let after: string | undefined;
  for (let step = 0; step < COUNT_STEPS_MAX; step += 1) {
    const read = { ...query, organizationId, userId, limit: STEP, after };
    const { cases, next } = await readStep(service, read, { after, limit: STEP });
    count += cases.filter((found) => refusalTo("approve", found, userId) === undefined).length;
    if (next === undefined) break;
    after = next;
  }
  return count;
}
