import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { sumOfAmounts, type TableTotals } from "../../../ui/money-table/sums.ts";
import { TotalsBar } from "../../../ui/money-table/totals-bar.tsx";
import type { QueuedRequest } from "../decisions.ts";

const totalsOf = (rows: readonly QueuedRequest[]): TableTotals => ({
  count: rows.length,
  sums: [{ label: "Total", amount: sumOfAmounts(rows.map(({ amount }) => amount)) }],
});

/** The total of the requests: of all that match if they fit on a page, otherwise of the page. */
export function QueueTotals({
  requests,
  chosen,
  isWhole,
  unflagged,
  onSelectUnflagged,
  children,
}: {
  readonly requests: readonly QueuedRequest[];
  readonly chosen: readonly QueuedRequest[];
  readonly isWhole: boolean;
  /** How many requests the user may approve that have no flags. */
  readonly unflagged: number;
  readonly onSelectUnflagged: () => void;
  readonly children: ReactNode;
}) {
  const where = isWhole || chosen.length > 0 ? "" : " on this page";
  return (
    <TotalsBar
      noun={{ one: `request${where}`, many: `requests${where}` }}
      totals={totalsOf(requests)}
      selected={totalsOf(chosen)}
      idle={
        unflagged > 0 &&
        unflagged < requests.length && (
          <Button size="compact-xs" variant="subtle" onClick={onSelectUnflagged}>
            Select {unflagged} without flags
          </Button>
        )
      }
    >
      {children}
    </TotalsBar>
  );
}

/** What the user may do with the selected requests. */
export function DecideSelected({
  rows,
  onDecide,
  onClear,
}: {
  readonly rows: readonly QueuedRequest[];
  readonly onDecide: (verb: "approve" | "reject") => void;
  readonly onClear: () => void;
}) {
  const may = (verb: "approve" | "reject") => rows.filter((row) => row.allowedActions.includes(verb)).length;
  return (
    <Group gap="xs" role="group" aria-label="Selected requests">
      <Button size="xs" disabled={may("approve") === 0} onClick={() => onDecide("approve")}>
        Approve {may("approve")}
      </Button>
      <Button size="xs" variant="default" disabled={may("reject") === 0} onClick={() => onDecide("reject")}>
        Reject {may("reject")}
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        Clear selection
      </Button>
    </Group>
  );
}
