/**
 * Rails: the port to banks, their references and reason codes, and the sandbox's magic numbers. Owns no table.
 * Guarantees: no side effects, except behind the port.
 */

export type { DebitInstruction, DebitRail, DebitStanding } from "./debit-port.ts";

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
