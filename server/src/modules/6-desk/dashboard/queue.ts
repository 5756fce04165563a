import { assert } from "#kernel/assert.ts";
import type { CursorQuery } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import {
  casesOf,
  listRequests,
  type RequestCase,
  type RequestList,
  type Risks,
  readRisks,
  refusalTo,
  requestsInOrder,
} from "#payments/approvals";
import { namesIn } from "./names.ts";
import { isFlagged, type queueSorts, sortedIds } from "./queue-order.ts";
import { type QueueRow, renderQueueRow } from "./queue-row.ts";

export interface QueueQuery
  extends Pick<RequestList, "kind" | "accountId" | "batchId" | "alone" | "status" | "sentBack"> {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  /** Only requests that the user may approve now. */
  readonly mine: boolean;
  /** Only requests with flags, or that could not be paid. */
  readonly flagged?: boolean;
  readonly limit: number;
  /** By creation if absent. */
  readonly sort?: "created" | (typeof queueSorts)[number] | undefined;
  readonly order: "asc" | "desc";
  readonly after: string | undefined;
}

/**
 * Who may decide depends on the current rules, users, and limits, and flags on payments, so each request is evaluated,
 * this many at a time.
 */
const STEP = 200;
/** Flags cost more, and most pages with flags are full soon: the first step is shorter. */
const FIRST_FLAGGED_STEP = 50;
/** After this many steps, the rest goes to the next page. */
const STEPS_MAX = 10;

/**
 * A page of the queue: payments and transfers, and what the user may do with each. `next`: continue after this request.
 */
export async function readQueue(
  service: Service,
  query: QueueQuery,
): Promise<{ rows: readonly QueueRow[]; next: string | undefined }> {
  const { organizationId, userId, mine, flagged = false, limit } = query;
  const { database, clock } = service;
  const step = await stepsOf(service, query);
  const kept: RequestCase[] = [];
  let risks: Risks = new Map();
  let { after } = query;
  for (let steps = 0; steps < STEPS_MAX && kept.length < limit; steps += 1) {
    const first = flagged ? Math.max(limit, FIRST_FLAGGED_STEP) : STEP;
    const { cases, next } = await step({ after, limit: !mine && !flagged ? limit : steps === 0 ? first : STEP });
    const able = mine ? cases.filter((found) => refusalTo("approve", found, userId) === undefined) : cases;
    const found = flagged ? await readRisks(database, organizationId, { cases: able, now: clock.now() }) : undefined;
    if (found !== undefined) risks = new Map([...risks, ...found]);
    const matching = found === undefined ? able : able.filter(({ request }) => isFlagged(request, found));
    const added = matching.slice(0, limit - kept.length);
    kept.push(...added);
    // The rest of a step that filled the page is for the next one.
    const isCut = added.length < matching.length;
    after = isCut ? added.at(-1)?.request.request_id : cases.at(-1)?.request.request_id;
    if (!isCut && next === undefined) {
      after = undefined;
      break;
    }
  }
  assert(kept.length <= limit, "a page is no longer than requested");
  if (!flagged) risks = await readRisks(database, organizationId, { cases: kept, now: clock.now() });
  return { rows: await queueRowsOf(service, { organizationId, userId, risks }, kept), next: after };
}

/** The rows of requests, as this user may see and decide them. Flags are read unless the caller knows them. */
export async function queueRowsOf(
  { database, clock }: Service,
  {
    organizationId,
    userId,
    risks: knownRisks,
  }: Pick<QueueQuery, "organizationId" | "userId"> & { readonly risks?: Risks },
  cases: readonly RequestCase[],
): Promise<readonly QueueRow[]> {
  const risks = knownRisks ?? (await readRisks(database, organizationId, { cases, now: clock.now() }));
  const names = await namesIn(database, organizationId, cases);
  return cases.map((found) => renderQueueRow(found, { names, userId, risks }));
}

interface StepCursor {
  readonly after: string | undefined;
  readonly limit: number;
}
/** The requests after the cursor, and the cursor of the next ones if there are any. */
type ReadStep = (cursor: StepCursor) => Promise<{ cases: readonly RequestCase[]; next: string | undefined }>;

/** By creation, each step reads a range of IDs; in another order, the list is sorted once. */
async function stepsOf(service: Service, query: QueueQuery): Promise<ReadStep> {
  const {
    organizationId,
    kind,
    accountId,
    batchId,
    alone,
    status,
    sentBack,
    sort = "created",
    order,
    after: start,
  } = query;
  if (sort === "created") return (cursor) => readStep(service, query, cursor);
  const list = { kind, accountId, batchId, alone, status, sentBack };
  const ids: readonly string[] = await sortedIds(service, { organizationId, list, sort, order }, start);
  return async ({ after, limit }) => {
    const from = after === undefined || after === start ? 0 : ids.indexOf(after) + 1;
    const page = ids.slice(from, from + limit);
    const requests = await requestsInOrder(service.database, organizationId, page);
    const cases = await casesOf(service.database, organizationId, { requests, now: service.clock.now() });
    return { cases, next: from + limit < ids.length ? page.at(-1) : undefined };
  };
}

async function readStep(
  service: Service,
  { organizationId, kind, accountId, batchId, alone, status, sentBack, order }: QueueQuery,
  { after, limit }: StepCursor,
) {
  const cursor: CursorQuery = { limit, order, ...(after === undefined ? {} : { start_after: after }) };
  const list = { kind, accountId, batchId, alone, status, sentBack };
  const { rows, page } = await listRequests(service, organizationId, { ...list, cursor });
  const cases = await casesOf(service.database, organizationId, { requests: rows, now: service.clock.now() });
  return { cases, next: page.nextPage };
}
