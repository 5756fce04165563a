import { Button, Group } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useMemo } from "react";
import { removeFromApprovalBatch } from "#api/generated/sdk.gen.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "#ui/feedback/loaded.tsx";
import { useAction } from "#ui/forms/use-action.ts";
import { useAccountNames } from "#ui/money/account-names.ts";
import { MoneyTable, type RowPanel } from "#ui/money-table/money-table.tsx";
import { TableHint, TableTools } from "#ui/money-table/table-tools.tsx";
import { useTableView } from "#ui/money-table/view/use-table-view.ts";
import { useIsHere } from "#ui/page/use-move-on.ts";
import { isDecidable, type QueuedRequest } from "../decisions.ts";
import { keyOfRequest, queueColumns, requestTargetOf } from "../queue/queue-columns.tsx";
import { QueueExport } from "../queue/queue-export.tsx";
import { QueuePager } from "../queue/queue-parts.tsx";
import { QueueTotals } from "../queue/queue-totals.tsx";
import { decidesBy, useDeciding } from "../queue/use-deciding.tsx";
import { useQueue } from "../queue/use-queue.ts";
import { type QueueSearch, searchChanger } from "../queue-search.ts";
import { BatchFilters } from "./batch-filters.tsx";
import { paymentsText } from "./batch-words.ts";
import { queueFactsOf } from "./queue-entry.tsx";
import type { ApprovalBatch } from "./use-batch.ts";

const route = getRouteApi("/signedIn/approvals/batches/$batchId");

const shortcuts = [
  { keys: "a", meaning: "Approve row or selection" },
  { keys: "r", meaning: "Reject row or selection" },
  { keys: "e", meaning: "Remove row or selection from the batch" },
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
  const own = route.useSearch();
  const search = searchIn(own, batch);
  const { queue, rows } = useDecidableRows(search);
  const { selection, chosen, begin, dialog } = useDeciding(rows, onDecided);
  const change = searchChanger(route.useNavigate(), () => selection.set([]));
  const decides = (key: string, current: QueuedRequest | undefined): boolean =>
    key === "e" ? removing.remove(subjectsOf(chosen, current)) : decidesBy(key, (verb) => begin(verb, current));
  const panel = usePanel(search, onDecided);
  const view = useTableView("approvals", useBatchColumns(rows));
  const removing = useRemoving(batch, (changed) => {
    selection.set([]);
    onChanged(changed);
  });
  const canSelect = (row: QueuedRequest) => isDecidable(row) || (removing.isAllowed && waits(row));
  return (
    <>
      <TableTools
        view={view}
        shortcuts={shortcuts}
        filtersLabel="Filter payments"
        exports={<QueueExport name={batch.name} search={search} columns={view.columns} />}
      >
        <BatchFilters search={own} onChange={change} />
      </TableTools>
      <Loaded query={queue}>
        {({ requests, page, isWhole, sort, refusal }) => (
          <>
            <TableHint text={refusal} />
            <MoneyTable
              label="Payments of the batch"
              rows={requests}
              empty={<Empty title="No payments match these filters" />}
              columns={view.columns}
              density={view.density}
              rowKey={keyOfRequest}
              targetOf={({ requestId }) => panel.targetOf(requestId)}
              selection={requests.some(canSelect) ? { ...selection, labelOf, canSelect } : undefined}
              sort={sort}
              onSort={({ by, order }) => change({ sort: by, order })}
              panel={panel}
              // With a request in the panel, its keys decide on it.
              onKey={(key, current) => own.open === undefined && decides(key, current)}
            />
            <QueueTotals noun="payment" entries={requests} chosen={chosen} isWhole={isWhole}>
              <Selected
                rows={chosen}
                removing={removing}
                onReject={() => begin("reject")}
                onClear={() => selection.set([])}
              />
            </QueueTotals>
            <QueuePager page={page} search={search} onTurn={change} />
          </>
        )}
      </Loaded>
      {dialog}
    </>
  );
}

