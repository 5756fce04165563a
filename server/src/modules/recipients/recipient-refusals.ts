import { type RefusalTable, refuser } from "../../kernel/refusal.ts";

export const recipientRefusals = {
  recipientInUse: {
    status: 400,
    title: "A payment to the recipient is still pending, or a request for one is open",
    message:
      "A payment to this recipient is still pending, or a request for one is open: delete it when that has ended, or cancel it first",
  },
} as const satisfies RefusalTable;

export const refuseRecipient = refuser(recipientRefusals);
