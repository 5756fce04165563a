import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../../app/routes.tsx";

export const tokenPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/tokens",
    component: lazyRouteComponent(() => import("./tokens-page.tsx"), "TokensPage"),
  }),
] as const;
