import { newYorkMidnight, toNewYork } from "bursar-banking/calendar/new-york";
import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { AccountId, Id, TransactionId } from "#kernel/values/ids.ts";
import type { PostalAddress } from "#records/identity";

export type StatementId = Id<"statement">;

/** `monthly` statements are made by the service for every month; `custom` ones on request, for any days. */
export const statementKinds = ["monthly", "custom"] as const;
export type StatementKind = (typeof statementKinds)[number];

/** Calendar days in New York, YYYY-MM-DD, both included. */
export interface Period {
  readonly startsOn: string;
  readonly endsOn: string;
}

/** What happened in a period, in cents: `closing = opening + in - out`. */
export interface Totals {
  readonly openingMinor: bigint;
  readonly inMinor: bigint;
  readonly outMinor: bigint;
  /** The part of `outMinor` that is fees. */
  readonly feesMinor: bigint;
  readonly closingMinor: bigint;
  readonly lines: bigint;
}

/** A statement as it was made. It never changes. */
export interface Statement extends Period, Totals {
  readonly statementId: StatementId;
  readonly accountId: AccountId;
  readonly kind: StatementKind;
  readonly digest: Buffer;
  readonly accountName: string;
  readonly accountKind: string;
  readonly routingNumber: string;
  readonly accountNumberLast4: string;
  readonly legalName: string;
  readonly legalAddress: PostalAddress | undefined;
  readonly ein: string | undefined;
  readonly createdAt: Date;
}

/** One movement of money, in the order of the ledger. */
export interface StatementLine {
  /** From 1. */
  readonly number: number;
  readonly transactionId: TransactionId;
  /** Unique among all lines of all statements of the account, and the same in every file that has the line. */
  readonly reference: string;
  readonly enteredAt: Date;
  /** The New York day, YYYY-MM-DD. */
  readonly day: string;
  /** Signed: negative = money left the account. */
  readonly amountMinor: bigint;
  /** The balance after this line. */
  readonly balanceMinor: bigint;
  readonly description: string;
  /** Memo, check number, or the reason of a return. */
  readonly details: string | undefined;
  readonly counterpartyName: string;
  readonly kind: string;
  readonly method: PaymentMethod | undefined;
  readonly checkNumber: string | undefined;
  readonly isReturn: boolean;
  /** What this line takes back: a payment, or a deposit or transfer that has a return of its own. */
  readonly returnOf: ReturnedLine | undefined;
  readonly createdAt: Date;
  readonly postedAt: Date | undefined;
}

/** The line of the statement, perhaps an earlier one, that a return undoes. */
export interface ReturnedLine {
  readonly transactionId: TransactionId;
  readonly reference: string;
  /** Its New York day. */
  readonly day: string;
}

/** Everything that a line says, for formats with one field of text. */
export const memoOf = ({ description, details, returnOf }: StatementLine): string =>
  [description, details ?? [], returnOf === undefined ? [] : `returns ${returnOf.reference} of ${returnOf.day}`]
    .flat()
    .join(" - ");

/** The instant at which the period is over. */
export const endOf = ({ endsOn }: Period): Date => newYorkMidnight(dayAfter(endsOn));

export const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

/** The month that contains the day. */
export function monthOf(day: string): Period {
  const { year, month, daysInMonth } = Temporal.PlainDate.from(day);
  const dayOf = (number: number) => Temporal.PlainDate.from({ year, month, day: number }).toString();
  return { startsOn: dayOf(1), endsOn: dayOf(daysInMonth) };
}

/** The last month that is over. */
export const lastMonth = (now: Date): Period =>
  monthOf(toNewYork(now).toPlainDate().with({ day: 1 }).subtract({ days: 1 }).toString());

/** "March 2026", or "Mar 10 – Apr 9, 2026" for a period that is not a month. */
export function periodText({ startsOn, endsOn }: Period): string {
  const [from, to] = [Temporal.PlainDate.from(startsOn), Temporal.PlainDate.from(endsOn)];
  const month = monthOf(startsOn);
  if (month.startsOn === startsOn && month.endsOn === endsOn)
    return from.toLocaleString("en-US", { month: "long", year: "numeric" });
  return daysText(from, to);
}

export const shortDay = (day: string): string =>
  Temporal.PlainDate.from(day).toLocaleString("en-US", { month: "short", day: "numeric", year: "numeric" });

function daysText(from: Temporal.PlainDate, to: Temporal.PlainDate): string {
  if (from.equals(to)) return shortDay(from.toString());
  const start =
    from.year === to.year
      ? from.toLocaleString("en-US", { month: "short", day: "numeric" })
      : shortDay(from.toString());
  return `${start} – ${shortDay(to.toString())}`;
}

/** "Mar 1 – Mar 31, 2026". */
export const periodDays = ({ startsOn, endsOn }: Period): string =>
  daysText(Temporal.PlainDate.from(startsOn), Temporal.PlainDate.from(endsOn));

/** How many statements, from the first, have at most so many lines together; at least one. */
export function countWithin(statements: readonly Pick<Statement, "lines">[], linesMax: number): number {
  let lines = 0n;
  const end = statements.findIndex((statement) => {
    lines += statement.lines;
    return lines > BigInt(linesMax);
  });
  return end === -1 ? statements.length : Math.max(end, 1);
}