function useBatchColumns(rows: readonly QueuedRequest[]) {
  const { accountOf } = useAccountNames();
  const { hasFlags, hasDueDates, hasStatuses } = queueFactsOf(rows);
  return useMemo(
    () => queueColumns(accountOf, { hasFlags, hasDueDates, hasStatuses }),
    [accountOf, hasFlags, hasDueDates, hasStatuses],
  );
}

const labelOf = ({ payeeName }: QueuedRequest): string => `Select ${payeeName}`;
const waits = ({ status }: QueuedRequest): boolean => status === "pendingApproval";

/** All of them, flagged ones first, then in the order in which they were requested, unless the URL says otherwise. */
const searchIn = (search: Partial<QueueSearch>, { batchId }: ApprovalBatch): Partial<QueueSearch> => ({
  ...search,
  batch: batchId,
  status: search.status ?? "all",
  sort: search.sort ?? "flags",
  order: search.order ?? "asc",
});

/** Rows of the previous filter cannot be decided. */
function useDecidableRows(search: Partial<QueueSearch>) {
  const queue = useQueue(search);
  return { queue, rows: queue.isPlaceholderData ? [] : (queue.data?.requests ?? []) };
}

/** The selection, or the current row without one. */
const subjectsOf = (chosen: readonly QueuedRequest[], current: QueuedRequest | undefined): readonly QueuedRequest[] =>
  chosen.length === 0 && current !== undefined ? [current] : chosen;

interface Removing {
  readonly isAllowed: boolean;
  readonly busy: boolean;
  /** Returns whether there is anything to remove. */
  readonly remove: (rows: readonly QueuedRequest[]) => boolean;
}

/** Takes requests out of the batch: each then waits for a decision of its own. */
function useRemoving(batch: ApprovalBatch, onRemoved: (batch: ApprovalBatch) => void): Removing {
  const { busy, run } = useAction(["approvals"]);
  const isAllowed = batch.allowedActions.includes("remove");
  const send = async (rows: readonly QueuedRequest[]) => {
    const body = { requestIds: rows.map(({ requestId }) => requestId) };
    const call = { path: { batchId: batch.batchId }, body, throwOnError: true } as const;
    const where = rows.length === 1 ? "It is now" : "They are now";
    const removed = await run(
      () => removeFromApprovalBatch(call),
      `Removed ${paymentsText(rows.length)} from the batch. ${where} in Approvals.`,
    );
    if (removed !== undefined) onRemoved(removed.data);
  };
  const remove = (rows: readonly QueuedRequest[]): boolean => {
    const waiting = rows.filter(waits);
    if (!isAllowed || busy || waiting.length === 0) return false;
    void send(waiting);
    return true;
  };
  return { isAllowed, busy, remove };
}

/** What the user may do with the selected requests. */
function Selected({
  rows,
  removing: { isAllowed, busy, remove },
  onReject,
  onClear,
}: {
  readonly rows: readonly QueuedRequest[];
  readonly removing: Removing;
  readonly onReject: () => void;
  readonly onClear: () => void;
}) {
  const waiting = rows.filter(waits).length;
  const rejectable = rows.filter((row) => row.allowedActions.includes("reject")).length;
  return (
    <Group gap="xs" role="group" aria-label="Selected payments">
      {isAllowed && (
        <Button size="xs" loading={busy} disabled={waiting === 0} onClick={() => remove(rows)}>
          Remove {waiting} from batch
        </Button>
      )}
      {rejectable > 0 && (
        <Button size="xs" variant="default" onClick={onReject}>
          Reject {rejectable}
        </Button>
      )}
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        Clear selection
      </Button>
    </Group>
  );
}

const RequestPreview = lazy(() =>
  import("../request-preview.tsx").then((module) => ({ default: module.RequestPreview })),
);

function usePanel(search: Partial<QueueSearch>, onDecided: () => void): RowPanel {
  const isHere = useIsHere();
  const navigate = route.useNavigate();
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
            // The next one was looked for after the decision.
            if (!isHere()) return;
            onDecided();
            onPeek(next);
          }}
        />
      </Suspense>
    ),
  };
}
