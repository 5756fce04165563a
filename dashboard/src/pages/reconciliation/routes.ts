import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { type ReconciliationSearch, reconciliationSearchOf } from "./reconciliation-search.ts";

export const reconciliationPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/reconciliation",
    validateSearch: (search: Record<string, unknown>): ReconciliationSearch => reconciliationSearchOf(search),
    component: lazyRouteComponent(() => import("./reconciliation-page.tsx"), "ReconciliationPage"),
  }),
] as const;
