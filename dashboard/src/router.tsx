import type { QueryClient } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { rootRoute, signedInRoute } from "./app/routes.tsx";
import { accountsRoutes } from "./pages/accounts/routes.ts";
import { approvalsRoutes } from "./pages/approvals/routes.ts";
import { homeRoutes } from "./pages/home/routes.ts";
import { payRoutes } from "./pages/pay/routes.ts";
import { profileRoutes, secondFactorRoute } from "./pages/profile/routes.ts";
import { recipientsRoutes } from "./pages/recipients/routes.ts";
import { sandboxRoutes } from "./pages/sandbox/routes.ts";
import { settingsRoutes } from "./pages/settings/routes.ts";
import { signInRoutes } from "./pages/sign-in/routes.ts";
import { transactionsRoutes } from "./pages/transactions/routes.ts";
import { transfersRoutes } from "./pages/transfers/routes.ts";

/** Each area names its routes; a page's script is loaded when the page first opens. */
const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  secondFactorRoute,
  signedInRoute.addChildren([
    ...homeRoutes,
    ...approvalsRoutes,
    ...payRoutes,
    ...transactionsRoutes,
    ...recipientsRoutes,
    ...accountsRoutes,
    ...transfersRoutes,
    ...settingsRoutes,
    ...profileRoutes,
    ...sandboxRoutes,
  ]),
]);

export const createDashboardRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    basepath: "/dashboard",
    context: { queryClient },
    defaultPreload: "intent",
    scrollRestoration: true,
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
}
