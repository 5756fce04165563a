import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { Empty } from "#ui/feedback/empty.tsx";
import { dollarsOf } from "#ui/money/cents.ts";
import type { Sort } from "#ui/money-table/money-column.ts";
import { MoneyTable } from "#ui/money-table/money-table.tsx";
import type { RowTarget } from "#ui/money-table/row-target.ts";
import type { TableTotals } from "#ui/money-table/sums.ts";
import { TableTools } from "#ui/money-table/table-tools.tsx";
import { TotalsBar } from "#ui/money-table/totals-bar.tsx";
import { useSelectedRows } from "#ui/money-table/use-selected-rows.ts";
import { useTableView } from "#ui/money-table/view/use-table-view.ts";
import { SaveLinesMenu } from "#ui/table/file-format-menu.tsx";
import { type FileRow, rowPlace } from "./file-rows.ts";
import { keyOfFileRow, linesOfRows, rowColumns, sortRows } from "./row-columns.tsx";
import type { RowContext } from "./row-context.ts";
import { RowFilter, type RowsShown } from "./row-filter.tsx";
import { isRequested, rowProblems } from "./row-status.tsx";

const PAGE_ROWS = 100;
const FILE_ORDER: Sort = { by: "line", order: "asc" };
const shortcuts = [{ keys: "e", meaning: "Exclude or include row or selection" }];

type RowTableProps = RowContext & { readonly onEdit: (row: FileRow) => void };

/**
 * The file's payments, filterable by problems, possible duplicates, and exclusion. Headings and totals, which would be in
 * their way, are a choice of their own.
 */
export function RowTable({ onEdit, ...context }: RowTableProps) {
  const { state, results, checkOf, selection } = context;
  const { rows, job } = state;
  const [filter, setFilter] = useState<RowsShown>("payments");
  const [shown, setShown] = useState(PAGE_ROWS);
  const [sort, setSort] = useState(FILE_ORDER);
  const excluding = useExcluding(context);
  const onPay = ({ number }: FileRow) => state.decide(({ payments }) => ({ payments: [...payments, number] }));
  const view = useTableView("file-rows", rowColumns(context, { onEdit, onExclude: excluding.set, onPay }));
  const kinds: Readonly<Record<RowsShown, readonly FileRow[]>> = {
    payments: state.payments,
    problems: rows.filter((row) => rowProblems(row, results.get(row.number), checkOf(row)).length > 0),
    duplicates: selection.duplicates,
    excluded: rows.filter(({ isExcluded }) => isExcluded),
    left: rows.filter(({ kind }) => kind !== "payment"),
  };
  const listed = sortRows(kinds[filter], sort, context);
  return (
    <>
      <TableTools
        view={view}
        shortcuts={shortcuts}
        filtersLabel="Filter rows"
        exports={
          <SaveLinesMenu name={`${job.file.name}-rows`} linesOf={() => linesOfRows(listed, view.columns, context)} />
        }
      >
        <RowFilter state={state} filter={filter} kinds={kinds} selection={selection} onChange={setFilter} />
      </TableTools>
      {listed.length === 0 ? (
        <Empty title={emptyTitles[filter]} />
      ) : (
        <MoneyTable
          label="Payments in the file"
          rows={listed.slice(0, shown)}
          columns={view.columns}
          density={view.density}
          rowKey={keyOfFileRow}
          targetOf={({ number }) => targetOfRequest(results.get(number)?.requestId)}
          onOpen={(row) => row.kind === "payment" && onEdit(row)}
          selection={excluding.selection}
          sort={sort}
          onSort={setSort}
          onKey={(key, current) => key === "e" && excluding.toggle(current)}
        />
      )}
      {listed.length > shown && (
        <Group justify="center" p="sm">
          <Button variant="subtle" size="xs" onClick={() => setShown(shown + PAGE_ROWS)}>
            Show more rows
          </Button>
        </Group>
      )}
      {/* The bar below has the totals of the whole file. */}
      {listed.length > 0 && (filter !== "payments" || excluding.chosen.length > 0) && (
        <TotalsBar noun={{ one: "row", many: "rows" }} totals={totalsOf(listed)} selected={totalsOf(excluding.chosen)}>
          {excluding.buttons}
        </TotalsBar>
      )}
    </>
  );
}

/** A requested row has the page of its request; the others are edited. */
const targetOfRequest = (requestId: string | undefined): RowTarget | undefined =>
  requestId === undefined ? undefined : { to: "/approvals/$requestId", params: { requestId } };

const totalsOf = (rows: readonly FileRow[]): TableTotals => ({
  count: rows.length,
  sums: [{ label: "Total", amount: dollarsOf(rows.reduce((sum, { cents }) => sum + (cents ?? 0n), 0n)) }],
});

/** The selection, and what excludes and includes it. */
function useExcluding({ state, results }: RowContext) {
  const selected = useSelectedRows();
  const canSelect = ({ number, kind }: FileRow) => kind === "payment" && !isRequested(results.get(number));
  const chosen = state.rows.filter((row) => selected.keys.has(keyOfFileRow(row)) && canSelect(row));
  const set = (rows: readonly FileRow[], isExcluded: boolean) => {
    const numbers = new Set(rows.map(({ number }) => number));
    state.decide(({ excluded: before }) => ({
      excluded: [...before.filter((number) => !numbers.has(number)), ...(isExcluded ? numbers : [])],
    }));
  };
  const toggle = (current: FileRow | undefined): boolean => {
    const among = (chosen.length > 0 || current === undefined ? chosen : [current]).filter(canSelect);
    if (among.length === 0) return false;
    set(
      among,
      among.some(({ isExcluded }) => !isExcluded),
    );
    return true;
  };
  const included = chosen.filter(({ isExcluded }) => !isExcluded);
  const excluded = chosen.filter(({ isExcluded }) => isExcluded);
  return {
    set,
    toggle,
    chosen,
    selection: { ...selected, canSelect, labelOf: (row: FileRow) => `Select ${rowPlace(state.job.file, row)}` },
    buttons: (
      <Group gap="xs" role="group" aria-label="Selected rows">
        <Button size="xs" disabled={included.length === 0} onClick={() => set(included, true)}>
          Exclude {included.length}
        </Button>
        <Button size="xs" variant="default" disabled={excluded.length === 0} onClick={() => set(excluded, false)}>
          Include {excluded.length}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={() => selected.set([])}>
          Clear selection
        </Button>
      </Group>
    ),
  };
}

const emptyTitles: Readonly<Record<RowsShown, string>> = {
  payments: "The file has no payments",
  problems: "No rows need fixing",
  duplicates: "No possible duplicates",
  excluded: "No rows are excluded",
  left: "Every row is a payment",
};
