import { Button, Group } from "@mantine/core";
import { useMemo, useState } from "react";
import type { ScheduledPayment, ScheduledPayments } from "#api/generated/types.gen.ts";
import { useRight } from "#app/session/session.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { useAccountNames } from "#ui/money/account-names.ts";
import { MoneyTable } from "#ui/money-table/money-table.tsx";
import { sumOfAmounts, type TableTotals } from "#ui/money-table/sums.ts";
import { TableHint, TableTools } from "#ui/money-table/table-tools.tsx";
import { TotalsBar } from "#ui/money-table/totals-bar.tsx";
import { useSelectedRows } from "#ui/money-table/use-selected-rows.ts";
import { useTableView } from "#ui/money-table/view/use-table-view.ts";
import { TextLink } from "#ui/page/links.tsx";
import { SaveLinesMenu } from "#ui/table/file-format-menu.tsx";
import {
  hasScheduledFlags,
  keyOfScheduled,
  occurrenceOf,
  scheduledColumns,
  targetOfScheduled,
} from "./scheduled-columns.tsx";
import { BY_DAY, linesOfScheduled, sortScheduled } from "./scheduled-lines.ts";
import { useOccurrenceActions } from "./use-occurrence-actions.ts";

const shortcuts = [{ keys: "s", meaning: "Skip or restore row or selection" }];

/** Scheduled payments in the order of their days. Those that are not requested yet can be skipped. */
export function ScheduledList({
  title,
  scheduled: { payments, allListed },
}: {
  readonly title: string;
  readonly scheduled: ScheduledPayments;
}) {
  const { accountOf } = useAccountNames();
  const withFlags = payments.some(hasScheduledFlags);
  const columns = useMemo(() => scheduledColumns(accountOf, withFlags), [accountOf, withFlags]);
  const view = useTableView("scheduled", columns);
  const [sort, setSort] = useState(BY_DAY);
  const rows = sortScheduled(payments, sort);
  const { selection, chosen, toggle, buttons } = useSkipping(payments);
  if (payments.length === 0) return <NothingScheduled />;
  return (
    <>
      <TableTools
        title={title}
        view={view}
        shortcuts={shortcuts}
        exports={<SaveLinesMenu name="scheduled" linesOf={() => linesOfScheduled(rows, view.columns, accountOf)} />}
      />
      <TableHint
        text={allListed ? undefined : "Only the first 500 payments are listed. The forecast counts the others, too."}
      />
      <MoneyTable
        label="Scheduled payments"
        rows={rows}
        columns={view.columns}
        density={view.density}
        rowKey={keyOfScheduled}
        targetOf={targetOfScheduled}
        selection={selection}
        sort={sort}
        onSort={setSort}
        onKey={(key, current) => key === "s" && toggle(current)}
      />
      <TotalsBar
        noun={{ one: "payment", many: "payments" }}
        totals={totalsOf(payments.filter(({ state }) => state !== "skipped"))}
        selected={totalsOf(chosen)}
      >
        {buttons}
      </TotalsBar>
    </>
  );
}

const totalsOf = (rows: readonly ScheduledPayment[]): TableTotals => ({
  count: rows.length,
  sums: [{ label: "Total", amount: sumOfAmounts(rows.map(({ amount }) => amount)) }],
});

const NothingScheduled = () => (
  <Empty title="Nothing is scheduled">
    Payments with a date, and those that <TextLink to="/pay">repeat</TextLink>, appear here.
  </Empty>
);

/** The selection of occurrences, and what skips and restores them. */
function useSkipping(payments: readonly ScheduledPayment[]) {
  const mayChange = useRight("requestSendMoney");
  const rows = useSelectedRows();
  const { busy, act } = useOccurrenceActions();
  const canSelect = (row: ScheduledPayment) => mayChange && occurrenceOf(row) !== undefined;
  const chosen = payments.filter((row) => rows.keys.has(keyOfScheduled(row)));
  const change = (verb: "skip" | "restore", among: readonly ScheduledPayment[]) => {
    void act(
      verb,
      among.filter((row) => verbFor(row) === verb).flatMap((row) => occurrenceOf(row) ?? []),
    );
    rows.set([]);
  };
  const toggle = (current: ScheduledPayment | undefined): boolean => {
    const among = (chosen.length > 0 || current === undefined ? chosen : [current]).filter(canSelect);
    const [first] = among;
    if (first === undefined || busy) return false;
    change(verbFor(first), among);
    return true;
  };
  const count = (verb: "skip" | "restore") => chosen.filter((row) => verbFor(row) === verb).length;
  return {
    chosen,
    toggle,
    selection: {
      ...rows,
      canSelect,
      labelOf: ({ recipientName, day }: ScheduledPayment) => `Select ${recipientName}, ${day}`,
    },
    buttons: (
      <Group gap="xs" role="group" aria-label="Selected payments">
        {(["skip", "restore"] as const).map((verb) => (
          <Button
            key={verb}
            size="xs"
            variant={verb === "skip" ? "filled" : "default"}
            disabled={count(verb) === 0 || busy}
            onClick={() => change(verb, chosen)}
          >
            {verb === "skip" ? "Skip" : "Restore"} {count(verb)}
          </Button>
        ))}
        <Button size="xs" variant="subtle" color="gray" onClick={() => rows.set([])}>
          Clear selection
        </Button>
      </Group>
    ),
  };
}

const verbFor = ({ state }: ScheduledPayment): "skip" | "restore" => (state === "skipped" ? "restore" : "skip");
