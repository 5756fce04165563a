import { assert } from "bursar-banking/assert";
import { MINUTE_MS } from "bursar-banking/clock";
import type { BankAgreement } from "../agreement/bank-agreement.ts";
import { booking } from "../scripts/booking.ts";
import { instantAfter } from "../scripts/instants.ts";
import type { BankDecision } from "./bank-decision.ts";

export const depositKinds = ["ach", "wire", "realTime", "check"] as const;

/** Money that the customer receives from outside. */
export interface BankDeposit {
  /** Unique forever. */
  readonly depositId: string;
  readonly accountNumber: string;
  /** Cents, more than zero. */
  readonly amountMinor: bigint;
  readonly kind: (typeof depositKinds)[number];
  readonly payer: string;
  readonly remittance?: string;
}

/** Domain, family, and subfamily of received money (ISO bank transaction codes). */
const codes = {
  ach: ["PMNT", "RCDT", "ATXN"],
  wire: ["PMNT", "RCDT", "DMCT"],
  realTime: ["PMNT", "RRCT", "DMCT"],
  check: ["PMNT", "RCHQ", "CCHQ"],
} as const;

/** Between the money and its booking. */
const BOOKING_MS = MINUTE_MS;

interface Given {
  readonly at: Date;
  readonly agreement: BankAgreement;
  readonly key: string;
}

/** The booking of a deposit. An account that the bank does not have is a bug of the caller. */
export function depositDecision(deposit: BankDeposit, { at, agreement, key }: Given): Omit<BankDecision, "format"> {
  const { accountNumber, amountMinor, depositId, kind, payer, remittance } = deposit;
  assert(
    agreement.accounts.some(({ number }) => number === accountNumber),
    "a deposit goes to an account of the agreement",
  );
  assert(amountMinor > 0n, "a deposit is more than zero");
  const event = booking({
    at: instantAfter(at, BOOKING_MS),
    accountNumber,
    amountMinor,
    direction: "credit",
    transactionCode: codes[kind],
    bankReference: depositId.slice(0, 35),
    transactions: [
      {
        amountMinor,
        debtor: { name: payer },
        ...(remittance === undefined ? {} : { remittance: remittance.slice(0, 140) }),
      },
    ],
  });
  return { keys: [key], payments: [], events: [event], cancelled: [] };
}
