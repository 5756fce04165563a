import { Button, Group, Stack } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import {
  getAccountsOptions,
  getTreasuryStatementsOptions,
  listStatementsOptions,
} from "../../api/generated/@tanstack/react-query.gen.ts";
import type { StatementSummary, TreasuryStatement } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { TreasuryStatementLink } from "../../ui/files/treasury-statement-link.tsx";
import { Money } from "../../ui/money/money.tsx";
import { Section } from "../../ui/page/section.tsx";
import { DataTable, type TableColumn } from "../../ui/table/data-table.tsx";
import { TwoLines } from "../../ui/table/two-lines.tsx";
import { DownloadMenu, ZipMenu } from "./download-menu.tsx";
import { periodsOf, periodTitle, type StatementsOfDays, sumOfStatements } from "./periods.ts";

/** The most statements that a request returns. */
const LIMIT_MAX = 1_000;

/** Statements of one account, one row for each period. */
export const StatementsOfAccount = ({ rows }: { readonly rows: readonly StatementSummary[] }) => (
  <DataTable
    label="Statements"
    rows={rows}
    rowKey={({ id }) => id}
    columns={[
      { header: "Period", phone: "name", cell: (row) => <TwoLines first={periodTitle(row)} second={countText(row)} /> },
      ...figures((row: StatementSummary, figure) => <Money amount={row[figure]} />),
      download((row: StatementSummary) => <StatementDownload statement={row} />),
    ]}
  />
);

/** Statements of all accounts: a section for each month, with its total and one archive. */
export function StatementsByPeriod({ rows }: { readonly rows: readonly StatementSummary[] }) {
  const whole = useWholeMonths(rows);
  const { statements: issued, names, isLoading } = useTreasuryStatements();
  // Months do not grow while they are read.
  if (isLoading || whole === undefined)
    return (
      <Section flush>
        <SkeletonRows rows={8} height={40} />
      </Section>
    );
  return (
    <Stack gap="md">
      {periodsOf(rows, whole, issued).map((period, index) => (
        <PeriodSection
          key={`${period.kind} ${period.startsOn} ${period.endsOn}`}
          period={period}
          names={names}
          isLate={index < UNFOLDED}
        />
      ))}
    </Stack>
  );
}

/** The latest quarter; earlier months are a line each. */
const UNFOLDED = 3;

function PeriodSection({
  period,
  names,
  isLate,
}: {
  readonly period: StatementsOfDays;
  readonly names: ReadonlyMap<string, string>;
  /** Open from the start. */
  readonly isLate: boolean;
}) {
  const [isOpen, setOpen] = useState(isLate);
  const title = periodTitle(period);
  return (
    <Section
      title={title}
      flush
      actions={
        <Group gap="xs">
          {!isLate && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-expanded={isOpen}
              aria-label={`${isOpen ? "Hide" : "Show"} ${title}`}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? "Hide" : "Show"}
            </Button>
          )}
          <ZipMenu period={period} />
        </Group>
      }
    >
      {isOpen && (
        <DataTable
          label={`Statements, ${title}`}
          rows={rowsOf(period)}
          rowKey={(row) => ("id" in row ? row.id : "total")}
          columns={columnsOf(names)}
        />
      )}
    </Section>
  );
}

type Total = Pick<StatementsOfDays, "statements">;
type Row = StatementSummary | TreasuryStatement | Total;

const isTotal = (row: Row): row is Total => "statements" in row;
const isTreasury = (row: Row): row is TreasuryStatement => "documentType" in row;

const rowsOf = ({ statements, treasury }: StatementsOfDays): readonly Row[] => [
  ...statements.toSorted((a, b) => (a.accountName < b.accountName ? -1 : 1)),
  ...(statements.length > 1 ? [{ statements }] : []),
  // Not in the total: the custodian's documents have no figures.
  ...treasury,
];

