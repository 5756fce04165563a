import type { StatementSummary, TreasuryStatement } from "../../api/generated/types.gen.ts";
import { dollarsOf, wholeCentsOf } from "../../ui/money/cents.ts";

type Days = Pick<StatementSummary, "kind" | "startsOn" | "endsOn">;

/** The statements of the same days: of a month usually, one for each account. */
export interface StatementsOfDays extends Days {
  readonly statements: readonly StatementSummary[];
  /** The custodian's, which have no figures. */
  readonly treasury: readonly TreasuryStatement[];
}

const keyOf = ({ kind, startsOn, endsOn }: Days): string => `${kind} ${startsOn} ${endsOn}`;

/** In the order of the list. Of a period, `whole` may have statements that are on another page of the list. */
export function periodsOf(
  rows: readonly StatementSummary[],
  whole: readonly StatementSummary[],
  treasury: readonly TreasuryStatement[],
): readonly StatementsOfDays[] {
  const all = Map.groupBy(whole, keyOf);
  return [...Map.groupBy(rows, keyOf)].flatMap(([key, ofPage]) => {
    const statements = all.get(key) ?? ofPage;
    const [first] = statements;
    if (first === undefined) return [];
    const { kind, startsOn, endsOn } = first;
    const issued = treasury.filter(({ periodStart, periodEnd }) => periodStart === startsOn && periodEnd === endsOn);
    return [{ kind, startsOn, endsOn, statements, treasury: kind === "monthly" ? issued : [] }];
  });
}

type Figure = "startingBalance" | "moneyIn" | "moneyOut" | "endingBalance";

/** To the cent. */
export const sumOfStatements = (statements: readonly StatementSummary[], figure: Figure): number =>
  dollarsOf(statements.reduce((sum, statement) => sum + wholeCentsOf(statement[figure]), 0n));

/** Days have no time zone, so they are formatted as days of UTC. */
const formatUtc = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", { ...options, timeZone: "UTC" });

/** "April 2026", or "Mar 10, 2026 – Apr 9, 2026". */
export const periodTitle = ({ kind, startsOn, endsOn }: Days): string =>
  kind === "monthly"
    ? formatUtc(startsOn, { month: "long", year: "numeric" })
    : [startsOn, endsOn].map((day) => formatUtc(day, { month: "short", day: "numeric", year: "numeric" })).join(" – ");
