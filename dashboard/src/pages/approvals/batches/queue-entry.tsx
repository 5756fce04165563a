import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import type { NamedAccount } from "#ui/money/account-names.ts";
import { Amount } from "#ui/money-table/cells/amount.tsx";
import { Flags } from "#ui/money-table/cells/flags.tsx";
import type { MoneyColumn } from "#ui/money-table/money-column.ts";
import type { RowTarget } from "#ui/money-table/row-target.ts";
import { Age } from "#ui/page/age.tsx";
import type { QueuedRequest } from "../decisions.ts";
import {
  dueDateOf,
  hasFlags,
  keyOfRequest,
  type QueueFacts,
  queueColumns,
  simplyWaits,
} from "../queue/queue-columns.tsx";
import classes from "./batch.module.css";
import { paymentsText, stateOfBatch, sumOfBatch } from "./batch-words.ts";
import type { ApprovalBatch } from "./use-batch.ts";

/** A row of the queue: a request, or a batch of requests as one item. */
export type QueueEntry = QueuedRequest | ApprovalBatch;

export const isBatch = (entry: QueueEntry): entry is ApprovalBatch => "batchId" in entry;
export const isRequest = (entry: QueueEntry): entry is QueuedRequest => !isBatch(entry);

export const keyOfEntry = (entry: QueueEntry): string => (isBatch(entry) ? entry.batchId : keyOfRequest(entry));

export const batchTargetOf = (batchId: string): RowTarget => ({
  to: "/approvals/batches/$batchId",
  params: { batchId },
});

/** Waits for this user. */
const isMine = (batch: ApprovalBatch): boolean =>
  batch.allowedActions.includes("approve") && stateOfBatch(batch).status === "pendingApproval";

export const flaggedIn = ({ evaluation }: ApprovalBatch): number => evaluation?.flagged ?? 0;

export const isEntryFlagged = (entry: QueueEntry): boolean => (isBatch(entry) ? flaggedIn(entry) > 0 : hasFlags(entry));

export const queueFactsOf = (entries: readonly QueueEntry[]): QueueFacts => ({
  hasFlags: entries.some(isEntryFlagged),
  hasDueDates: entries.some((entry) => isRequest(entry) && dueDateOf(entry) !== undefined),
  hasStatuses: !entries.every((entry) => (isBatch(entry) ? isMine(entry) : simplyWaits(entry))),
});

/** The columns of the queue, in which a batch has what it has in common with a request. */
export const entryColumns = (
  accountOf: (accountId: string) => NamedAccount | undefined,
  facts: QueueFacts,
): readonly MoneyColumn<QueueEntry>[] =>
  queueColumns(accountOf, facts).map((column) => ({
    ...column,
    cell: (entry) => (isBatch(entry) ? batchCells[column.id]?.(entry) : column.cell(entry)),
  }));

const batchCells: Readonly<Record<string, MoneyColumn<ApprovalBatch>["cell"] | undefined>> = {
  // A phone has no column of accounts. The name may be cut off, the count is not.
  counterparty: (batch) => (
    <span className={classes["entry"]}>
      <span className={classes["entryName"]}>{batch.name}</span> ({sumOfBatch(batch).count})
    </span>
  ),
  account: (batch) => paymentsText(sumOfBatch(batch).count),
  method: () => "Batch",
  requester: ({ createdBy }) => createdBy.name,
  created: ({ createdAt }) => <Age at={createdAt} />,
  flags: (batch) => <BatchFlags batch={batch} />,
  status: (batch) => (isMine(batch) ? null : <BatchBadge batch={batch} />),
  amount: (batch) => <Amount amount={sumOfBatch(batch).total} moved />,
};

const BatchFlags = ({ batch }: { readonly batch: ApprovalBatch }) => {
  const count = flaggedIn(batch);
  const detail = `${paymentsText(count)} of this batch ${count === 1 ? "has" : "have"} flags. Open the batch to review them.`;
  return <Flags flags={count === 0 ? [] : [{ label: `${count} flagged`, detail, tone: "warning" }]} />;
};

export const BatchBadge = ({ batch }: { readonly batch: ApprovalBatch }) => <StatusBadge {...stateOfBatch(batch)} />;
