import type { WebhookDelivery } from "#api/generated/types.gen.ts";
import { isDeliveryState } from "./delivery-state.ts";

/** The filter and the page of the log of deliveries. */
export interface DeliverySearch {
  readonly state?: WebhookDelivery["state"];
  readonly start_after?: string;
  readonly end_before?: string;
}

export function deliverySearchOf({ state, start_after, end_before }: Record<string, unknown>): DeliverySearch {
  return {
    state: isDeliveryState(state) ? state : undefined,
    start_after: typeof start_after === "string" ? start_after : undefined,
    end_before: typeof end_before === "string" ? end_before : undefined,
  };
}
