import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { Loaded, SkeletonRows } from "../../../ui/feedback/loaded.tsx";
import { useAccountNames } from "../../../ui/money/account-names.ts";
import { MoneyTable, type RowPanel } from "../../../ui/money-table/money-table.tsx";
import { SavedViews } from "../../../ui/money-table/saved-views/saved-views.tsx";
import { TableHint, TableTools } from "../../../ui/money-table/table-tools.tsx";
import { useSelectedRows } from "../../../ui/money-table/use-selected-rows.ts";
import { useTableView } from "../../../ui/money-table/view/use-table-view.ts";
import { Page } from "../../../ui/page/page.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { DecideMany } from "../decide-many.tsx";
import { isDecidable, type QueuedRequest } from "../decisions.ts";
import { type QueueSearch, queueRoute, queueSearchOf } from "../routes.ts";
import { hasFlags, isApprovableUnflagged, keyOfRequest, queueColumns, requestTargetOf } from "./queue-columns.tsx";
import { QueueFilters } from "./queue-filters.tsx";
import { NothingQueued, QueuePager } from "./queue-parts.tsx";
import { DecideSelected, QueueTotals } from "./queue-totals.tsx";
import { useQueue } from "./use-queue.ts";

const shortcuts = [
  { keys: "a", meaning: "Approve row or selection" },
  { keys: "r", meaning: "Reject row or selection" },
  { keys: "n", meaning: "Approve the open request, then open the next one" },
  { keys: "q", meaning: "Send the open request back with a question" },
  { keys: "u", meaning: "Select all rows without flags" },
  { keys: "d", meaning: "Show the document next to the open request" },
];

export function QueuePage() {
  const search = queueRoute.useSearch();
  const queue = useQueue(search);
  // Rows of the previous filter cannot be decided.
  const rows = queue.isPlaceholderData ? [] : (queue.data?.requests ?? []);
  const { selection, chosen, begin, dialog } = useDeciding(rows, () => void queue.refetch());
  const unflagged = rows.filter(isApprovableUnflagged).map(keyOfRequest);
  const change = useChange(() => selection.set([]));
  const panel = usePanel(search, () => void queue.refetch());
  const { targetOf } = panel;
  const view = useTableView("approvals", useQueueColumns(rows.some(hasFlags)));
  return (
    <Page title="Approvals" lead="Payments and transfers waiting for approval.">
      <Section flush>
        <SavedViews page="approvals" search={search} validate={queueSearchOf} />
        <TableTools view={view} shortcuts={shortcuts} filtersLabel="Filter requests">
          <QueueFilters search={search} onChange={change} />
        </TableTools>
        <Loaded query={queue}>
          {({ requests, page, isWhole, sort, refusal }) => (
            <>
              <TableHint text={refusal} />
              {requests.length === 0 ? (
                <NothingQueued search={search} />
              ) : (
                <>
                  <MoneyTable
                    label="Requests"
                    rows={requests}
                    columns={view.columns}
                    density={view.density}
                    rowKey={keyOfRequest}
                    targetOf={({ requestId }) => targetOf(requestId)}
                    selection={{ ...selection, labelOf, canSelect: isDecidable }}
                    sort={sort}
                    onSort={({ by, order }) => change({ sort: by, order })}
                    panel={panel}
                    onKey={(key, current) => {
                      if (key === "u") selection.set(unflagged);
                      // With a request in the panel, its keys decide about it.
                      return (
                        key === "u" || (search.open === undefined && decidesBy(key, (verb) => begin(verb, current)))
                      );
                    }}
                  />
                  <QueueTotals
                    requests={requests}
                    chosen={chosen}
                    isWhole={isWhole}
                    unflagged={unflagged.length}
                    onSelectUnflagged={() => selection.set(unflagged)}
                  >
                    <DecideSelected rows={chosen} onDecide={begin} onClear={() => selection.set([])} />
                  </QueueTotals>
                </>
              )}
              <QueuePager page={page} search={search} onTurn={change} />
            </>
          )}
        </Loaded>
      </Section>
      {dialog}
    </Page>
  );
}

type Verb = "approve" | "reject";
const verbOfKey: Readonly<Record<string, Verb>> = { a: "approve", r: "reject" };

const labelOf = ({ payeeName }: QueuedRequest): string => `Select ${payeeName}`;

function decidesBy(key: string, begin: (verb: Verb) => boolean): boolean {
  const verb = verbOfKey[key];
  return verb !== undefined && begin(verb);
}

function useQueueColumns(withFlags: boolean) {
  const { accountOf } = useAccountNames();
  return useMemo(() => queueColumns(accountOf, withFlags), [accountOf, withFlags]);
}

/** Changes the URL, which starts at the first page unless it turns one. */
function useChange(onChange: () => void) {
  const navigate = useNavigate({ from: "/approvals" });
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
  const navigate = useNavigate({ from: "/approvals" });
  const onPeek = (key: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, open: key }), replace: true, resetScroll: false });
  return {
    label: "Request",
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

/** The selection, and the dialog that decides about it, or about one row without a selection. */
function useDeciding(rows: readonly QueuedRequest[], onDone: () => void) {
  const selection = useSelectedRows();
  const [deciding, setDeciding] = useState<{ readonly verb: Verb; readonly rows: readonly QueuedRequest[] }>();
  const chosen = rows.filter((row) => selection.keys.has(row.requestId));
  const begin = (verb: Verb, current?: QueuedRequest): boolean => {
    const subjects = chosen.length === 0 && current !== undefined ? [current] : chosen;
    const able = subjects.filter((row) => row.allowedActions.includes(verb));
    if (able.length > 0) setDeciding({ verb, rows: able });
    return able.length > 0;
  };
  const close = () => {
    setDeciding(undefined);
    selection.set([]);
    onDone();
  };
  return { selection, chosen, begin, dialog: deciding && <DecideMany {...deciding} onClose={close} /> };
}
