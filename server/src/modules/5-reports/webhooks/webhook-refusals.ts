import { type RefusalTable, refuser } from "#kernel/refusal.ts";

/** What requests about webhooks can be refused for. All are faults of the request, hence 400 (decision P4). */
export const webhookRefusals = {
  webhookUrlNotAccepted: {
    status: 400,
    title: "Deliveries may not go to this webhook URL",
    message: "{problem}",
  },
  webhookLimitReached: {
    status: 400,
    title: "The organization has reached the maximum number of webhook endpoints",
    message: "An organization can have at most {limit} webhook endpoints. Delete one first.",
  },
  webhookVerificationFailed: {
    status: 400,
    title: "The test delivery did not receive a 2xx response in time",
    message: "The test delivery to {url} was not accepted: {reason}. Fix the receiver and try again.",
  },
  resendRangeTooLarge: {
    status: 400,
    title: "The time range contains more events than one request can resend",
    message: "The time range contains more than {limit} events. Resend it in smaller ranges.",
  },
} as const satisfies RefusalTable;

export const refuseWebhook = refuser(webhookRefusals);
