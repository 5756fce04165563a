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
  return { rows: await queueRowsOf(service, { organizationId, userId }, kept), next: after };
}

/** The rows of requests, as this user may see and decide them. */
export async function queueRowsOf(
  { database }: Service,
  { organizationId, userId }: Pick<QueueQuery, "organizationId" | "userId">,
  cases: readonly RequestCase[],
): Promise<readonly QueueRow[]> {
  const names = await namesIn(database, organizationId, cases);
  return cases.map((found) => renderQueueRow(found, { names, userId }));
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
