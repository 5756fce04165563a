import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import type { RequestListState } from "../../ui/money-table/row-target.ts";
import { type QueueSearch, queueSearchOf, requestListOf } from "./queue-search.ts";

export const approvalPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/approvals",
    validateSearch: queueSearchOf,
    component: lazyRouteComponent(() => import("./queue/queue-page.tsx"), "QueuePage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/approvals/batches/$batchId",
    // The filters and the order of its requests.
    validateSearch: (search: Record<string, unknown>): Partial<QueueSearch> => ({
      ...queueSearchOf(search),
      batch: undefined,
      view: undefined,
    }),
    component: lazyRouteComponent(() => import("./batches/batch-page.tsx"), "BatchPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/approvals/$requestId",
    // The list from which it was opened.
    validateSearch: (search: Record<string, unknown>): Partial<RequestListState> => requestListOf(search),
    component: lazyRouteComponent(() => import("./review-page.tsx"), "ReviewPage"),
  }),
] as const;
