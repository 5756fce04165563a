import { type RefusalTable, refuser } from "../../kernel/refusal.ts";

export const webhookRefusals = {
  webhookUrlNotAccepted: {
    status: 400,
    title: "The webhook's URL is not one deliveries may go to",
    message: "{problem}",
  },
  webhookLimitReached: {
    status: 400,
    title: "The organization has as many webhook endpoints as it may have",
    message: "An organization has at most {limit} webhook endpoints: delete one first",
  },
  webhookVerificationFailed: {
    status: 400,
    title: "The test delivery was not answered with a 2xx status in time",
    message: "The test delivery to {url} was not accepted: {reason}",
  },
  resendRangeTooLarge: {
    status: 400,
    title: "The time range holds more events than one re-send takes",
    message: "The time range holds more than {limit} events: re-send it in smaller parts",
  },
} as const satisfies RefusalTable;

export const refuseWebhook = refuser(webhookRefusals);