const columnsOf = (names: ReadonlyMap<string, string>): readonly TableColumn<Row>[] => [
  {
    header: "Account",
    phone: "name",
    cell: (row) => {
      if (isTotal(row)) return <TwoLines first="Total" second="Transfers included" />;
      if (isTreasury(row)) return <TwoLines first={names.get(row.accountId) ?? "Treasury"} second={row.description} />;
      return <TwoLines first={row.accountName} second={`••••${row.accountNumberLast4} · ${countText(row)}`} />;
    },
  },
  ...figures((row: Row, figure) => {
    if (isTreasury(row)) return "";
    return isTotal(row) ? (
      <Money amount={sumOfStatements(row.statements, figure)} fw={600} />
    ) : (
      <Money amount={row[figure]} />
    );
  }),
  download((row: Row) => {
    if (isTotal(row)) return "";
    return isTreasury(row) ? <TreasuryStatementLink statement={row} /> : <StatementDownload statement={row} />;
  }),
];

const figureHeaders = [
  { figure: "startingBalance", header: "Opening balance", wideOnly: true },
  { figure: "moneyIn", header: "Money in" },
  { figure: "moneyOut", header: "Money out" },
  { figure: "endingBalance", header: "Closing balance", phone: "amount" },
] as const;

/** The same widths in every month, so that figures are one below the other. */
const figures = <R,>(
  cell: (row: R, figure: (typeof figureHeaders)[number]["figure"]) => ReactNode,
): readonly TableColumn<R>[] =>
  figureHeaders.map(({ figure, ...column }) => ({
    ...column,
    align: "right",
    width: "15%",
    cell: (row) => cell(row, figure),
  }));

const download = <R,>(cell: TableColumn<R>["cell"]): TableColumn<R> => ({
  header: "Download",
  hideHeader: true,
  align: "right",
  phone: "status",
  width: 72,
  cell,
});

const StatementDownload = ({ statement }: { readonly statement: StatementSummary }) => (
  <DownloadMenu id={statement.id} label={`Download ${statement.accountName}, ${periodTitle(statement)}`} />
);

const countText = ({ transactionCount: count }: StatementSummary): string =>
  count === 1 ? "1 transaction" : `${count.toLocaleString("en-US")} transactions`;

/** Every monthly statement of the months on this page, because a page can end within a month. */
function useWholeMonths(rows: readonly StatementSummary[]): readonly StatementSummary[] | undefined {
  const starts = rows.filter(({ kind }) => kind === "monthly").map(({ startsOn }) => startsOn);
  const [start, end] = [starts.toSorted()[0], starts.toSorted().at(-1)];
  const { data, isLoading } = useQuery({
    ...listStatementsOptions({
      query: { limit: LIMIT_MAX, kind: ["monthly"], ...(start && end ? { start, end } : {}) },
    }),
    enabled: start !== undefined,
  });
  if (isLoading) return undefined;
  // With more, a total would be wrong.
  return data === undefined || data.page.nextPage !== undefined ? [] : data.statements;
}

/** Monthly statements of treasury accounts, and the accounts' names. */
function useTreasuryStatements() {
  const mayRead = useRight("fetchTreasuryStatements");
  const mayName = useRight("fetchDepositoryAccounts");
  const { data, isLoading } = useQuery({ ...getAccountsOptions(), enabled: mayRead && mayName, staleTime: 30_000 });
  const accounts = (data?.accounts ?? []).filter(({ kind }) => kind === "treasury");
  const lists = useQueries({
    queries: accounts.map(({ id }) =>
      getTreasuryStatementsOptions({
        path: { treasuryId: id },
        query: { order: "desc", limit: LIMIT_MAX, documentType: "MonthlyStatement" },
      }),
    ),
  });
  return {
    statements: lists.flatMap((list) => list.data?.statements ?? []),
    isLoading: isLoading || lists.some((list) => list.isLoading),
    names: new Map(accounts.map(({ id, name, nickname }) => [id, nickname ?? name])),
  };
}
