import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { isApiError } from "#api/api-error.ts";
import { listApprovals } from "#api/generated/sdk.gen.ts";
import type { Sort } from "#ui/money-table/money-column.ts";
import type { QueuedRequest } from "../decisions.ts";
import { queryOfList } from "../next/next-to-approve.ts";
import type { QueueSearch } from "../queue-search.ts";
import { SHOWN_FIRST, statusQueryOf } from "./queue-status.ts";

/** How soon others' decisions appear. */
const REFRESH_MS = 4_000;
const PAGE_SIZE = 50;

/**
 * The page of the queue that the URL describes, refreshed while it is open. If there are too many requests to sort, it is in
 * the default order, and `refusal` says why.
 */
export function useQueue({ open: _open, ...search }: Partial<QueueSearch>) {
  return useQuery({
    queryKey: ["approvals", search],
    queryFn: ({ signal }) => readQueue(search, PAGE_SIZE, signal),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
}

/** Waiting requests are in the order in which they were made, others newest first. */
const defaultSortOf = ({ status = SHOWN_FIRST }: Partial<QueueSearch>): Sort => ({
  by: "created",
  order: status === SHOWN_FIRST || status === "sentBack" ? "asc" : "desc",
});

export function queueSortOf(search: Partial<QueueSearch>): Sort {
  const { by, order } = defaultSortOf(search);
  return { by: search.sort ?? by, order: search.order ?? order };
}

async function readQueue(search: Partial<QueueSearch>, limit: number, signal?: AbortSignal) {
  try {
    return await readSorted(search, { sort: queueSortOf(search), limit, signal });
  } catch (error) {
    if (!isApiError(error, "tooManyToSort")) throw error;
    const found = await readSorted(search, { sort: defaultSortOf(search), limit, signal });
    return { ...found, refusal: error.message };
  }
}

interface Reading {
  readonly sort: Sort;
  readonly limit: number;
  readonly signal: AbortSignal | undefined;
}

async function readSorted(search: Partial<QueueSearch>, { sort, limit, signal }: Reading) {
  const { start_after, status = SHOWN_FIRST, mine } = search;
  const { alone, ...list } = queryOfList({ ...search, sort: sort.by, order: sort.order });
  const query = {
    ...list,
    // What is decided is listed one by one.
    ...(alone === undefined || status !== SHOWN_FIRST ? {} : { alone }),
    limit,
    ...statusQueryOf(status),
    ...(mine ? ({ mine: "true" } as const) : {}),
    ...(start_after === undefined ? {} : { start_after }),
  };
  const { data } = await listApprovals({ query, ...(signal === undefined ? {} : { signal }), throwOnError: true });
  const isWhole = data.page.nextPage === undefined && start_after === undefined;
  return { ...data, isWhole, sort, refusal: undefined };
}

/** As many as the API lists at once. */
const FILE_PAGE_SIZE = 200;
const FILE_PAGES_MAX = 50;

/** All requests that the filters match, in the order shown, for a file. */
export async function readWholeQueue({ open: _open, ...search }: Partial<QueueSearch>) {
  const requests: QueuedRequest[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < FILE_PAGES_MAX; pages += 1) {
    const found = await readQueue({ ...search, start_after: after }, FILE_PAGE_SIZE);
    requests.push(...found.requests);
    after = found.page.nextPage;
    if (after === undefined) return requests;
  }
  throw new Error("The list has too many requests for a file. Add a filter.");
}
