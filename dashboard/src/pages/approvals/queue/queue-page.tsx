import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useMemo } from "react";
import { useRefresh } from "#api/refresh.ts";
import { Loaded, SkeletonRows } from "#ui/feedback/loaded.tsx";
import { useAccountNames } from "#ui/money/account-names.ts";
import { MoneyTable, type RowPanel } from "#ui/money-table/money-table.tsx";
import { SavedViews } from "#ui/money-table/saved-views/saved-views.tsx";
import { TableHint, TableTools } from "#ui/money-table/table-tools.tsx";
import { useTableView } from "#ui/money-table/view/use-table-view.ts";
import { Page } from "#ui/page/page.tsx";
import { Section } from "#ui/page/section.tsx";
import { useIsHere } from "#ui/page/use-move-on.ts";
import { BatchPreview } from "../batches/batch-preview.tsx";
import { mayGroup } from "../batches/group-dialog.tsx";
import {
  batchTargetOf,
  entryColumns,
  isBatch,
  isRequest,
  keyOfEntry,
  type QueueEntry,
  queueFactsOf,
} from "../batches/queue-entry.tsx";
import { type ApprovalBatch, useQueuedBatches } from "../batches/use-batch.ts";
import { isDecidable } from "../decisions.ts";
import { type QueueSearch, queueSearchOf, searchChanger } from "../queue-search.ts";
import { isApprovableUnflagged, keyOfRequest, requestTargetOf } from "./queue-columns.tsx";
import { QueueExport } from "./queue-export.tsx";
import { QueueFilters } from "./queue-filters.tsx";
import { queueInOrder } from "./queue-in-order.ts";
import { NothingQueued, QueuePager } from "./queue-parts.tsx";
import { DecideSelected, QueueTotals } from "./queue-totals.tsx";
import { UndoQueue } from "./undo-queue.tsx";
import { decidesBy, useDeciding } from "./use-deciding.tsx";
import { useQueue } from "./use-queue.ts";

const route = getRouteApi("/signedIn/approvals");

const shortcuts = [
  { keys: "a", meaning: "Approve row or selection" },
  { keys: "r", meaning: "Reject row or selection" },
  { keys: "n", meaning: "Approve the open request, then open the next one" },
  { keys: "q", meaning: "Send the open request back with a question" },
  { keys: "u", meaning: "Select all rows without flags" },
  { keys: "d", meaning: "Show the document next to the open request" },
];

export function QueuePage() {
  const search = route.useSearch();
  const { queue, queued, rows, entries, refresh } = useEntries(search);
  const { selection, chosen, begin, dialog } = useDeciding(rows, refresh);
  const chosenBatches = queued.batches.filter(({ batchId }) => selection.keys.has(batchId));
  const unflagged = rows.filter(isApprovableUnflagged).map(keyOfRequest);
  const change = searchChanger(route.useNavigate(), () => selection.set([]));
  const panel = usePanel(search, queued.batches);
  const decides = useDecidingKeys({ chosen, chosenBatches, begin });
  const view = useTableView("approvals", useQueueColumns(entries));
  return (
    <Page title="Approvals" wide lead="Payments and transfers waiting for approval.">
      <Section flush>
        <SavedViews page="approvals" search={search} validate={queueSearchOf} />
        <TableTools
          view={view}
          shortcuts={shortcuts}
          filtersLabel="Filter requests"
          exports={<QueueExport search={search} batches={queued.batches} columns={view.columns} />}
        >
          <QueueFilters search={search} onChange={change} />
        </TableTools>
        <Loaded query={queue}>
          {({ requests, page, isWhole, sort, refusal }) => (
            <>
              <TableHint text={refusal ?? (queued.isCut ? "Only the oldest 50 batches are listed." : undefined)} />
              <MoneyTable
                label="Requests"
                rows={queueInOrder(requests, queued.batches, sort)}
                empty={<NothingQueued search={search} />}
                columns={view.columns}
                density={view.density}
                rowKey={keyOfEntry}
                targetOf={(entry) => (isBatch(entry) ? batchTargetOf(entry.batchId) : panel.targetOf(entry.requestId))}
                selection={{ ...selection, labelOf, canSelect }}
                sort={sort}
                onSort={({ by, order }) => change({ sort: by, order })}
                panel={panel}
                onKey={(key, current) => {
                  if (key === "u") selection.set(unflagged);
                  // With a request in the panel, its keys decide on it.
                  return key === "u" || (search.open === undefined && decides(key, current));
                }}
              />
              <QueueTotals
                entries={[...queued.batches, ...requests]}
                chosen={[...chosenBatches, ...chosen]}
                isWhole={isWhole && !queued.isCut}
                unflagged={unflagged.length}
                onSelectUnflagged={() => selection.set(unflagged)}
              >
                <DecideSelected
                  rows={chosen}
                  batches={chosenBatches}
                  onDecide={begin}
                  onClear={() => selection.set([])}
                />
              </QueueTotals>
              <QueuePager page={page} search={search} onTurn={change} />
            </>
          )}
        </Loaded>
      </Section>
      <UndoQueue />
      {dialog}
    </Page>
  );
}

