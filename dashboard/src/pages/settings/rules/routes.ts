import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../../app/routes.tsx";

export const rulesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/settings/rules",
  // The rule in the editor: its ID, or `new`.
  validateSearch: ({ edit }: Record<string, unknown>): { edit?: string | undefined } => ({
    edit: typeof edit === "string" ? edit : undefined,
  }),
  component: lazyRouteComponent(() => import("./rules-page.tsx"), "RulesPage"),
});

export const rulesPageRoutes = [rulesRoute] as const;
