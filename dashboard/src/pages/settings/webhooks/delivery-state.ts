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

/** Why an attempt failed, by the API's codes (delivery-outcome.ts and webhook-url.ts): what happened, and what to check. */
const reasons: Readonly<Record<string, string | undefined>> = {
  timeout: "Your server did not answer in time",
  dns: "The host name was not found. Check the URL",
  connectionRefused: "Your server did not accept the connection. Check that it is running",
  connectionReset: "Your server closed the connection before it answered",
  unreachable: "Your server could not be reached. Check its network and firewall",
  tls: "Your server's certificate is not valid or not trusted",
  invalidResponse: "Your server's answer was not valid HTTP",
  redirect: "Your server answered with a redirect, which is not followed. Enter the final URL",
  senderClosed: "Interrupted by a restart of this service; it is sent again",
  invalidUrl: "The URL is not valid",
  scheme: "The URL must start with https",
  userInfo: "The URL must not contain a user name",
  port: "This port is not allowed",
  privateAddress: "The URL leads to a private network, which is not allowed",
  unknown: "The connection failed",
};

const statusWords = (status: number): string => {
  if (status >= 200 && status < 300) return `Accepted (${status})`;
  if (status === 401 || status === 403)
    return `Your server refused it (${status}). Check its signature or access rules`;
  if (status === 404 || status === 410) return `Your server has nothing at this URL (${status})`;
  if (status === 429) return "Your server asked to slow down (429)";
  if (status >= 500) return `Your server failed (${status})`;
  return `Your server refused it (${status})`;
};

/** What came of an attempt. */
export const outcomeWords = (status: number | null, reason: string | null): string => {
  if (reason !== null && reason !== "httpStatus") return reasons[reason] ?? "The connection failed";
  return status === null ? "Your server did not answer" : statusWords(status);
};

/** Why a test event was not delivered, from the members of the API's error. */
export const failedTestText = ({ statusCode, reason }: Readonly<Record<string, unknown>>): string =>
  `The test event was not delivered. ${
    typeof statusCode === "number" ? outcomeWords(statusCode, null) : outcomeWords(null, String(reason))
  }.`;
