import {
  accountReport,
  accountStatement,
  type BalanceFacts,
  debitCreditNotification,
  type StatementEntryFacts,
  writeMessage,
} from "bursar-bank-formats/iso20022";
import {
  bankingDayOnOrAfter,
  isBankingDay,
  nextBankingDay,
  previousBankingDay,
} from "bursar-banking/calendar/business-day";
import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import { reportsOf } from "../agreement/bank-agreement.ts";
import { wholeSecond } from "../scripts/instants.ts";
import {
  type AccountBook,
  type BankBooks,
  balanceAtStartOf,
  bookingsOn,
  signedMinor,
  takesPlace,
} from "../state/bank-books.ts";
import type { BookingEvent } from "../state/bank-event.ts";
import { type AnswerFile, type Answering, answerIdentityOf, grouped } from "./answer-file.ts";

/** New York: the day before as a statement in the morning, the day so far at noon and in the afternoon. */
const STATEMENT_AT = Temporal.PlainTime.from("06:00");
const REPORTS_AT = ["12:00", "16:00"].map((text) => Temporal.PlainTime.from(text));

/** Statements are for at most this many days at once: a bank does not send more when it was closed for longer. */
const DAYS_MAX = 4_000;

const accountFacts = (number: string) => ({ number: { other: number }, currency: "USD" });
const servicerOf = ({ agreement }: Answering, accountNumber: string) => ({
  routingNumber:
    agreement.accounts.find(({ number }) => number === accountNumber)?.routingNumber ?? agreement.routingNumber,
  bic: agreement.bic,
  name: agreement.bankName,
});

/** When the statement of a booking day is made: in the morning of the next banking day. */
export const statementDueAt = (day: string): string =>
  wholeSecond(newYorkInstant(nextBankingDay(Temporal.PlainDate.from(day)), STATEMENT_AT));

/** When statements are made next after an instant. */
export function nextStatementAt(after: Date): Date {
  const today = newYorkDate(after);
  const first = newYorkInstant(bankingDayOnOrAfter(today), STATEMENT_AT);
  return first > after ? first : newYorkInstant(nextBankingDay(today), STATEMENT_AT);
}

/** camt.054: a notification for each account and booking run, with every payment of a batch. */
export function notifications(answering: Answering, events: readonly BookingEvent[]): readonly AnswerFile[] {
  return grouped(events, notificationOf).map((group) => {
    const [first] = group;
    const { accountNumber, at } = first;
    // What an operator asks for may be of the same instant as what was delivered before.
    const record = answering.books.timedBy.get(first)?.sequence ?? answering.books.recordOf.get(first);
    const about = `${notificationOf(first)} ${record}`;
    const { messageId, createdAt, name } = answerIdentityOf({ prefix: "camt054", at, about });
    const message = debitCreditNotification({
      messageId,
      createdAt,
      statementId: messageId,
      account: accountFacts(accountNumber),
      servicer: servicerOf(answering, accountNumber),
      entries: group.map(({ entry }) => entry),
    });
    return { name: `${name}.xml`, content: writeMessage(message), at };
  });
}

/** A booking with many payments has a notification of its own, so that no message gets too large to read. */
function notificationOf({ accountNumber, at, kind, entry }: BookingEvent): string {
  const isLarge = (entry.transactions?.length ?? 0) > SHARED_TRANSACTIONS_MAX;
  return `${accountNumber} ${at} ${kind} ${isLarge ? entry.bankReference : ""}`;
}

const SHARED_TRANSACTIONS_MAX = 1_000;

/** camt.053 and camt.052 of all accounts that are due after one instant and up to another. */
export function accountReports(answering: Answering, after: string, through: string): readonly AnswerFile[] {
  const files: AnswerFile[] = [];
  for (const [accountNumber, account] of answering.books.accounts) {
    const first = newYorkDate(new Date(after));
    const last = newYorkDate(new Date(through));
    let day = isBankingDay(first) ? first : nextBankingDay(first);
    for (let days = 0; days < DAYS_MAX && Temporal.PlainDate.compare(day, last) <= 0; days += 1) {
      const isDue = (at: string) => at > after && at <= through;
      files.push(
        ...reportsOfDay(answering, { accountNumber, account, day })
          .filter(({ at }) => isDue(at))
          .map(({ make }) => make()),
      );
      day = nextBankingDay(day);
    }
  }
  return files.toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}

interface DueReport {
  readonly at: string;
  readonly make: () => AnswerFile;
}

interface ReportedDay {
  readonly accountNumber: string;
  readonly account: AccountBook;
  readonly day: Temporal.PlainDate;
}

