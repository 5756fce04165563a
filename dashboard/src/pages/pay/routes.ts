import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { cursorParams, textParam } from "../../app/search-params.ts";
import { scheduledSearchOf } from "./scheduled/scheduled-view.ts";

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
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/scheduled",
    validateSearch: scheduledSearchOf,
    component: lazyRouteComponent(() => import("./scheduled/scheduled-page.tsx"), "ScheduledPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/scheduled/recurring/$recurringPaymentId",
    validateSearch: cursorParams,
    component: lazyRouteComponent(() => import("./scheduled/recurring-page.tsx"), "RecurringPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/scheduled/recurring/$recurringPaymentId/edit",
    component: lazyRouteComponent(() => import("./scheduled/edit-recurring-page.tsx"), "EditRecurringPage"),
  }),
] as const;
