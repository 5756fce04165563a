import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { auditRoutes } from "./audit/routes.ts";
import { changesRoutes } from "./changes/routes.ts";
import { organizationRoutes } from "./organization/routes.ts";
import { peopleRoutes } from "./people/routes.ts";
import { rulesRoutes } from "./rules/routes.ts";
import { tokenRoutes } from "./tokens/routes.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings",
    component: lazyRouteComponent(() => import("./settings-page.tsx"), "SettingsPage"),
  }),
  ...changesRoutes,
  ...organizationRoutes,
  ...peopleRoutes,
  ...rulesRoutes,
  ...tokenRoutes,
  ...webhookRoutes,
  ...auditRoutes,
] as const;
