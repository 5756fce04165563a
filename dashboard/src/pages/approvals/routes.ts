import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { textParam } from "../../app/search-params.ts";
import type { RequestListState } from "../../ui/money-table/row-target.ts";
import { isQueueStatus, type QueueStatus } from "./queue/queue-status.ts";

const kinds = ["payment", "transfer"] as const;

export interface QueueSearch extends RequestListState {
  readonly status: QueueStatus | undefined;
  readonly mine: true | undefined;
  /** The request in the panel. */
  readonly open: string | undefined;
  readonly start_after: string | undefined;
  /** The saved view that is open, or `all`. */
  readonly view: string | undefined;
}

const listParams = (search: Record<string, unknown>): RequestListState => ({
  kind: kinds.find((kind) => kind === search["kind"]),
  account: textParam(search["account"]),
  flagged: search["flagged"] === true ? true : undefined,
  sort: textParam(search["sort"]),
  order: search["order"] === "asc" || search["order"] === "desc" ? search["order"] : undefined,
  batch: textParam(search["batch"]),
});

/** Ignores invalid parameters. */
export const queueSearchOf = (search: Record<string, unknown>): Partial<QueueSearch> => ({
  ...listParams(search),
  status: isQueueStatus(search["status"]) ? search["status"] : undefined,
  mine: search["mine"] === true ? true : undefined,
  open: textParam(search["open"]),
  start_after: textParam(search["start_after"]),
  view: textParam(search["view"]),
});

export const queueRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/approvals",
  validateSearch: queueSearchOf,
  component: lazyRouteComponent(() => import("./queue/queue-page.tsx"), "QueuePage"),
});

export const reviewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/approvals/$requestId",
  // The list from which it was opened.
  validateSearch: (search: Record<string, unknown>): Partial<RequestListState> => listParams(search),
  component: lazyRouteComponent(() => import("./review-page.tsx"), "ReviewPage"),
});

/** The page of a batch, with the filters and the order of its requests. */
export const batchRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/approvals/batches/$batchId",
  validateSearch: (search: Record<string, unknown>): Partial<QueueSearch> => ({
    ...queueSearchOf(search),
    batch: undefined,
    view: undefined,
  }),
  component: lazyRouteComponent(() => import("./batches/batch-page.tsx"), "BatchPage"),
});

export const approvalPageRoutes = [queueRoute, batchRoute, reviewRoute] as const;
