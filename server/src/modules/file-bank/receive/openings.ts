import { agreedCents, type BankAgreement } from "../agreement/bank-agreement.ts";
import { bookingDay } from "../scripts/bank-days.ts";
import type { BankBooks } from "../state/bank-books.ts";
import type { BankOccasion } from "../state/bank-record.ts";

/** The accounts of the agreement that the bank does not have yet, to be opened with their balances. */
export const openingRecords = (
  { accounts }: BankAgreement,
  books: BankBooks,
  at: Date,
): readonly Extract<BankOccasion, { kind: "opening" }>[] =>
  accounts
    .filter(({ number }) => !books.accounts.has(number))
    .map(({ number, openingBalance, openedOn }) => ({
      kind: "opening",
      accountNumber: number,
      amountMinor: agreedCents(openingBalance),
      on: openedOn ?? bookingDay(at.toISOString()),
    }));
