import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../../app/routes.tsx";

export const changesPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/changes",
    component: lazyRouteComponent(() => import("./changes-page.tsx"), "ChangesPage"),
  }),
] as const;
