/**
 * Rails: the port behind which banks stand, the references and reason codes they use, and the sandbox's magic numbers.
 * Owns no table. Promises: pure, but for what stands behind the port.
 */
export { reasonText } from "./codes/describe-reason.ts";
export { type BankScenario, magicAccountNumbers, scenarioFor, scenarioText } from "./magic-numbers.ts";
export {
  type AnswerId,
  type AnswerOutcome,
  type BankAnswer,
  noScreening,
  type PaymentInstruction,
  type Rail,
  type Screening,
  type ScreeningHit,
} from "./port.ts";
export { achTraceNumber } from "./references/ach-trace-number.ts";
export { checkNumberText } from "./references/check-number.ts";
export { imad } from "./references/fedwire-references.ts";
export { rtpReference } from "./references/rtp-reference.ts";
