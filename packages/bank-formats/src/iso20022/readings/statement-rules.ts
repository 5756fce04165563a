import { scaledDecimal, scaledSum } from "../documents/exact-sums.ts";
import { decimalFromMinor } from "../schema/amount-text.ts";
import type { CurrencyAmount } from "../schema/element-types.ts";
import type { MessageProblem } from "../schema/problems.ts";
import type { StatementEntry } from "./account-entries.ts";

/** Sums over the entries of one statement, built up entry by entry. */
export interface EntryTotals {
  readonly count: number;
  readonly creditCount: number;
  /** In the account's currency. */
  readonly creditMinor: bigint;
  readonly debitMinor: bigint;
  /** Credits minus debits that are booked: what moved the balance. */
  readonly bookedNetMinor: bigint;
  /** Undefined before the first entry, `mixed` if entries have several currencies. */
  readonly currency: string | undefined;
}

export const noEntries: EntryTotals = {
  count: 0,
  creditCount: 0,
  creditMinor: 0n,
  debitMinor: 0n,
  bookedNetMinor: 0n,
  currency: undefined,
};

/** The totals with one entry more. */
export function withEntry(totals: EntryTotals, entry: StatementEntry): EntryTotals {
  const status = typeof entry.Sts === "string" ? entry.Sts : entry.Sts.Cd;
  const isCredit = entry.CdtDbtInd === "CRDT";
  return withBooking(totals, { amount: entry.Amt, isCredit, isBooked: status === "BOOK" });
}

/** The part of an entry that totals depend on. */
export interface Booking {
  readonly amount: CurrencyAmount;
  readonly isCredit: boolean;
  readonly isBooked: boolean;
}

export function withBooking(totals: EntryTotals, { amount, isCredit, isBooked }: Booking): EntryTotals {
  const { amountMinor, Ccy: currency } = amount;
  const signedMinor = isCredit ? amountMinor : -amountMinor;
  return {
    count: totals.count + 1,
    creditCount: totals.creditCount + (isCredit ? 1 : 0),
    creditMinor: totals.creditMinor + (isCredit ? amountMinor : 0n),
    debitMinor: totals.debitMinor + (isCredit ? 0n : amountMinor),
    bookedNetMinor: totals.bookedNetMinor + (isBooked ? signedMinor : 0n),
    currency: totals.currency === undefined || totals.currency === currency ? currency : "mixed",
  };
}

/** The parts of a statement, in either version, that its totals must agree with. */
export interface ReportedStatement {
  readonly Bal?: readonly BalanceElement[] | undefined;
  readonly TxsSummry?:
    | {
        readonly TtlNtries?: TotalElement | undefined;
        readonly TtlCdtNtries?: TotalElement | undefined;
        readonly TtlDbtNtries?: TotalElement | undefined;
      }
    | undefined;
}

interface BalanceElement {
  readonly Tp: { readonly CdOrPrtry: { readonly Cd?: string | undefined } };
  readonly Amt: CurrencyAmount;
  readonly CdtDbtInd: "CRDT" | "DBIT";
}

interface TotalElement {
  readonly NbOfNtries?: string | undefined;
  readonly Sum?: string | undefined;
}

/**
 * Where a complete statement contradicts itself: opening balance plus booked entries is not the closing balance, or its
 * summary has other counts or sums than its entries. For a statement in several pages, add up all pages first.
 */
export function statementProblems(statement: ReportedStatement, totals: EntryTotals): readonly MessageProblem[] {
  if (totals.currency === "mixed") return [{ path: "Stmt/Ntry", rule: "must have entries of one currency only" }];
  return [...balanceProblems(statement.Bal ?? [], totals), ...summaryProblems(statement, totals)];
}

const signedMinorOf = ({ Amt: amount, CdtDbtInd: sign }: BalanceElement): bigint =>
  sign === "CRDT" ? amount.amountMinor : -amount.amountMinor;

function balanceProblems(balances: readonly BalanceElement[], totals: EntryTotals): readonly MessageProblem[] {
  const find = (...codes: readonly string[]) =>
    codes
      .map((code) => balances.find(({ Tp: type }) => type.CdOrPrtry.Cd === code))
      .find((found) => found !== undefined);
  // PRCD, the previous day's closing balance, is what some banks give instead of the opening one.
  const opening = find("OPBD", "PRCD");
  const closing = find("CLBD");
  if (opening === undefined || closing === undefined) return [];
  const currencies = new Set([opening.Amt.Ccy, closing.Amt.Ccy, totals.currency ?? closing.Amt.Ccy]);
  if (currencies.size > 1) return [{ path: "Stmt/Bal", rule: "must have the currency of the entries" }];
  const expectedMinor = signedMinorOf(opening) + totals.bookedNetMinor;
  if (expectedMinor === signedMinorOf(closing)) return [];
  const shown = decimalFromMinor(expectedMinor < 0n ? -expectedMinor : expectedMinor, closing.Amt.Ccy);
  const size = "value" in shown ? shown.value : "";
  const rule = `must be the opening balance and the booked entries, ${expectedMinor < 0n ? "-" : ""}${size}`;
  return [{ path: "Stmt/Bal[CLBD]", rule }];
}

function summaryProblems({ TxsSummry: summary }: ReportedStatement, totals: EntryTotals): readonly MessageProblem[] {
  const { count, creditCount, creditMinor, debitMinor, currency } = totals;
  if (summary === undefined || currency === undefined) return [];
  const rows = [
    ["TtlNtries", summary.TtlNtries, count, creditMinor + debitMinor],
    ["TtlCdtNtries", summary.TtlCdtNtries, creditCount, creditMinor],
    ["TtlDbtNtries", summary.TtlDbtNtries, count - creditCount, debitMinor],
  ] as const;
  return rows.flatMap(([name, total, expectedCount, amountMinor]) => {
    const problems: MessageProblem[] = [];
    if (total?.NbOfNtries !== undefined && BigInt(total.NbOfNtries) !== BigInt(expectedCount))
      problems.push({
        path: `Stmt/TxsSummry/${name}/NbOfNtries`,
        rule: `must be the number of entries, ${expectedCount}`,
      });
    if (total?.Sum !== undefined && scaledDecimal(total.Sum) !== scaledSum([{ Ccy: currency, amountMinor }]))
      problems.push({ path: `Stmt/TxsSummry/${name}/Sum`, rule: "must be the sum of the entries" });
    return problems;
  });
}
