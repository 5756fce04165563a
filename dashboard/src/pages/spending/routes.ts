import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { textParam } from "../../app/search-params.ts";
import { periods, type SpendingPeriod } from "./period.ts";

export const spendingPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/spending",
    validateSearch: ({
      period,
      account,
      flow,
    }: Record<string, unknown>): {
      period?: SpendingPeriod | undefined;
      account?: string | undefined;
      flow?: "in" | undefined;
    } => ({
      // The router parses digits as a number.
      period: periods.find(({ value }) => value === String(period))?.value,
      account: textParam(account),
      flow: flow === "in" ? "in" : undefined,
    }),
    component: lazyRouteComponent(() => import("./spending-page.tsx"), "SpendingPage"),
  }),
] as const;
