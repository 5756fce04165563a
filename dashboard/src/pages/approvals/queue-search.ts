import { textParam } from "../../app/search-params.ts";
import type { RequestListState } from "../../ui/money-table/row-target.ts";
import { isQueueStatus, type QueueStatus } from "./queue/queue-status.ts";

/** What the queue, and the page of a batch, keep in their URL. */
export interface QueueSearch extends RequestListState {
  readonly status: QueueStatus | undefined;
  readonly mine: true | undefined;
  /** The request in the panel. */
  readonly open: string | undefined;
  readonly start_after: string | undefined;
  /** The saved view that is open, or `all`. */
  readonly view: string | undefined;
}

const kinds = ["payment", "transfer"] as const;

/** Ignores invalid parameters. */
export const requestListOf = (search: Record<string, unknown>): RequestListState => ({
  kind: kinds.find((kind) => kind === search["kind"]),
  account: textParam(search["account"]),
  flagged: search["flagged"] === true ? true : undefined,
  sort: textParam(search["sort"]),
  order: search["order"] === "asc" || search["order"] === "desc" ? search["order"] : undefined,
  batch: textParam(search["batch"]),
});

type Navigate = (to: {
  readonly search: (before: Partial<QueueSearch>) => Partial<QueueSearch>;
  readonly replace: boolean;
}) => unknown;

/** Changes a part of the URL, which starts at the first page unless it turns one. */
export const searchChanger = (navigate: Navigate, onChange: () => void) => (part: Partial<QueueSearch>) => {
  onChange();
  // Paging adds a history entry; filtering replaces the current one.
  const replace = part.start_after === undefined;
  void navigate({ search: (before) => ({ ...before, start_after: undefined, ...part }), replace });
};

/** Ignores invalid parameters. */
export const queueSearchOf = (search: Record<string, unknown>): Partial<QueueSearch> => ({
  ...requestListOf(search),
  status: isQueueStatus(search["status"]) ? search["status"] : undefined,
  mine: search["mine"] === true ? true : undefined,
  open: textParam(search["open"]),
  start_after: textParam(search["start_after"]),
  view: textParam(search["view"]),
});
