import { type RefusalTable, refuser } from "../../kernel/refusal.ts";

export const recipientRefusals = {
  recipientInUse: {
    status: 400,
    title: "A payment to the recipient is still pending",
    message:
      "A payment to this recipient is still pending: delete it when the payment has been sent, or cancel the payment first",
  },
} as const satisfies RefusalTable;

export const refuseRecipient = refuser(recipientRefusals);
