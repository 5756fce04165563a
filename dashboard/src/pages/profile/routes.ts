import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";

export const profileRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/profile",
    component: lazyRouteComponent(() => import("./profile-page.tsx"), "ProfilePage"),
  }),
] as const;
