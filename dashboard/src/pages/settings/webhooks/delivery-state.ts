import { fieldLabel } from "#api/field-words.ts";
import type { WebhookDelivery } from "#api/generated/types.gen.ts";

type DeliveryState = WebhookDelivery["state"];

/** What people call a delivery's states, in the order they come. */
export const deliveryStateNames: Readonly<Record<DeliveryState, string>> = {
  waiting: "Waiting",
  delivered: "Delivered",
  abandoned: "Failed",
};

export const isDeliveryState = (value: unknown): value is DeliveryState =>
  typeof value === "string" && Object.hasOwn(deliveryStateNames, value);

/** Why an attempt failed, by the API's codes (delivery-outcome.ts and webhook-url.ts). */
const reasons: Readonly<Record<string, string | undefined>> = {
  timeout: "Timed out",
  dns: "Host name not found",
  connectionRefused: "Connection refused",
  connectionReset: "Connection closed",
  unreachable: "Host unreachable",
  tls: "TLS error",
  invalidResponse: "Invalid response",
  redirect: "Redirects are not followed",
  senderClosed: "Interrupted by a restart",
  invalidUrl: "Invalid URL",
  scheme: "Only https is accepted",
  userInfo: "The URL contains a user name",
  port: "Port not accepted",
  privateAddress: "Private address",
  unknown: "Connection failed",
};

export const failureWords = (reason: string): string => reasons[reason] ?? fieldLabel(reason);
