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

/** Everything behind the sign-in: whoever has no session signs in and lands where they were going. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "signedIn",
  beforeLoad: async ({ context, location }) => {
    if ((await findSession(context.queryClient)) === undefined)
      throw redirect({ to: "/sign-in", search: { to: `/dashboard${location.href}` } });
  },
  component: Shell,
});
