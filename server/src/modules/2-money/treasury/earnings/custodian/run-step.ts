import { addBankingDays, isBankingDay } from "bursar-banking/calendar/business-day";
import { toNewYork } from "bursar-banking/calendar/new-york";
import { assert, present } from "#kernel/assert.ts";
import type { IdSource } from "#kernel/values/ids.ts";
import { formatUsd } from "#kernel/values/money.ts";
import {
  type Book,
  bookTotal,
  CLOSE_TIME,
  endOrder,
  enter,
  executeOrder,
  freeCash,
  freeShares,
  type Moment,
  nextRunAfter,
  type Order,
  type OrderId,
  openOrders,
  placeOrder,
  priceText,
  settleOrder,
  sharesBought,
  sharesText,
  type TreasuryEntry,
  type TreasuryTransactionId,
  takeCash,
} from "#money/treasury";
import { centsOf, dayMicro, feePpmOf } from "./accrual.ts";
import { type MonthStatus, monthStates } from "./month-states.ts";
import {
  type ChosenYield,
  SETTLEMENT_BANKING_DAYS,
  simulatedFund,
  simulatedRejection,
  yieldPpmOn,
} from "./simulated-fund.ts";
import { type SweepSettings, sweepOrder } from "./sweep.ts";

/** A row of treasury_days. */
export interface DayAccrual {
  readonly day: string;
  readonly balanceMinor: bigint;
  readonly investedMinor: bigint;
  readonly yieldPpm: number;
  readonly dividendMicro: bigint;
  readonly feeMicro: bigint;
}

/** A row of treasury_months. */
export interface FinishedMonth {
  readonly month: string;
  readonly feeMinor: bigint;
  readonly carriedMicro: bigint;
  readonly status: MonthStatus;
  readonly chargedAt: Date | null;
}

/** A treasury account and its custodian's records in memory. `saveCustody` writes what is new. */
export interface Custody {
  readonly book: Book;
  readonly settings: SweepSettings;
  /** The simulated custodian trades and pays dividends; a real one reports them in activity files. */
  readonly isSimulated: boolean;
  /** Chosen yields of the simulated fund, oldest first. */
  readonly yields: readonly ChosenYield[];
  /** The new days. */
  readonly days: DayAccrual[];
  /** Sums of the unfinished month. */
  monthDividendMicro: bigint;
  monthFeeMicro: bigint;
  /** Carried over from the last finished month. */
  carriedMicro: bigint;
  /** Months whose fee is not charged, and new ones. */
  months: FinishedMonth[];
  /** Entries that changed the account's total, which the ledger enters, too. */
  readonly gains: TreasuryEntry[];
  /** The new monthly statements and trade confirmations. */
  readonly documents: NewDocument[];
}

/** A document to issue: a settled order's confirmation, or the statement of a month. */
export interface NewDocument {
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly description: string;
  readonly issuedAt: Date;
  readonly orderId: OrderId | null;
  /** The last transaction that a monthly statement covers. */
  readonly throughNumber: bigint | null;
}

/** Does the custodian's next step and moves the book to the one after it. */
export function runStep(custody: Custody, newId: IdSource): void {
  const { book } = custody;
  const at = book.nextRunAt;
  const local = toNewYork(at);
  const date = local.toPlainDate();
  const moment: Moment = { newId, at, day: date.toString() };
  if (local.toPlainTime().equals(CLOSE_TIME)) closeDay(custody, moment, date);
  else if (isBankingDay(date)) placeSweep(custody, moment);
  book.nextRunAt = nextRunAfter(at);
  assert(book.nextRunAt > at, "each step is later than the one before");
}

function placeSweep({ book, settings, isSimulated }: Custody, moment: Moment): void {
  // A real custodian's fund is known from its first activity file.
  book.security ??= isSimulated ? simulatedFund : undefined;
  if (book.security === undefined) return;
  const order = sweepOrder(settings, { freeCashMinor: freeCash(book), freeSharesMinor: freeShares(book) });
  if (order !== undefined) placeOrder(book, moment, { ...order, reason: "sweep" });
}

/** Settlements come first: shares that settle today earn today, and can be sold. */
function closeDay(custody: Custody, moment: Moment, date: Temporal.PlainDate): void {
  const isBanking = isBankingDay(date);
  if (custody.isSimulated && isBanking) {
    settleDue(custody, moment);
    fillOrders(custody.book, moment, date);
  }
  accrue(custody, moment, date);
  if (date.day === date.daysInMonth) finishMonth(custody, moment, date);
  if (isBanking) chargeFees(custody, moment, date);
  if (date.day === date.daysInMonth) issueStatement(custody, moment, date);
}

/** After everything else of the month's last day. */
function issueStatement({ book, documents }: Custody, { at, day }: Moment, date: Temporal.PlainDate): void {
  const periodStart = date.with({ day: 1 }).toString();
  documents.push({
    periodStart,
    periodEnd: day,
    description: `Statement for ${monthInWords(periodStart)}`,
    issuedAt: at,
    orderId: null,
    throughNumber: book.lastNumber,
  });
}

function settleDue({ book, documents }: Custody, moment: Moment): void {
  for (const order of openOrders(book)) {
    if (order.settlesOn === null || order.settlesOn > moment.day) continue;
    settleOrder(book, moment, order);
    documents.push(confirmationOf(order, moment));
  }
}

/** A trade confirmation covers the trade date to the settlement date. */
export const confirmationOf = (order: Order, { at, day }: Moment): NewDocument => ({
  periodStart: order.tradesOn ?? day,
  periodEnd: order.settlesOn ?? day,
  description: `${order.action === "buy" ? "Purchase" : "Sale"} of $${formatUsd(order.amountMinor)} of fund shares`,
  issuedAt: at,
  orderId: order.orderId,
  throughNumber: null,
});

