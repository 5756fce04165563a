import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { textParam } from "../../app/search-params.ts";

interface PaySearch {
  readonly recipientId?: string | undefined;
  readonly accountId?: string | undefined;
  /** A payment that failed and is to be made again. */
  readonly again?: string | undefined;
}

export const payPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/pay",
    validateSearch: (search: Record<string, unknown>): PaySearch => ({
      recipientId: textParam(search["recipientId"]),
      accountId: textParam(search["accountId"]),
      again: textParam(search["again"]),
    }),
    component: lazyRouteComponent(() => import("./one/pay-page.tsx"), "PayPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/pay/many",
    component: lazyRouteComponent(() => import("./many/pay-many-page.tsx"), "PayManyPage"),
  }),
] as const;
