import { useAccountNames } from "#ui/money/account-names.ts";
import type { MoneyColumn } from "#ui/money-table/money-column.ts";
import { SaveLinesMenu } from "#ui/table/file-format-menu.tsx";
import type { QueueEntry } from "../batches/queue-entry.tsx";
import type { ApprovalBatch } from "../batches/use-batch.ts";
import type { QueueSearch } from "../queue-search.ts";
import { queueInOrder } from "./queue-in-order.ts";
import { linesOfQueue } from "./queue-lines.ts";
import { queueSortOf, readWholeQueue } from "./use-queue.ts";

/** Everything that the filters match, with the columns shown, in the order shown. */
export function QueueExport({
  name = "approvals",
  search,
  batches = [],
  columns,
}: {
  readonly name?: string;
  readonly search: Partial<QueueSearch>;
  /** The batches among the requests. */
  readonly batches?: readonly ApprovalBatch[];
  readonly columns: readonly Pick<MoneyColumn<QueueEntry>, "id" | "header">[];
}) {
  const { accountOf } = useAccountNames();
  return (
    <SaveLinesMenu
      name={name}
      linesOf={async () =>
        linesOfQueue(
          queueInOrder(await readWholeQueue(search), batches, queueSortOf(search)),
          columns,
          (id) => accountOf(id)?.lastFour,
        )
      }
    />
  );
}
