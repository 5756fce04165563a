import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { type StatementsSearch, statementsSearchOf } from "./statements-search.ts";

export const statementPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/statements",
    validateSearch: (search: Record<string, unknown>): StatementsSearch => statementsSearchOf(search),
    component: lazyRouteComponent(() => import("./statements-page.tsx"), "StatementsPage"),
  }),
] as const;
