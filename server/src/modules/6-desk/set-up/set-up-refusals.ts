import { type RefusalTable, refuser } from "#kernel/refusal.ts";

export const setUpRefusals = {
  setUpItemNotConfirmable: {
    status: 409,
    title: "The item cannot be confirmed now",
    message: "This cannot be confirmed yet. Do first what its step says.",
  },
  tooManyTestEmails: {
    status: 429,
    title: "The user has sent many test emails within an hour",
    message: "You sent {limit} test emails within the last hour, which is the limit. Wait before you send more.",
  },
} as const satisfies RefusalTable;
export const refuseSetUp = refuser(setUpRefusals);
