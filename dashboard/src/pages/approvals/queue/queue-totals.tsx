import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useRight } from "#app/session/session.ts";
import { sumOfAmounts, type TableTotals } from "#ui/money-table/sums.ts";
import { TotalsBar } from "#ui/money-table/totals-bar.tsx";
import { ButtonLink } from "#ui/page/links.tsx";
import { paymentsText, sumOfBatch } from "../batches/batch-words.ts";
import { GroupButton } from "../batches/group-dialog.tsx";
import { isBatch, type QueueEntry } from "../batches/queue-entry.tsx";
import type { ApprovalBatch } from "../batches/use-batch.ts";
import type { QueuedRequest } from "../decisions.ts";

const totalsOf = (entries: readonly QueueEntry[]): TableTotals => ({
  count: entries.length,
  sums: [
    {
      label: "Total",
      amount: sumOfAmounts(entries.map((entry) => (isBatch(entry) ? sumOfBatch(entry).total : entry.amount))),
    },
  ],
});

/** A batch counts as one item, and the payments in it are counted, too. */
function nounOf(entries: readonly QueueEntry[], noun: string, where: string) {
  const batches = entries.filter(isBatch);
  if (batches.length === 0) return { one: `${noun}${where}`, many: `${noun}s${where}` };
  const payments = entries.reduce((sum, entry) => sum + (isBatch(entry) ? sumOfBatch(entry).count : 1), 0);
  const all = ` (${paymentsText(payments)})${where}`;
  return { one: `item${all}`, many: `items${all}` };
}

/** The total of the requests: of all that match if they fit on a page, otherwise of the page. */
export function QueueTotals({
  entries,
  chosen,
  isWhole,
  noun = "request",
  unflagged = 0,
  onSelectUnflagged,
  children,
}: {
  readonly entries: readonly QueueEntry[];
  readonly chosen: readonly QueueEntry[];
  readonly isWhole: boolean;
  /** What an entry that is no batch is called. */
  readonly noun?: "request" | "payment";
  /** How many requests the user may approve that have no flags. */
  readonly unflagged?: number;
  readonly onSelectUnflagged?: () => void;
  readonly children: ReactNode;
}) {
  if (entries.length === 0) return null;
  const where = isWhole || chosen.length > 0 ? "" : " on this page";
  return (
    <TotalsBar
      noun={nounOf(chosen.length > 0 ? chosen : entries, noun, where)}
      totals={totalsOf(entries)}
      selected={totalsOf(chosen)}
      idle={
        unflagged > 0 &&
        unflagged < entries.length && (
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
  batches,
  onDecide,
  onClear,
}: {
  readonly rows: readonly QueuedRequest[];
  readonly batches: readonly ApprovalBatch[];
  readonly onDecide: (verb: "approve" | "reject") => void;
  readonly onClear: () => void;
}) {
  const mayApprove = useRight("approvePayments");
  const may = (verb: "approve" | "reject") => rows.filter((row) => row.allowedActions.includes(verb)).length;
  if (batches.length > 0) return <SelectedBatches rows={rows} batches={batches} onClear={onClear} />;
  return (
    <Group gap="xs" role="group" className="shareWidth" aria-label="Selected requests">
      {mayApprove && (
        <>
          <Button size="xs" disabled={may("approve") === 0} onClick={() => onDecide("approve")}>
            Approve {may("approve")}
          </Button>
          <Button size="xs" variant="default" disabled={may("reject") === 0} onClick={() => onDecide("reject")}>
            Reject {may("reject")}
          </Button>
        </>
      )}
      <GroupButton rows={rows} onGrouped={onClear} />
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        Clear selection
      </Button>
    </Group>
  );
}

/** A batch is decided on its page. */
function SelectedBatches({
  rows,
  batches: [batch, ...more],
  onClear,
}: {
  readonly rows: readonly QueuedRequest[];
  readonly batches: readonly ApprovalBatch[];
  readonly onClear: () => void;
}) {
  return (
    <Group gap="xs" role="group" className="shareWidth" aria-label="Selected batches">
      {rows.length + more.length > 0 || batch === undefined ? (
        <Text size="sm">Open each batch to decide on it.</Text>
      ) : (
        <ButtonLink to="/approvals/batches/$batchId" params={{ batchId: batch.batchId }} size="xs">
          Review batch
        </ButtonLink>
      )}
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        Clear selection
      </Button>
    </Group>
  );
}
