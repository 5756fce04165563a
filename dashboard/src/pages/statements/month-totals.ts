import type { StatementSummary } from "../../api/generated/types.gen.ts";
import { dollarsOf, wholeCentsOf } from "../../ui/money/cents.ts";

const figures = ["startingBalance", "moneyIn", "moneyOut", "endingBalance"] as const;

/** The sum of a month's statements over accounts. */
export interface MonthTotal
  extends Pick<StatementSummary, (typeof figures)[number] | "kind" | "startsOn" | "endsOn" | "transactionCount"> {
  /** The statements in the sum: one per account. */
  readonly ids: readonly string[];
}

/**
 * The rows of a page with a total after the last row of each month that has several accounts. `whole` has all
 * statements of these months, also those on other pages.
 */
export function withMonthTotals(
  rows: readonly StatementSummary[],
  whole: readonly StatementSummary[],
): readonly (StatementSummary | MonthTotal)[] {
  const months = Map.groupBy(
    whole.filter(({ kind }) => kind === "monthly"),
    ({ startsOn }) => startsOn,
  );
  // Statements are listed by creation, so a month's last row is the one whose statement was made first.
  const lastIds = new Map(
    [...months].map(([startsOn, ofMonth]) => [ofMonth.map(({ id }) => id).toSorted()[0], startsOn]),
  );
  return rows.flatMap((row) => {
    const ofMonth = months.get(lastIds.get(row.id) ?? "") ?? [];
    return ofMonth.length > 1 ? [row, totalOf(row, ofMonth)] : [row];
  });
}

function totalOf({ kind, startsOn, endsOn }: StatementSummary, ofMonth: readonly StatementSummary[]): MonthTotal {
  const sumOf = (figure: (typeof figures)[number]) =>
    dollarsOf(ofMonth.reduce((sum, statement) => sum + wholeCentsOf(statement[figure]), 0n));
  return {
    kind,
    startsOn,
    endsOn,
    startingBalance: sumOf("startingBalance"),
    moneyIn: sumOf("moneyIn"),
    moneyOut: sumOf("moneyOut"),
    endingBalance: sumOf("endingBalance"),
    transactionCount: ofMonth.reduce((sum, { transactionCount }) => sum + transactionCount, 0),
    ids: ofMonth.map(({ id }) => id),
  };
}