function fillOrders(book: Book, moment: Moment, date: Temporal.PlainDate): void {
  const settlesOn = addBankingDays(date, SETTLEMENT_BANKING_DAYS).toString();
  for (const order of openOrders(book)) {
    if (order.status !== "placed" || order.placedAt > moment.at) continue;
    const rejection = simulatedRejection(order);
    if (rejection === undefined) executeOrder(book, moment, order, settlesOn);
    else endOrder(book, moment, order, { trigger: "reject", rejection });
  }
}

function accrue(custody: Custody, { day }: Moment, date: Temporal.PlainDate): void {
  const { book, isSimulated } = custody;
  const balanceMinor = bookTotal(book);
  if (balanceMinor === 0n) return;
  const yieldPpm = isSimulated ? yieldPpmOn(date, custody.yields) : 0;
  const { investedMinor } = book;
  const accrual: DayAccrual = {
    day,
    balanceMinor,
    investedMinor,
    yieldPpm,
    dividendMicro: dayMicro(investedMinor, yieldPpm, date),
    feeMicro: isSimulated ? dayMicro(investedMinor, feePpmOf(balanceMinor), date) : 0n,
  };
  custody.days.push(accrual);
  custody.monthDividendMicro += accrual.dividendMicro;
  custody.monthFeeMicro += accrual.feeMicro;
}

/** On the last day of the month: pays the dividend, and fixes the fee. */
function finishMonth(custody: Custody, moment: Moment, date: Temporal.PlainDate): void {
  const { book } = custody;
  const month = date.with({ day: 1 }).toString();
  const { minor, restMicro } = centsOf(custody.monthDividendMicro + custody.carriedMicro);
  if (minor > 0n) payDividend(custody, moment, { minor, month, name: monthInWords(month) });
  const feeMinor = centsOf(custody.monthFeeMicro).minor;
  if (custody.monthDividendMicro > 0n || custody.monthFeeMicro > 0n)
    custody.months.push({
      month,
      feeMinor,
      carriedMicro: restMicro,
      status: feeMinor === 0n ? "charged" : "processing",
      chargedAt: feeMinor === 0n ? moment.at : null,
    });
  else assert(restMicro === custody.carriedMicro, "a month without accruals carries what it found");
  // What a month without a row carries is read from the last month that has one.
  custody.carriedMicro = restMicro;
  custody.monthDividendMicro = 0n;
  custody.monthFeeMicro = 0n;
  assert(book.cashMinor + book.investedMinor >= 0n, "an account's total is never negative");
}

/** Such as "March 2026". */
export const monthInWords = (month: string): string =>
  Temporal.PlainDate.from(month).toLocaleString("en-US", { month: "long", year: "numeric" });

function payDividend(
  { book, gains }: Custody,
  { newId, at, day }: Moment,
  { minor, month, name }: { readonly minor: bigint; readonly month: string; readonly name: string },
): void {
  const security = present(book.security, "a dividend is of the account's fund");
  const shared = { day, createdAt: at, securityId: security.id, security: security.name, forMonth: month };
  book.cashMinor += minor;
  const dividend = enter(book, {
    ...shared,
    id: newId<TreasuryTransactionId>(),
    type: "dividendPosted",
    amountMinor: minor,
    description: `Dividend for ${name}`,
    creditDescription: `Dividend for ${name}`,
  });
  gains.push(dividend);
  // Nothing is reinvested in a fund that the account has left.
  if (book.investedMinor === 0n) return;
  book.cashMinor -= minor;
  book.investedMinor += minor;
  const sharesE4 = sharesBought(minor, book.priceE4);
  book.sharesE4 += sharesE4;
  enter(book, {
    ...shared,
    id: newId<TreasuryTransactionId>(),
    type: "dividendReinvestmentPosted",
    amountMinor: -minor,
    description: `Dividend for ${name} reinvested`,
    additionalDetails: `${sharesText(sharesE4)} shares at $${priceText(book.priceE4)}`,
    tradeAction: "buy",
  });
}

/** Charges the fees of earlier months; one that the account does not cover is charged again on the next banking day. */
function chargeFees(custody: Custody, moment: Moment, date: Temporal.PlainDate): void {
  const thisMonth = date.with({ day: 1 }).toString();
  custody.months = custody.months.map((finished) => {
    if (finished.month >= thisMonth || monthStates.next(finished.status, "charge") === undefined) return finished;
    return chargeFee(custody, moment, finished);
  });
}

function chargeFee({ book, gains }: Custody, moment: Moment, finished: FinishedMonth): FinishedMonth {
  const { newId, at, day } = moment;
  const covered = bookTotal(book) >= finished.feeMinor;
  const failed = monthStates.next(finished.status, "fail");
  if (!covered && failed === undefined) return finished;
  const text = `Treasury fee for ${monthInWords(finished.month)}`;
  if (covered) takeCash(book, moment, finished.feeMinor, "fee");
  const entry = enter(book, {
    id: newId<TreasuryTransactionId>(),
    type: covered ? "mercuryFeePosted" : "mercuryFeeFailed",
    amountMinor: -finished.feeMinor,
    day,
    createdAt: at,
    description: covered ? text : `${text} failed`,
    feeDescription: text,
    forMonth: finished.month,
  });
  if (!covered) return { ...finished, status: present(failed, "a fee fails once") };
  gains.push(entry);
  return { ...finished, status: present(monthStates.next(finished.status, "charge"), "checked above"), chargedAt: at };
}
