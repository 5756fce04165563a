import type { QueryClient } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { notFoundRoute, rootRoute, signedInRoute } from "./app/routes.tsx";
import { PageProblem } from "./app/shell/page-problem.tsx";
import { Starting } from "./app/shell/starting.tsx";
import { accountPageRoutes } from "./pages/accounts/routes.ts";
import { approvalPageRoutes } from "./pages/approvals/routes.ts";
import { bankFilePageRoutes } from "./pages/bank-files/routes.ts";
import { homePageRoutes } from "./pages/home/routes.ts";
import { invoicePageRoutes } from "./pages/invoices/routes.ts";
import { notificationPageRoutes } from "./pages/notifications/routes.ts";
import { payPageRoutes } from "./pages/pay/routes.ts";
import { profilePageRoutes, secondFactorRoute } from "./pages/profile/routes.ts";
import { recipientPageRoutes } from "./pages/recipients/routes.ts";
import { reconciliationPageRoutes } from "./pages/reconciliation/routes.ts";
import { sandboxPageRoutes } from "./pages/sandbox/routes.ts";
import { setUpPageRoutes } from "./pages/set-up/routes.ts";
import { settingsPageRoutes } from "./pages/settings/routes.ts";
import { signInPageRoutes } from "./pages/sign-in/routes.ts";
import { spendingPageRoutes } from "./pages/spending/routes.ts";
import { statementPageRoutes } from "./pages/statements/routes.ts";
import { transactionPageRoutes } from "./pages/transactions/routes.ts";
import { transferPageRoutes } from "./pages/transfers/routes.ts";
import { treasuryPageRoutes } from "./pages/treasury/routes.ts";

/** Each area names its routes; a page's script is loaded when the page first opens. */
const routeTree = rootRoute.addChildren([
  ...signInPageRoutes,
  secondFactorRoute,
  signedInRoute.addChildren([
    ...homePageRoutes,
    ...approvalPageRoutes,
    ...payPageRoutes,
    ...transactionPageRoutes,
    ...spendingPageRoutes,
    ...recipientPageRoutes,
    ...invoicePageRoutes,
    ...accountPageRoutes,
    ...treasuryPageRoutes,
    ...statementPageRoutes,
    ...bankFilePageRoutes,
    ...reconciliationPageRoutes,
    ...transferPageRoutes,
    ...setUpPageRoutes,
    ...settingsPageRoutes,
    ...notificationPageRoutes,
    ...profilePageRoutes,
    ...sandboxPageRoutes,
    notFoundRoute,
  ]),
]);

export const createDashboardRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    basepath: "/dashboard",
    context: { queryClient },
    defaultPreload: "intent",
    defaultPendingComponent: Starting,
    // Of the page alone: the menu around it stays.
    defaultErrorComponent: PageProblem,
    scrollRestoration: true,
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
}
