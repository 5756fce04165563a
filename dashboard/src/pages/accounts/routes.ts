import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { listStateOf } from "../../ui/money-table/activity/list-state.ts";

export const accountPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/accounts",
    component: lazyRouteComponent(() => import("./accounts-page.tsx"), "AccountsPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/accounts/$accountId",
    validateSearch: listStateOf,
    component: lazyRouteComponent(() => import("./account-page.tsx"), "AccountPage"),
  }),
] as const;
