import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { treasurySearchOf } from "./treasury-search.ts";

export const treasuryPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/treasury",
    validateSearch: treasurySearchOf,
    component: lazyRouteComponent(() => import("./treasury-page.tsx"), "TreasuryPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/treasury/$treasuryId/import",
    component: lazyRouteComponent(() => import("./import-page.tsx"), "ImportPage"),
  }),
] as const;
