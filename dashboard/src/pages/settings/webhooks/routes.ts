import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { WebhookDelivery } from "../../../api/generated/types.gen.ts";
import { signedInRoute } from "../../../app/routes.tsx";
import { isDeliveryState } from "./delivery-state.ts";

/** The log's filter and page. */
export interface LogPlace {
  readonly state?: WebhookDelivery["state"];
  readonly start_after?: string;
  readonly end_before?: string;
}

export function placeOfUrl({ state, start_after, end_before }: Record<string, unknown>): LogPlace {
  return {
    state: isDeliveryState(state) ? state : undefined,
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
