import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { textParam } from "../../app/search-params.ts";
import { transfersSearchOf } from "./transfer-filters.ts";

export const transferPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/transfers",
    validateSearch: transfersSearchOf,
    component: lazyRouteComponent(() => import("./transfers-page.tsx"), "TransfersPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/transfers/new",
    validateSearch: (search: Record<string, unknown>): { from?: string | undefined; to?: string | undefined } => ({
      from: textParam(search["from"]),
      to: textParam(search["to"]),
    }),
    component: lazyRouteComponent(() => import("./new-transfer-page.tsx"), "NewTransferPage"),
  }),
] as const;
