import type { ReasonCode } from "./reason-code.ts";

/** Why a payment is stopped before it reaches a bank. The codes are ours: no network has any for what it never sees. */
export const screeningReasons: readonly ReasonCode[] = [
  {
    code: "SC-LIST",
    title: "Sanctions list match",
    meaning: "the payee's name or bank resembles one on a sanctions list and a person must look",
  },
  {
    code: "SC-LIMIT",
    title: "Limit reached",
    meaning: "the payment is above a limit the bank has set and a person must look",
  },
  { code: "SC-FRAUD", title: "Suspected fraud", meaning: "the payment resembles known fraud and a person must look" },
];