function reportsOfDay(answering: Answering, reported: ReportedDay): readonly DueReport[] {
  const { account, day } = reported;
  const instant = (time: Temporal.PlainTime) => wholeSecond(newYorkInstant(day, time));
  const { statements, intraday: hasIntraday } = reportsOf(answering.agreement);
  const before = previousBankingDay(day).toString();
  const statementAt = instant(STATEMENT_AT);
  const isStated = statements === "daily" || isBookedOn(answering.books, account, { on: before, through: statementAt });
  const statement: readonly DueReport[] =
    before < account.openedOn || !isStated
      ? []
      : [{ at: statementAt, make: () => statementOf(answering, reported, before) }];
  const intraday = (hasIntraday ? REPORTS_AT : [])
    .map((time) => instant(time))
    .filter((at) => isBookedOn(answering.books, account, { on: day.toString(), through: at }))
    .map((at): DueReport => ({ at, make: () => reportOf(answering, reported, at) }));
  return [...statement, ...intraday];
}

const isBookedOn = (
  books: BankBooks,
  { bookings }: AccountBook,
  { on, through }: { readonly on: string; readonly through: string },
): boolean => (bookings.get(on) ?? []).some((event) => event.at <= through && takesPlace(books, event));

/** When the next report after an instant is due, as far as bookings are known. */
export function nextReportAt({ agreement, books }: Answering, after: string): string | undefined {
  const { statements, intraday } = reportsOf(agreement);
  const instants: string[] = [];
  const add = (day: Temporal.PlainDate, time: Temporal.PlainTime) =>
    instants.push(wholeSecond(newYorkInstant(day, time)));
  const today = newYorkDate(new Date(after));
  if (statements === "daily" && books.accounts.size > 0)
    for (const day of [bankingDayOnOrAfter(today), nextBankingDay(today)]) add(day, STATEMENT_AT);
  const since = previousBankingDay(today).toString();
  for (const account of books.accounts.values())
    for (const on of account.bookings.keys()) {
      if (on < since || !isBookedOn(books, account, { on, through: FOREVER })) continue;
      const day = Temporal.PlainDate.from(on);
      add(nextBankingDay(day), STATEMENT_AT);
      if (intraday) for (const time of REPORTS_AT) add(day, time);
    }
  return instants.filter((at) => at > after).sort()[0];
}

const FOREVER = "9999";

/** The statement of a closed day: opening balance, bookings, closing balance. */
function statementOf(answering: Answering, { accountNumber, account, day }: ReportedDay, on: string): AnswerFile {
  const at = wholeSecond(newYorkInstant(day, STATEMENT_AT));
  const openingMinor = balanceAtStartOf(answering.books, account, on);
  const bookings = bookingsOn(answering.books, account, { on, through: at });
  const closingMinor = bookings.reduce((sum, event) => sum + signedMinor(event), openingMinor);
  const balances: readonly BalanceFacts[] = [
    { code: "OPBD", amountMinor: openingMinor, on },
    { code: "CLBD", amountMinor: closingMinor, on },
    { code: "CLAV", amountMinor: closingMinor, on },
  ];
  const { name, ...identity } = answerIdentityOf({ prefix: "camt053", at, about: accountNumber });
  const message = accountStatement(contentOf(answering, { ...identity, accountNumber, balances, bookings }));
  return { name: `${name}.xml`, content: writeMessage(message), at };
}

function reportOf(answering: Answering, { accountNumber, account, day }: ReportedDay, at: string): AnswerFile {
  const on = day.toString();
  const bookings = bookingsOn(answering.books, account, { on, through: at });
  const openingMinor = balanceAtStartOf(answering.books, account, on);
  const balances: readonly BalanceFacts[] = [
    { code: "OPBD", amountMinor: openingMinor, on },
    { code: "ITBD", amountMinor: bookings.reduce((sum, event) => sum + signedMinor(event), openingMinor), on },
  ];
  const { name, ...identity } = answerIdentityOf({ prefix: "camt052", at, about: accountNumber });
  const message = accountReport(contentOf(answering, { ...identity, accountNumber, balances, bookings }));
  return { name: `${name}.xml`, content: writeMessage(message), at };
}

/** What a statement and a report contain. */
const contentOf = (
  answering: Answering,
  {
    messageId,
    createdAt,
    accountNumber,
    balances,
    bookings,
  }: {
    readonly messageId: string;
    readonly createdAt: string;
    readonly accountNumber: string;
    readonly balances: readonly BalanceFacts[];
    readonly bookings: readonly BookingEvent[];
  },
) => ({
  messageId,
  createdAt,
  statementId: messageId,
  account: accountFacts(accountNumber),
  balances,
  servicer: servicerOf(answering, accountNumber),
  entries: bookings.map(statementEntry),
});

/** A batch is one line here; the notification of the same reference has its payments. */
function statementEntry({ entry }: BookingEvent): StatementEntryFacts {
  if ((entry.transactions?.length ?? 0) <= 1) return entry;
  const { transactions: _, ...batch } = entry;
  return batch;
}
