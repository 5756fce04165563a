import type { LineCell, Lines } from "#ui/files/workbook/save-lines.ts";
import { statusNames } from "#ui/money/transaction-labels.ts";
import { shortMethodName } from "#ui/money-table/activity/method-of.ts";
import type { MoneyColumn } from "#ui/money-table/money-column.ts";
import { fileDayOf } from "#ui/page/when.tsx";
import { paymentsText, stateOfBatch, sumOfBatch } from "../batches/batch-words.ts";
import { flaggedIn, isBatch, type QueueEntry } from "../batches/queue-entry.tsx";
import type { ApprovalBatch } from "../batches/use-batch.ts";
import type { QueuedRequest } from "../decisions.ts";
import { dueDateOf, flagsOf } from "./queue-columns.tsx";
import { queueStatusNames } from "./queue-status.ts";
import { requesterName } from "./requester-name.ts";

type Cells = Readonly<Record<string, LineCell>>;
type LastFour = (accountId: string) => string | undefined;

/** What the table shows, as lines of a file. */
export const linesOfQueue = (
  entries: readonly QueueEntry[],
  columns: readonly Pick<MoneyColumn<QueueEntry>, "id" | "header">[],
  lastFourOf: LastFour,
): Lines => [
  columns.map(({ header }) => header),
  ...entries.map((entry) => {
    const cells = isBatch(entry) ? cellsOfBatch(entry) : cellsOfRequest(entry, lastFourOf);
    return columns.map(({ id }) => cells[id] ?? "");
  }),
];

const cellsOfRequest = (row: QueuedRequest, lastFourOf: LastFour): Cells => {
  const { payeeName, memo, accountId, accountName, paymentMethod, createdAt, amount } = row;
  const lastFour = lastFourOf(accountId);
  return {
    counterparty: payeeName,
    memo: memo ?? "",
    account: lastFour === undefined ? accountName : `${accountName} ••${lastFour}`,
    method: shortMethodName(paymentMethod),
    requester: requesterName(row),
    created: fileDayOf(createdAt),
    due: dueDateOf(row) ?? "",
    flags: flagsOf(row)
      .map(({ label }) => label)
      .join(", "),
    status: statusTextOf(row),
    amount: { dollars: amount },
  };
};

function statusTextOf({ status, paymentStatus, sentBack }: QueuedRequest): string {
  if (paymentStatus !== null && paymentStatus !== "pending") return statusNames[paymentStatus];
  if (sentBack !== null) return queueStatusNames.sentBack;
  return queueStatusNames[status];
}

const cellsOfBatch = (batch: ApprovalBatch): Cells => {
  const { count, total } = sumOfBatch(batch);
  const flagged = flaggedIn(batch);
  return {
    counterparty: batch.name,
    account: paymentsText(count),
    method: "Batch",
    requester: batch.createdBy.name,
    created: fileDayOf(batch.createdAt),
    flags: flagged === 0 ? "" : `${flagged} flagged`,
    status: stateOfBatch(batch).label,
    amount: { dollars: total },
  };
};
