import { type RefusalTable, refuser } from "../../kernel/refusal.ts";

export const recipientRefusals = {
  recipientInUse: {
    status: 400,
    title: "A payment to the recipient is still pending, or a request for one is open",
    message:
      "A payment to this recipient is still pending, or a request for one is open: delete it when that has ended, or cancel it first",
  },
  bankDetailChangeDecided: {
    status: 409,
    title: "The change of bank details was decided before, or needed no decision",
    message: "This change is {status} already: nothing was done",
  },
  ownBankDetailChange: {
    status: 403,
    title: "The person behind a change of bank details does not decide about it",
    message:
      "You changed these details, made the token that did, or sent the invite they came through: somebody else confirms or declines them",
  },
} as const satisfies RefusalTable;

export const refuseRecipient = refuser(recipientRefusals);
