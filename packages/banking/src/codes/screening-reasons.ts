import type { ReasonCode } from "./reason-code.ts";

/** Why a payment is blocked before it reaches a bank. The codes are ours, because networks never see these payments. */
export const screeningReasons: readonly ReasonCode[] = [
  {
    code: "SC-LIST",
    title: "Sanctions list match",
    meaning: "the payee's name or bank resembles an entry on a sanctions list and needs a review",
  },
  {
    code: "SC-LIMIT",
    title: "Limit reached",
    meaning: "the payment is above a limit of the bank and needs a review",
  },
  {
    code: "SC-DOWN",
    title: "Screening not available",
    meaning: "what screens payments did not answer for as long as the organization waits",
  },
  { code: "SC-FRAUD", title: "Suspected fraud", meaning: "the payment resembles known fraud and needs a review" },
];
