import { Button, Group } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useMemo } from "react";
import { removeFromApprovalBatch } from "../../../api/generated/sdk.gen.ts";
import { Empty } from "../../../ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "../../../ui/feedback/loaded.tsx";
import { useAction } from "../../../ui/forms/use-action.ts";
import { useAccountNames } from "../../../ui/money/account-names.ts";
import { MoneyTable, type RowPanel } from "../../../ui/money-table/money-table.tsx";
import { TableHint, TableTools } from "../../../ui/money-table/table-tools.tsx";
import { useTableView } from "../../../ui/money-table/view/use-table-view.ts";
import { isDecidable, type QueuedRequest } from "../decisions.ts";
import { hasFlags, keyOfRequest, queueColumns, requestTargetOf } from "../queue/queue-columns.tsx";
import { QueuePager } from "../queue/queue-parts.tsx";
import { QueueTotals } from "../queue/queue-totals.tsx";
import { decidesBy, useDeciding } from "../queue/use-deciding.tsx";
import { useQueue } from "../queue/use-queue.ts";
import { batchRoute, type QueueSearch } from "../routes.ts";
import { BatchFilters } from "./batch-filters.tsx";
import { paymentsText } from "./batch-words.ts";
import type { ApprovalBatch } from "./use-batch.ts";

const shortcuts = [
  { keys: "a", meaning: "Approve row or selection" },
  { keys: "r", meaning: "Reject row or selection" },
];

/** The requests of a batch, which can be opened, rejected, or removed one by one. */
export function BatchRows({
  batch,
  onChanged,
  onDecided,
}: {
  readonly batch: ApprovalBatch;
  /** Requests were removed. */
  readonly onChanged: (batch: ApprovalBatch) => void;
  /** Single requests were decided. */
  readonly onDecided: () => void;
}) {
  const own = batchRoute.useSearch();
  const search = searchIn(own, batch);
  const queue = useQueue(search);
  // Rows of the previous filter cannot be decided.
  const rows = queue.isPlaceholderData ? [] : (queue.data?.requests ?? []);
  const { selection, chosen, begin, dialog } = useDeciding(rows, onDecided);
  const change = useChange(() => selection.set([]));
  const panel = usePanel(search, onDecided);
  const view = useTableView("approvals", useBatchColumns(rows.some(hasFlags)));
  const mayRemove = batch.allowedActions.includes("remove");
  const canSelect = (row: QueuedRequest) => isDecidable(row) || (mayRemove && waits(row));
  return (
    <>
      <TableTools view={view} shortcuts={shortcuts} filtersLabel="Filter payments">
        <BatchFilters search={own} onChange={change} />
      </TableTools>
      <Loaded query={queue}>
        {({ requests, page, isWhole, sort, refusal }) => (
          <>
            <TableHint text={refusal} />
            <MoneyTable
              label="Payments of the batch"
              rows={requests}
              columns={view.columns}
              density={view.density}
              rowKey={keyOfRequest}
              targetOf={({ requestId }) => panel.targetOf(requestId)}
              selection={{ ...selection, labelOf, canSelect }}
              sort={sort}
              onSort={({ by, order }) => change({ sort: by, order })}
              panel={panel}
              empty={<Empty title="No payments match these filters" />}
              onKey={(key, current) =>
                // With a request in the panel, its keys decide about it.
                own.open === undefined && decidesBy(key, (verb) => begin(verb, current))
              }
            />
            <BatchTotals
              batch={batch}
              requests={requests}
              rows={chosen}
              isWhole={isWhole}
              onReject={() => begin("reject")}
              onRemoved={onChanged}
              onClear={() => selection.set([])}
            />
            <QueuePager page={page} search={search} onTurn={change} />
          </>
        )}
      </Loaded>
      {dialog}
    </>
  );
}

function useBatchColumns(withFlags: boolean) {
  const { accountOf } = useAccountNames();
  return useMemo(() => queueColumns(accountOf, withFlags), [accountOf, withFlags]);
}

