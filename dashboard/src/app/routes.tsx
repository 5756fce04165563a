import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, redirect } from "@tanstack/react-router";
import { dropEarlyAnswers, loadSession } from "./session/session.ts";
import { NotFoundPage } from "./shell/not-found-page.tsx";
import { PageProblem } from "./shell/page-problem.tsx";
import { Shell } from "./shell/shell.tsx";

export const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  notFoundComponent: () => <NotFoundPage />,
  errorComponent: PageProblem,
});

/**
 * Every page that needs a session. Redirects to sign-in or second-factor setup first, then back to the page requested.
 */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "signedIn",
  beforeLoad: async ({ context, location }) => {
    const session = await loadSession(context.queryClient);
    const search = { to: `/dashboard${location.href}` };
    if (session === undefined || session.secondFactorOverdue) dropEarlyAnswers();
    if (session === undefined) throw redirect({ to: "/sign-in", search });
    if (session.secondFactorOverdue) throw redirect({ to: "/second-factor", search });
  },
  component: Shell,
});

/** Any other address, next to the menu. */
export const notFoundRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "$",
  component: () => <NotFoundPage inShell />,
});
