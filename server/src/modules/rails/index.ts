/**
 * Rails: what is handed to banks, their references and reason codes, and the sandbox's magic numbers. Owns no table.
 * Guarantees: no side effects, except behind the port.
 */
export { bankReasons } from "./codes/bank-reasons.ts";
export { reasonText } from "./codes/describe-reason.ts";
export { type Remedy, remedyFor, remedyKinds } from "./codes/remedies.ts";
export type { DebitInstruction, DebitRail, DebitStanding } from "./debit-port.ts";
export { magicChanges } from "./magic-changes.ts";
export { type BankScenario, magicAccountNumbers, scenarioFor, scenarioText } from "./magic-numbers.ts";
export {
  type AnswerOutcome,
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
