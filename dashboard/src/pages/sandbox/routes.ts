import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";

export const sandboxPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/sandbox",
    validateSearch: ({ method }: Record<string, unknown>): { method?: string } => ({
      method: typeof method === "string" ? method : undefined,
    }),
    component: lazyRouteComponent(() => import("./sandbox-page.tsx"), "SandboxPage"),
  }),
] as const;
