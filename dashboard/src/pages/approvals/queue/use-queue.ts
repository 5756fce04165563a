import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { listApprovalsOptions } from "../../../api/generated/@tanstack/react-query.gen.ts";
import type { QueueSearch } from "../routes.ts";
import { SHOWN_FIRST } from "./queue-status.ts";
import { defaultSortOf, queueSortOf, sortQueue } from "./sort-queue.ts";

/** How soon others' decisions appear. */
const REFRESH_MS = 4_000;
const PAGE_SIZE = 50;
/** The API sorts by creation only; what fits into its largest page is sorted here. */
const MOST_SORTED = 200;

/** The page of the queue that the URL describes, refreshed while it is open. */
export function useQueue(search: Partial<QueueSearch>) {
  const sort = queueSortOf(search);
  const byCreation = sort.by === "created";
  return useQuery({
    ...listApprovalsOptions({
      query: {
        limit: byCreation ? PAGE_SIZE : MOST_SORTED,
        status: search.status ?? SHOWN_FIRST,
        order: byCreation ? sort.order : defaultSortOf(search).order,
        ...(search.kind === undefined ? {} : { kind: search.kind }),
        ...(search.account === undefined ? {} : { accountId: search.account }),
        ...(search.mine ? { mine: "true" } : {}),
        ...(search.start_after === undefined ? {} : { start_after: search.start_after }),
      },
    }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
    select: ({ requests, page }) => {
      const isWhole = page.nextPage === undefined && search.start_after === undefined;
      const refused = !byCreation && !isWhole;
      return {
        requests: refused ? requests : sortQueue(requests, sort),
        page,
        isWhole,
        sort: refused ? defaultSortOf(search) : sort,
        refusal: refused ? `More than ${MOST_SORTED} requests match. Filter the list to sort it.` : undefined,
      };
    },
  });
}
