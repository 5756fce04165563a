import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";

export const sandboxRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/sandbox",
    component: lazyRouteComponent(() => import("./sandbox-page.tsx"), "SandboxPage"),
  }),
] as const;
