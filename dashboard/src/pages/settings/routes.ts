import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { auditPageRoutes } from "./audit/routes.ts";
import { categoryPageRoutes } from "./categories/routes.ts";
import { changesPageRoutes } from "./changes/routes.ts";
import { organizationPageRoutes } from "./organization/routes.ts";
import { peoplePageRoutes } from "./people/routes.ts";
import { rulesPageRoutes } from "./rules/routes.ts";
import { tokenPageRoutes } from "./tokens/routes.ts";
import { webhookPageRoutes } from "./webhooks/routes.ts";

export const settingsPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings",
    component: lazyRouteComponent(() => import("./settings-page.tsx"), "SettingsPage"),
  }),
  ...changesPageRoutes,
  ...organizationPageRoutes,
  ...peoplePageRoutes,
  ...rulesPageRoutes,
  ...categoryPageRoutes,
  ...tokenPageRoutes,
  ...webhookPageRoutes,
  ...auditPageRoutes,
] as const;
