import { isoStatusReasons } from "bursar-bank-formats/iso20022";
import { isContestedReturnCode, isDishonoredReturnCode, nachaReturnReasons } from "bursar-bank-formats/nacha";
import { methodTable, type PaymentMethod } from "../identifiers/payment-method.ts";
import type { AnswerOutcome } from "./answer-outcome.ts";
import { checkReasons } from "./check-reasons.ts";
import type { ReasonCode } from "./reason-code.ts";
import { screeningReasons } from "./screening-reasons.ts";

/** Without those that answer a return. */
const achReasons = nachaReturnReasons.filter(
  ({ code }) => !isDishonoredReturnCode(code) && !isContestedReturnCode(code),
);

/** The reasons that a bank can give with an outcome of a payment; none with a confirmation. */
export function bankReasons(method: PaymentMethod, outcome: AnswerOutcome): readonly ReasonCode[] {
  if (outcome === "confirmed") return [];
  if (outcome === "blocked") return screeningReasons;
  switch (methodTable[method].kind) {
    case "ach":
      return achReasons;
    case "check":
      return checkReasons;
    case "wire":
    case "instant":
      return isoStatusReasons;
  }
}
