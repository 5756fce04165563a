import { useQuery } from "@tanstack/react-query";
import { listStatementsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { StatementSummary } from "../../api/generated/types.gen.ts";
import { Money } from "../../ui/money/money.tsx";
import { DataTable, type TableColumn } from "../../ui/table/data-table.tsx";
import { TwoLines } from "../../ui/table/two-lines.tsx";
import { DownloadMenu } from "./download-menu.tsx";
import { type MonthTotal, withMonthTotals } from "./month-totals.ts";

type Row = StatementSummary | MonthTotal;

/** The most statements that a request returns. */
const LIMIT_MAX = 1_000;

/** Statements, with each month's total unless they are all of one account. */
export function StatementTable({
  rows,
  ofOneAccount,
}: {
  readonly rows: readonly StatementSummary[];
  readonly ofOneAccount: boolean;
}) {
  const months = useWholeMonths(rows, ofOneAccount);
  return (
    <DataTable
      label="Statements"
      rows={withMonthTotals(rows, months)}
      rowKey={(row) => ("id" in row ? row.id : `total-${row.startsOn}`)}
      columns={columns}
    />
  );
}

/** Every monthly statement of the months on this page, because a page can end within a month. */
function useWholeMonths(rows: readonly StatementSummary[], ofOneAccount: boolean): readonly StatementSummary[] {
  const starts = rows.filter(({ kind }) => kind === "monthly").map(({ startsOn }) => startsOn);
  const [start, end] = [starts.toSorted()[0], starts.toSorted().at(-1)];
  const { data } = useQuery({
    ...listStatementsOptions({ query: { limit: LIMIT_MAX, ...(start && end ? { start, end } : {}) } }),
    enabled: !ofOneAccount && start !== undefined,
  });
  // With more, a total would be wrong.
  return data === undefined || data.page.nextPage !== undefined ? [] : data.statements;
}

const isTotal = (row: Row): row is MonthTotal => !("id" in row);

const amount = (header: string, read: (row: Row) => number, wideOnly?: true): TableColumn<Row> => ({
  header,
  align: "right",
  ...(wideOnly ? { wideOnly } : {}),
  cell: (row) => (isTotal(row) ? <Money amount={read(row)} fw={600} /> : <Money amount={read(row)} />),
});

const columns: readonly TableColumn<Row>[] = [
  {
    header: "Period",
    cell: (row) =>
      isTotal(row) ? (
        <TwoLines first={`Total, ${statementPeriod(row)}`} second={countText(row)} />
      ) : (
        <TwoLines first={statementPeriod(row)} second={countText(row)} />
      ),
  },
  {
    header: "Account",
    cell: (row) =>
      isTotal(row) ? (
        <TwoLines first={`${row.ids.length} accounts`} second="Including transfers between them" />
      ) : (
        <TwoLines first={row.accountName} second={`••••${row.accountNumberLast4}`} />
      ),
  },
  amount("Opening balance", ({ startingBalance }) => startingBalance, true),
  amount("Money in", ({ moneyIn }) => moneyIn),
  amount("Money out", ({ moneyOut }) => moneyOut),
  amount("Closing balance", ({ endingBalance }) => endingBalance),
  {
    header: "Download",
    hideHeader: true,
    align: "right",
    cell: (row) =>
      isTotal(row) ? (
        <DownloadMenu text="Download all" label={`Download all, ${statementPeriod(row)}`} ids={row.ids} />
      ) : (
        <DownloadMenu text="Download" label={`Download ${row.accountName}, ${statementPeriod(row)}`} ids={[row.id]} />
      ),
  },
];

const countText = ({ transactionCount: count }: { readonly transactionCount: number }): string =>
  count === 1 ? "1 transaction" : `${count.toLocaleString("en-US")} transactions`;

type Period = Pick<StatementSummary, "kind" | "startsOn" | "endsOn">;

/** Days have no time zone, so they are formatted as days of UTC. */
const formatUtc = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", { ...options, timeZone: "UTC" });

/** "April 2026", or "Mar 10, 2026 – Apr 9, 2026". */
const statementPeriod = ({ kind, startsOn, endsOn }: Period): string =>
  kind === "monthly"
    ? formatUtc(startsOn, { month: "long", year: "numeric" })
    : [startsOn, endsOn].map((day) => formatUtc(day, { month: "short", day: "numeric", year: "numeric" })).join(" – ");
