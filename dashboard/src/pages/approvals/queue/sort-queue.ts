import type { Sort } from "../../../ui/money-table/money-column.ts";
import type { QueuedRequest } from "../decisions.ts";
import type { QueueSearch } from "../routes.ts";
import { requesterName } from "./queue-columns.tsx";
import { queueStatusNames, SHOWN_FIRST } from "./queue-status.ts";

const text = (of: (row: QueuedRequest) => string) => (a: QueuedRequest, b: QueuedRequest) =>
  of(a).localeCompare(of(b), "en");

const comparisons: Readonly<Record<string, (a: QueuedRequest, b: QueuedRequest) => number>> = {
  counterparty: text(({ payeeName }) => payeeName),
  account: text(({ accountName }) => accountName),
  method: text(({ paymentMethod }) => paymentMethod ?? ""),
  requester: text(requesterName),
  status: text(({ status, mayDecide }) => `${mayDecide ? 0 : 1} ${queueStatusNames[status]}`),
  amount: (a, b) => a.amount - b.amount,
};

/** Waiting requests are in the order in which they were made, others newest first. */
export const defaultSortOf = ({ status = SHOWN_FIRST }: Partial<QueueSearch>): Sort => ({
  by: "created",
  order: status === SHOWN_FIRST ? "asc" : "desc",
});

export const queueSortOf = (search: Partial<QueueSearch>): Sort => {
  const { by, order } = defaultSortOf(search);
  return {
    by: search.sort !== undefined && search.sort in comparisons ? search.sort : by,
    order: search.order ?? order,
  };
};

/** All of the requests, by a column that the API does not sort by. */
export function sortQueue(rows: readonly QueuedRequest[], { by, order }: Sort): readonly QueuedRequest[] {
  const compare = comparisons[by];
  if (compare === undefined) return rows;
  return rows.toSorted((a, b) => (order === "asc" ? compare(a, b) : compare(b, a)));
}
