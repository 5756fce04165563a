import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../../app/routes.tsx";

export const organizationPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/organization",
    component: lazyRouteComponent(() => import("./organization-page.tsx"), "OrganizationPage"),
  }),
] as const;