const labelOf = (entry: QueueEntry): string => `Select ${isBatch(entry) ? entry.name : entry.payeeName}`;

/** What can be decided, and what its requester can group. */
const canSelect = (entry: QueueEntry): boolean =>
  isBatch(entry) ? entry.allowedActions.length > 0 : isDecidable(entry) || mayGroup(entry);

function useQueueColumns(entries: readonly QueueEntry[]) {
  const { accountOf } = useAccountNames();
  const { hasFlags, hasDueDates, hasStatuses } = queueFactsOf(entries);
  return useMemo(
    () => entryColumns(accountOf, { hasFlags, hasDueDates, hasStatuses }),
    [accountOf, hasFlags, hasDueDates, hasStatuses],
  );
}

const RequestPreview = lazy(() =>
  import("../request-preview.tsx").then((module) => ({ default: module.RequestPreview })),
);

/** The requests and batches of the queue. */
function useEntries(search: Partial<QueueSearch>) {
  const queue = useQueue(search);
  const queued = useQueuedBatches(search);
  // Rows of the previous filter cannot be decided.
  const rows = queue.isPlaceholderData ? [] : (queue.data?.requests ?? []);
  const entries: readonly QueueEntry[] = [...queued.batches, ...rows];
  const refresh = useRefresh();
  return { queue, queued, rows, entries, refresh: () => void refresh("approvals", "transactions") };
}

/** The keys that decide about the selection or the current row. */
function useDecidingKeys({
  chosen,
  chosenBatches,
  begin,
}: Pick<ReturnType<typeof useDeciding>, "chosen" | "begin"> & { readonly chosenBatches: readonly ApprovalBatch[] }) {
  const navigate = useNavigate();
  return (key: string, current: QueueEntry | undefined): boolean => {
    const [batch] = chosen.length === 0 && current !== undefined && isBatch(current) ? [current] : chosenBatches;
    if (batch === undefined)
      return decidesBy(key, (verb) => begin(verb, current !== undefined && isRequest(current) ? current : undefined));
    // A batch is decided on its page, next to what it contains.
    return decidesBy(key, () => {
      void navigate({ to: "/approvals/batches/$batchId", params: { batchId: batch.batchId } });
      return true;
    });
  };
}

function usePanel(search: Partial<QueueSearch>, batches: readonly ApprovalBatch[]): RowPanel {
  const isHere = useIsHere();
  const navigate = route.useNavigate();
  const onPeek = (key: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, open: key }), replace: true, resetScroll: false });
  const batchOf = (key: string) => batches.find(({ batchId }) => batchId === key);
  return {
    label: "Request",
    key: search.open,
    onPeek,
    targetOf: (key) => (batchOf(key) === undefined ? requestTargetOf(key, search) : batchTargetOf(key)),
    content: (key) => {
      const batch = batchOf(key);
      return (
        <Suspense fallback={<SkeletonRows rows={8} />}>
          {batch !== undefined ? (
            <BatchPreview batch={batch} />
          ) : (
            // A different request starts over: what the user has seen of the previous one does not count.
            <RequestPreview
              key={key}
              requestId={key}
              list={search}
              onNext={(next) => {
                // The next one was looked for after the decision.
                if (isHere()) onPeek(next);
              }}
            />
          )}
        </Suspense>
      );
    },
  };
}
