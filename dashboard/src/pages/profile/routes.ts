import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { rootRoute, signedInRoute } from "../../app/routes.tsx";
import { safeRedirect } from "../../app/session/safe-redirect.ts";
import { loadSession } from "../../app/session/session.ts";

export const profilePageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/profile",
    component: lazyRouteComponent(() => import("./profile-page.tsx"), "ProfilePage"),
  }),
] as const;

/** Outside `signedInRoute`, which redirects here users who still need a second factor. */
export const secondFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/second-factor",
  validateSearch: ({ to }: Record<string, unknown>): { to?: string | undefined } => ({ to: safeRedirect(to) }),
  beforeLoad: async ({ context, search }) => {
    const session = await loadSession(context.queryClient);
    if (session === undefined) throw redirect({ to: "/sign-in", search });
    if (session.secondFactorDueAt === null) throw redirect({ to: "/profile" });
  },
  component: lazyRouteComponent(() => import("./second-factor-page.tsx"), "SecondFactorPage"),
});
