import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { textParam } from "../../app/search-params.ts";

export const setUpPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/set-up-to-live",
    // The open item; the next one by default.
    validateSearch: ({ item }: Record<string, unknown>): { item?: string | undefined } => ({ item: textParam(item) }),
    component: lazyRouteComponent(() => import("./set-up-page.tsx"), "SetUpPage"),
  }),
] as const;
