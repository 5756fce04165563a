import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";

export const accountPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/accounts",
    component: lazyRouteComponent(() => import("./accounts-page.tsx"), "AccountsPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/accounts/$accountId",
    component: lazyRouteComponent(() => import("./account-page.tsx"), "AccountPage"),
  }),
] as const;
