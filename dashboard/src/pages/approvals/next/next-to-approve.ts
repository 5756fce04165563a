import { isApiError } from "#api/api-error.ts";
import { listApprovals } from "#api/generated/sdk.gen.ts";
import type { ListApprovalsData } from "#api/generated/types.gen.ts";
import type { RequestListState } from "#ui/money-table/row-target.ts";

type Query = NonNullable<ListApprovalsData["query"]>;

/** The filters and the order of a list, in the API's terms. */
export const queryOfList = ({ kind, account, flagged, sort, order, batch }: Partial<RequestListState>): Query => ({
  ...(batch === undefined ? aloneUnless(kind ?? account) : { batchId: batch }),
  ...(kind === undefined ? {} : { kind }),
  ...(account === undefined ? {} : { accountId: account }),
  ...(flagged ? { flagged: "true" } : {}),
  // The API rejects an outdated column of an old link with a message.
  ...(sort === undefined ? {} : { sort: sortNames[sort] ?? (sort as Query["sort"]) }),
  ...(order === undefined ? {} : { order }),
});

/** Batches have rows of their own, unless a filter looks into them. */
const aloneUnless = (filter: string | undefined): Query => (filter === undefined ? { alone: "true" } : {});

/** Where the API's name of a column differs from the table's. */
const sortNames: Readonly<Record<string, Query["sort"]>> = { counterparty: "recipient" };

/** A page may end without a match while more requests follow. */
const PAGES_MAX = 10;

/**
 * The request that follows in the list, of those that the user may approve. The list may no longer have the first one, which
 * keeps its place. Undefined if there is none.
 */
export async function nextToApprove(list: Partial<RequestListState>, requestId: string): Promise<string | undefined> {
  let after: string | undefined = requestId;
  try {
    for (let page = 0; page < PAGES_MAX && after !== undefined; page += 1) {
      const query: Query = { ...queryOfList(list), mine: "true", limit: 1, start_after: after };
      const { data } = await listApprovals({ query, throwOnError: true });
      const [next] = data.requests;
      if (next !== undefined) return next.requestId;
      after = data.page.nextPage;
    }
  } catch (error) {
    // A list that cannot be sorted, or that never had the request, has no next one. Its approval is not affected.
    if (!isApiError(error)) throw error;
  }
  return undefined;
}
