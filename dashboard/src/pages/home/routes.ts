import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";

const spans = [30, 90, 365] as const;

interface HomeSearch {
  /** The account in the charts; undefined means all accounts. */
  readonly account?: string | undefined;
  /** The span of the balance chart. */
  readonly days?: (typeof spans)[number] | undefined;
}

export const homePageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/",
    validateSearch: ({ account, days }: Record<string, unknown>): HomeSearch => ({
      account: typeof account === "string" ? account : undefined,
      days: spans.find((span) => span === days),
    }),
    component: lazyRouteComponent(() => import("./home-page.tsx"), "HomePage"),
  }),
] as const;
