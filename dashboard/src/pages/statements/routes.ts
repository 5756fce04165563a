import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { cursorParams, textParam } from "../../app/search-params.ts";

const YEAR = /^\d{4}$/;

/** The page's filters; every name is present, because the router keeps parameters that are left out. */
export const statementSearch = (search: Record<string, unknown>) => {
  const year = typeof search["year"] === "number" ? String(search["year"]) : textParam(search["year"]);
  return {
    ...cursorParams(search),
    account: textParam(search["account"]),
    year: year !== undefined && YEAR.test(year) ? year : undefined,
  };
};
export type StatementSearch = Partial<ReturnType<typeof statementSearch>>;

export const statementPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/statements",
    validateSearch: (search: Record<string, unknown>): StatementSearch => statementSearch(search),
    component: lazyRouteComponent(() => import("./statements-page.tsx"), "StatementsPage"),
  }),
] as const;
