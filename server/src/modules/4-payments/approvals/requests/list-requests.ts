import { assert } from "#kernel/assert.ts";
import { findsRow, keysetOf, readPage } from "#kernel/http/paging.queries.ts";
import type { CursorQuery, PageBounds } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { RequestRow } from "./approval-request.ts";
import {
  getRequest,
  pageOfRequests,
  requestKey,
  requestsInOrder,
  requestWithId,
  type SortedRequest,
  someRequests,
} from "./approval-requests.queries.ts";
import { type RequestOfKind, renderRequestOf, renderRequests } from "./render-request.ts";
import { type RequestStatus, storedStatusesOf } from "./request-states.ts";

/** What a client can filter by; both kinds of requests use it. */
export interface RequestList {
  /** Undefined: both kinds in one queue. */
  readonly kind?: RequestRow["kind"] | undefined;
  readonly accountId?: string | undefined;
  readonly destinationAccountId?: string | undefined;
  readonly batchId?: string | undefined;
  /** Only requests that are decided by themselves. */
  readonly alone?: boolean | undefined;
  /** Open requests by default (decision P8). */
  readonly status?: RequestStatus | "all" | undefined;
  /** Only those sent back with a question. */
  readonly sentBack?: boolean | undefined;
  readonly cursor: CursorQuery;
}

/** A page of requests of one kind, oldest first by default. */
export async function listRequests(
  service: Service,
  organizationId: OrganizationId,
  { kind, accountId, destinationAccountId, batchId, alone, sentBack, status = "pendingApproval", cursor }: RequestList,
): Promise<{ rows: readonly RequestRow[]; page: PageBounds }> {
  const keyset = await keysetOf(cursor, {
    column: requestKey,
    exists: (id) => findsRow(service.database, requestWithId(organizationId, kind, id)),
  });
  const filter = { kind, accountId, destinationAccountId, batchId, alone, sentBack, statuses: statusesOf(status) };
  const { rows, page } = await readPage(
    keyset,
    (range) => pageOfRequests(service.database, organizationId, { filter, keyset: range }),
    (row) => row.request_id,
  );
  const ids = rows.map((row) => row.request_id);
  const requests = await requestsInOrder(service.database, organizationId, ids);
  assert(requests.length <= ids.length, "a page has no more requests than its list");
  return { rows: requests, page };
}

/** The same as clients see it. */
export async function listShown<Kind extends RequestRow["kind"]>(
  service: Service,
  organizationId: OrganizationId,
  list: RequestList & { readonly kind: Kind },
): Promise<{ requests: RequestOfKind<Kind>[]; page: PageBounds }> {
  const { rows, page } = await listRequests(service, organizationId, list);
  const { kind } = list;
  return { requests: await renderRequests(service, service.database, { organizationId, kind, rows }), page };
}

/** A request as clients see it. Refuses with `resourceNotFound`. */
export async function getShown<Kind extends RequestRow["kind"]>(
  service: Service,
  organizationId: OrganizationId,
  { kind, requestId }: { readonly kind: Kind; readonly requestId: string },
): Promise<RequestOfKind<Kind>> {
  const row = await getRequest(service.database, organizationId, { requestId, kind });
  return renderRequestOf(service, service.database, { organizationId, kind, row });
}

/** One status of the API can be several stored ones: `approved` includes scheduled requests. */
const statusesOf = (status: RequestStatus | "all") => (status === "all" ? undefined : storedStatusesOf(status));

/** The requests of a list in any order; undefined if there are more than `most`. */
export async function requestsToSort(
  db: Queryable,
  organizationId: OrganizationId,
  { list, most }: { readonly list: Omit<RequestList, "cursor">; readonly most: number },
): Promise<readonly SortedRequest[] | undefined> {
  const { kind, accountId, destinationAccountId, batchId, alone, sentBack, status = "pendingApproval" } = list;
  const filter = { kind, accountId, destinationAccountId, batchId, alone, sentBack, statuses: statusesOf(status) };
  const rows = await someRequests(db, organizationId, { filter, most });
  assert(rows.length <= most + 1, "no more are read than needed to know that there are too many");
  return rows.length > most ? undefined : rows;
}
