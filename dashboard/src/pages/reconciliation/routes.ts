import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { cursorParams, textParam } from "../../app/search-params.ts";

/** Every name is present, because the router keeps parameters that are left out. */
export const reconciliationSearch = (search: Record<string, unknown>) => ({
  ...cursorParams(search),
  account: textParam(search["account"]),
  /** What is matched, instead of what is open. */
  matched: search["matched"] === true || undefined,
});
export type ReconciliationSearch = Partial<ReturnType<typeof reconciliationSearch>>;

export const reconciliationPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/reconciliation",
    validateSearch: (search: Record<string, unknown>): ReconciliationSearch => reconciliationSearch(search),
    component: lazyRouteComponent(() => import("./reconciliation-page.tsx"), "ReconciliationPage"),
  }),
] as const;
