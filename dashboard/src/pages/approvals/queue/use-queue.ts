import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { isApiError } from "../../../api/api-error.ts";
import { listApprovals } from "../../../api/generated/sdk.gen.ts";
import type { Sort } from "../../../ui/money-table/money-column.ts";
import { queryOfList } from "../next/next-to-approve.ts";
import type { QueueSearch } from "../routes.ts";
import { defaultSortOf, queueSortOf } from "./queue-sort.ts";
import { SHOWN_FIRST, statusQueryOf } from "./queue-status.ts";

/** How soon others' decisions appear. */
const REFRESH_MS = 4_000;
const PAGE_SIZE = 50;

/**
 * The page of the queue that the URL describes, refreshed while it is open. If there are too many requests to sort, it is in
 * the default order, and `refusal` says why.
 */
export function useQueue({ open: _open, ...search }: Partial<QueueSearch>) {
  const { start_after, status = SHOWN_FIRST, mine } = search;
  const sort = queueSortOf(search);
  const read = async ({ by, order }: Sort, signal: AbortSignal) => {
    const { alone, ...list } = queryOfList({ ...search, sort: by, order });
    const query = {
      ...list,
      // What is decided is listed one by one.
      ...(alone === undefined || status !== SHOWN_FIRST ? {} : { alone }),
      limit: PAGE_SIZE,
      ...statusQueryOf(status),
      ...(mine ? ({ mine: "true" } as const) : {}),
      ...(start_after === undefined ? {} : { start_after }),
    };
    const { data } = await listApprovals({ query, signal, throwOnError: true });
    const isWhole = data.page.nextPage === undefined && start_after === undefined;
    return { ...data, isWhole, sort: { by, order }, refusal: undefined };
  };
  return useQuery({
    queryKey: ["approvals", search],
    queryFn: async ({ signal }) => {
      try {
        return await read(sort, signal);
      } catch (error) {
        if (!isApiError(error, "tooManyToSort")) throw error;
        return { ...(await read(defaultSortOf(search), signal)), refusal: error.message };
      }
    },
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
}
