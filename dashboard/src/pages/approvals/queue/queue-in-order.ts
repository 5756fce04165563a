import type { Sort } from "#ui/money-table/money-column.ts";
import { paymentsText, sumOfBatch } from "../batches/batch-words.ts";
import type { QueueEntry } from "../batches/queue-entry.tsx";
import type { ApprovalBatch } from "../batches/use-batch.ts";
import type { QueuedRequest } from "../decisions.ts";
import { requesterName } from "./requester-name.ts";

/** Without accents and case, as the service compares names. */
const folded = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase();

type Key = string | number;

/** What requests and batches are sorted by, by the column's ID. */
const keys: Readonly<Record<string, readonly [(row: QueuedRequest) => Key, (batch: ApprovalBatch) => Key]>> = {
  created: [({ createdAt }) => createdAt, ({ createdAt }) => createdAt],
  counterparty: [({ payeeName }) => folded(payeeName), ({ name }) => folded(name)],
  account: [({ accountName }) => folded(accountName), (batch) => folded(paymentsText(sumOfBatch(batch).count))],
  method: [({ paymentMethod }) => paymentMethod ?? "", () => "batch"],
  requester: [(row) => folded(requesterName(row)), ({ createdBy }) => folded(createdBy.name)],
  status: [({ status }) => status, () => "pendingApproval"],
  amount: [({ amount }) => amount, (batch) => sumOfBatch(batch).total],
};

/** Requests in the service's order, with each batch in its place among them. Batches after all of them are last. */
export function queueInOrder(
  requests: readonly QueuedRequest[],
  batches: readonly ApprovalBatch[],
  { by, order }: Sort,
): readonly QueueEntry[] {
  const found = keys[by];
  if (found === undefined) return [...batches, ...requests];
  const [ofRequest, ofBatch] = found;
  const sign = order === "asc" ? 1 : -1;
  const compare = (a: Key, b: Key): number => sign * (a < b ? -1 : Number(a > b));
  const sorted = batches.toSorted((a, b) => compare(ofBatch(a), ofBatch(b)));
  const entries: QueueEntry[] = [];
  for (const request of requests) {
    for (;;) {
      const [batch] = sorted;
      if (batch === undefined || compare(ofBatch(batch), ofRequest(request)) > 0) break;
      entries.push(batch);
      sorted.shift();
    }
    entries.push(request);
  }
  return [...entries, ...sorted];
}
