import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { textParam } from "../../app/search-params.ts";

export const payPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/pay",
    validateSearch: (
      search: Record<string, unknown>,
    ): { recipientId?: string | undefined; accountId?: string | undefined } => ({
      recipientId: textParam(search["recipientId"]),
      accountId: textParam(search["accountId"]),
    }),
    component: lazyRouteComponent(() => import("./one/pay-page.tsx"), "PayPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/pay/many",
    component: lazyRouteComponent(() => import("./many/pay-many-page.tsx"), "PayManyPage"),
  }),
] as const;
