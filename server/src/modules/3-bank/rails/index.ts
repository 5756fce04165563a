/**
 * Rails: the ports that connect payments and debits with banks. Owns no table. What banks agree on (reason codes,
 * references, the calendar) is in the package banking.
 */
export type { DebitInstruction, DebitRail, DebitStanding } from "./debit-port.ts";

export {
  type AnswerId,
  type BankAnswer,
  noScreening,
  type PaymentInstruction,
  type Rail,
  type Screening,
  type ScreeningHit,
} from "./port.ts";
