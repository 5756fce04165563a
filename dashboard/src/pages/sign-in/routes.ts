import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../app/routes.tsx";
import { safeRedirect } from "../../app/session/safe-redirect.ts";

export const signInPageRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/sign-in",
    // Always set: the router keeps parameters that validateSearch leaves out.
    validateSearch: ({ to }: Record<string, unknown>): { to?: string | undefined } => ({ to: safeRedirect(to) }),
    component: lazyRouteComponent(() => import("./sign-in-page.tsx"), "SignInPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/forgotten",
    component: lazyRouteComponent(() => import("./forgotten-page.tsx"), "ForgottenPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/join",
    component: lazyRouteComponent(() => import("./join-page.tsx"), "JoinPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/setup",
    component: lazyRouteComponent(() => import("./setup-page.tsx"), "SetupPage"),
  }),
] as const;
