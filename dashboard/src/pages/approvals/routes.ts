import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { textParam } from "../../app/search-params.ts";
import { isQueueStatus, type QueueStatus } from "./queue/queue-status.ts";

const kinds = ["payment", "transfer"] as const;

export interface QueueSearch {
  readonly status: QueueStatus | undefined;
  readonly kind: (typeof kinds)[number] | undefined;
  readonly account: string | undefined;
  readonly mine: true | undefined;
  readonly sort: string | undefined;
  readonly order: "asc" | "desc" | undefined;
  /** The request in the panel. */
  readonly open: string | undefined;
  readonly start_after: string | undefined;
}

export const queueRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/approvals",
  validateSearch: (search: Record<string, unknown>): Partial<QueueSearch> => ({
    status: isQueueStatus(search["status"]) ? search["status"] : undefined,
    kind: kinds.find((kind) => kind === search["kind"]),
    account: textParam(search["account"]),
    mine: search["mine"] === true ? true : undefined,
    sort: textParam(search["sort"]),
    order: search["order"] === "asc" || search["order"] === "desc" ? search["order"] : undefined,
    open: textParam(search["open"]),
    start_after: textParam(search["start_after"]),
  }),
  component: lazyRouteComponent(() => import("./queue/queue-page.tsx"), "QueuePage"),
});

export const reviewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/approvals/$requestId",
  component: lazyRouteComponent(() => import("./review-page.tsx"), "ReviewPage"),
});

export const approvalPageRoutes = [queueRoute, reviewRoute] as const;
