import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

export const payRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/pay",
    validateSearch: (
      search: Record<string, unknown>,
    ): { recipientId?: string | undefined; accountId?: string | undefined } => ({
      recipientId: textOf(search["recipientId"]),
      accountId: textOf(search["accountId"]),
    }),
    component: lazyRouteComponent(() => import("./one/pay-page.tsx"), "PayPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/pay/many",
    component: lazyRouteComponent(() => import("./many/pay-many-page.tsx"), "PayManyPage"),
  }),
] as const;
