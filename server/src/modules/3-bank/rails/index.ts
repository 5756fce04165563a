/**
 * Rails: what payments and debits hand to banks. Owns no table. What banks agree on (reason codes, references, the
 * calendar) is in the package banking. Guarantees: no side effects, except behind the port.
 */
export type { DebitInstruction, DebitRail, DebitStanding } from "./debit-port.ts";

export {
  noScreening,
  type PaymentAchFields,
  type PaymentInstruction,
  type Rail,
  type Screening,
  type ScreeningHit,
} from "./port.ts";
