import type { StatementEntryFacts } from "bursar-bank-formats/iso20022";
import { accountReport, accountStatement, type NamedMessage, writeMessage } from "bursar-bank-formats/iso20022";

/** A booking of the bank, as its reports have it. */
export interface BankBooking {
  readonly on: string;
  readonly entry: StatementEntryFacts;
}

/** What a bank knows of one account. */
export interface BankAccount {
  readonly accountNumber: string;
  readonly openingMinor: bigint;
  readonly bookings: BankBooking[];
}

export const signed = ({ entry }: BankBooking): bigint =>
  entry.direction === "credit" ? entry.amountMinor : -entry.amountMinor;

export const balanceAfter = ({ openingMinor, bookings }: BankAccount, day: string): bigint =>
  bookings.reduce((sum, booking) => (booking.on <= day ? sum + signed(booking) : sum), openingMinor);

let messages = 0;

/** The statement of a day (camt.053), under a new message ID each time. */
export function statementOf(account: BankAccount, day: string, before: string): string {
  const { accountNumber: other, bookings } = account;
  return write(
    accountStatement({
      ...identity(day),
      account: { number: { other }, currency: "USD" },
      servicer: { routingNumber: "021000021" },
      balances: [
        { code: "OPBD", amountMinor: balanceAfter(account, before), on: day },
        { code: "CLBD", amountMinor: balanceAfter(account, day), on: day },
      ],
      entries: bookings.filter(({ on }) => on === day).map(({ entry }) => entry),
    }),
  );
}

/** The first bookings of a day (camt.052). */
export const intradayOf = ({ accountNumber: other, bookings }: BankAccount, day: string, count: number): string =>
  write(
    accountReport({
      ...identity(day),
      account: { number: { other }, currency: "USD" },
      balances: [],
      entries: bookings
        .filter(({ on }) => on === day)
        .slice(0, count)
        .map(({ entry }) => entry),
    }),
  );

function identity(day: string) {
  messages += 1;
  const id = `M${messages}`;
  return { messageId: id, statementId: id, createdAt: `${day}T22:00:00Z` };
}

const write = (message: NamedMessage<"camt.052.001.08"> | NamedMessage<"camt.053.001.08">): string =>
  writeMessage(message);
