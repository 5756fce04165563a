import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../../app/routes.tsx";

/** The log's filter and page. */
export interface LogPlace {
  readonly state?: "waiting" | "delivered" | "abandoned";
  readonly start_after?: string;
  readonly end_before?: string;
}

const states = ["waiting", "delivered", "abandoned"] as const;

export function placeOfUrl({ state, start_after, end_before }: Record<string, unknown>): LogPlace {
  const known = states.find((one) => one === state);
  return {
    state: known,
    start_after: typeof start_after === "string" ? start_after : undefined,
    end_before: typeof end_before === "string" ? end_before : undefined,
  };
}

export const webhookPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/webhooks",
    component: lazyRouteComponent(() => import("./webhooks-page.tsx"), "WebhooksPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/webhooks/$webhookId",
    validateSearch: placeOfUrl,
    component: lazyRouteComponent(() => import("./webhook-page.tsx"), "WebhookPage"),
  }),
] as const;
