import { nextBankingDay } from "bursar-banking/calendar/business-day";
import type { StatementPeriod } from "../reading/reported-account.ts";

/** A statement that counts. */
export interface KnownStatement extends StatementPeriod {
  readonly statementId: string;
}

/** What a new statement is to those that are known. */
export type PlaceInChain =
  | { readonly kind: "new" }
  /** It says what a known one says. */
  | { readonly kind: "repeat"; readonly of: KnownStatement }
  /** It covers the days of another one, with other balances. */
  | { readonly kind: "conflict"; readonly reason: string };

/**
 * Compares a statement with the known ones of its account, by their days and balances. Statements may arrive in any
 * order: where others are missing in between, balances need not agree yet.
 */
export function placeInChain(period: StatementPeriod, statements: readonly KnownStatement[]): PlaceInChain {
  const same = statements.find(({ closesOn }) => closesOn === period.closesOn);
  if (same !== undefined)
    return same.fromOn === period.fromOn && sameBalances(same, period)
      ? { kind: "repeat", of: same }
      : conflict(`There is another statement until ${period.closesOn} with other days or balances.`);
  const overlapping = statements.find(({ fromOn, closesOn }) => period.fromOn < closesOn && fromOn < period.closesOn);
  if (overlapping !== undefined)
    return conflict(
      `It covers days of the statement from ${overlapping.fromOn} to ${overlapping.closesOn}, which is known.`,
    );
  const before = statements.findLast(({ closesOn }) => closesOn < period.closesOn);
  if (before !== undefined && follows(before, period) && before.closingMinor !== period.openingMinor)
    return conflict(`Its opening balance is not the closing balance of ${before.closesOn}.`);
  const after = statements.find(({ closesOn }) => closesOn > period.closesOn);
  if (after !== undefined && follows(period, after) && period.closingMinor !== after.openingMinor)
    return conflict(`Its closing balance is not the opening balance of the statement from ${after.fromOn}.`);
  return { kind: "new" };
}

const conflict = (reason: string): PlaceInChain => ({
  kind: "conflict",
  reason: `${reason} Ask the bank which statement is right.`,
});

const sameBalances = (a: StatementPeriod, b: StatementPeriod): boolean =>
  a.openingMinor === b.openingMinor && a.closingMinor === b.closingMinor;

/** Whether no banking day lies between two statements, so that none can be missing. */
const follows = (before: StatementPeriod, after: StatementPeriod): boolean =>
  after.fromOn <= nextBankingDay(Temporal.PlainDate.from(before.closesOn)).toString();
