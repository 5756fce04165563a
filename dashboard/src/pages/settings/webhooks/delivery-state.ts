import type { WebhookDelivery } from "../../../api/generated/types.gen.ts";

type DeliveryState = WebhookDelivery["state"];

/** What people call a delivery's states, in the order they come. */
export const deliveryStateNames: Readonly<Record<DeliveryState, string>> = {
  waiting: "Waiting",
  delivered: "Delivered",
  abandoned: "Given up",
};

export const isDeliveryState = (value: unknown): value is DeliveryState =>
  typeof value === "string" && Object.hasOwn(deliveryStateNames, value);
