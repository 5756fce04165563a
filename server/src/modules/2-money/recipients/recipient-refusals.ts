import { type RefusalTable, refuser } from "#kernel/refusal.ts";

export const recipientRefusals = {
  recipientInUse: {
    status: 400,
    title: "A payment to the recipient is still pending, or a request for one is open",
    message:
      "A payment to this recipient is still pending, or a request for one is open. Cancel it, or delete the recipient after it has ended.",
  },
  bankDetailChangeDecided: {
    status: 409,
    title: "The change of bank details was already decided, or needed no decision",
    message: "This change is already {status}. Reload it to see who decided.",
  },
  ownBankDetailChange: {
    status: 403,
    title: "An author of a change of a recipient's name or bank details cannot decide about it",
    message:
      "You made this change, created the token that did, or sent the invite it came through. Another user must confirm or decline it.",
  },
  bankDetailsUnverified: {
    status: 409,
    title: "The stored bank details fail their integrity check: they were changed outside the service",
    message:
      "The stored bank details of this recipient were changed outside the service, so they cannot be used. Check them with the recipient, enter them again, and notify your server administrator.",
  },
} as const satisfies RefusalTable;

export const refuseRecipient = refuser(recipientRefusals);
