import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, redirect } from "@tanstack/react-router";
import { NotFoundPage } from "./not-found-page.tsx";
import { PageProblem } from "./page-problem.tsx";
import { findSession } from "./session.ts";
import { Shell } from "./shell.tsx";

export const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  notFoundComponent: NotFoundPage,
  errorComponent: PageProblem,
});

/** Everything behind the sign-in: people without a session, or without a second factor they need, get one and land where they were going. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "signedIn",
  beforeLoad: async ({ context, location }) => {
    const session = await findSession(context.queryClient);
    const search = { to: `/dashboard${location.href}` };
    if (session === undefined) throw redirect({ to: "/sign-in", search });
    if (session.secondFactorOverdue) throw redirect({ to: "/second-factor", search });
  },
  component: Shell,
});
