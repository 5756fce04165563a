import type { Sort } from "../../../ui/money-table/money-column.ts";
import type { QueueSearch } from "../queue-search.ts";
import { SHOWN_FIRST } from "./queue-status.ts";

/** Waiting requests are in the order in which they were made, others newest first. */
export const defaultSortOf = ({ status = SHOWN_FIRST }: Partial<QueueSearch>): Sort => ({
  by: "created",
  order: status === SHOWN_FIRST || status === "sentBack" ? "asc" : "desc",
});

export function queueSortOf(search: Partial<QueueSearch>): Sort {
  const { by, order } = defaultSortOf(search);
  return { by: search.sort ?? by, order: search.order ?? order };
}
