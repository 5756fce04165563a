import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { textParam } from "../../app/search-params.ts";
import { isQueueStatus, type QueueStatus } from "./queue-status.ts";

const kinds = ["payment", "transfer"] as const;

export interface QueueSearch {
  readonly status: QueueStatus | undefined;
  readonly kind: (typeof kinds)[number] | undefined;
  readonly account: string | undefined;
  readonly mine: true | undefined;
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
    start_after: textParam(search["start_after"]),
  }),
  component: lazyRouteComponent(() => import("./queue-page.tsx"), "QueuePage"),
});

export const reviewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/approvals/$requestId",
  component: lazyRouteComponent(() => import("./review-page.tsx"), "ReviewPage"),
});

export const approvalPageRoutes = [queueRoute, reviewRoute] as const;