/** The last line of the table. */
const BatchTotals = ({
  requests,
  isWhole,
  ...selected
}: SelectedProps & { readonly requests: readonly QueuedRequest[]; readonly isWhole: boolean }) => (
  <QueueTotals
    entries={requests}
    chosen={selected.rows}
    isWhole={isWhole}
    unflagged={0}
    onSelectUnflagged={() => undefined}
  >
    <Selected {...selected} />
  </QueueTotals>
);

const labelOf = ({ payeeName }: QueuedRequest): string => `Select ${payeeName}`;
const waits = ({ status }: QueuedRequest): boolean => status === "pendingApproval";

/** All of them, in the order in which they were requested, unless the URL says otherwise. */
const searchIn = (search: Partial<QueueSearch>, { batchId }: ApprovalBatch): Partial<QueueSearch> => ({
  ...search,
  batch: batchId,
  status: search.status ?? "all",
  sort: search.sort ?? "created",
  order: search.order ?? "asc",
});

interface SelectedProps {
  readonly batch: ApprovalBatch;
  readonly rows: readonly QueuedRequest[];
  readonly onReject: () => void;
  readonly onRemoved: (batch: ApprovalBatch) => void;
  readonly onClear: () => void;
}

/** What the user may do with the selected requests. */
function Selected({ batch, rows, onReject, onRemoved, onClear }: SelectedProps) {
  const { busy, run } = useAction();
  const waiting = rows.filter(waits);
  const rejectable = rows.filter((row) => row.allowedActions.includes("reject"));
  const remove = async () => {
    const body = { requestIds: waiting.map(({ requestId }) => requestId) };
    const call = { path: { batchId: batch.batchId }, body, throwOnError: true } as const;
    const done = `${paymentsText(waiting.length)} removed. Decide about ${waiting.length === 1 ? "it" : "them"} in Approvals.`;
    const removed = await run(() => removeFromApprovalBatch(call), done);
    if (removed === undefined) return;
    onClear();
    onRemoved(removed.data);
  };
  return (
    <Group gap="xs" role="group" aria-label="Selected payments">
      {batch.allowedActions.includes("remove") && (
        <Button size="xs" loading={busy} disabled={waiting.length === 0} onClick={() => void remove()}>
          Remove {waiting.length} from batch
        </Button>
      )}
      {rejectable.length > 0 && (
        <Button size="xs" variant="default" onClick={onReject}>
          Reject {rejectable.length}
        </Button>
      )}
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        Clear selection
      </Button>
    </Group>
  );
}

/** Changes the URL, which starts at the first page unless it turns one. */
function useChange(onChange: () => void) {
  const navigate = useNavigate({ from: "/approvals/batches/$batchId" });
  return (part: Partial<QueueSearch>) => {
    onChange();
    // Paging adds a history entry; filtering replaces the current one.
    const replace = part.start_after === undefined;
    void navigate({ search: (before) => ({ ...before, start_after: undefined, ...part }), replace });
  };
}

const RequestPreview = lazy(() =>
  import("../request-preview.tsx").then((module) => ({ default: module.RequestPreview })),
);

function usePanel(search: Partial<QueueSearch>, onDecided: () => void): RowPanel {
  const navigate = useNavigate({ from: "/approvals/batches/$batchId" });
  const onPeek = (key: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, open: key }), replace: true, resetScroll: false });
  return {
    label: "Payment",
    key: search.open,
    onPeek,
    targetOf: (requestId) => requestTargetOf(requestId, search),
    content: (requestId) => (
      <Suspense fallback={<SkeletonRows rows={8} />}>
        {/* A different request starts over: what the user has seen of the previous one does not count. */}
        <RequestPreview
          key={requestId}
          requestId={requestId}
          list={search}
          onNext={(next) => {
            onDecided();
            onPeek(next);
          }}
        />
      </Suspense>
    ),
  };
}
