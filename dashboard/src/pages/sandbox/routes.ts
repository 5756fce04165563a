import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { isSandboxTab, type SandboxTab } from "./sandbox-tabs.ts";

export const sandboxPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/sandbox",
    validateSearch: ({ tab, method }: Record<string, unknown>): { tab?: SandboxTab; method?: string } => ({
      tab: isSandboxTab(tab) ? tab : undefined,
      method: typeof method === "string" ? method : undefined,
    }),
    component: lazyRouteComponent(() => import("./sandbox-page.tsx"), "SandboxPage"),
  }),
] as const;
