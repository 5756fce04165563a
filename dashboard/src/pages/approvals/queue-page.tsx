import { Button, Group } from "@mantine/core";
import { IconKeyboard } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { listApprovalsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { Pager } from "../../ui/table/pager.tsx";
import { DecideMany } from "./decide-many.tsx";
import { isDecidable, type QueuedRequest } from "./decisions.ts";
import { KeyboardShortcuts } from "./keyboard-shortcuts.tsx";
import { QueueFilters } from "./queue-filters.tsx";
import { SHOWN_FIRST } from "./queue-status.ts";
import { QueueTable } from "./queue-table.tsx";
import { type QueueSearch, queueRoute } from "./routes.ts";
import { useQueueKeys } from "./use-queue-keys.ts";

/** How soon others' decisions appear. */
const REFRESH_MS = 4_000;
const PAGE_SIZE = 50;

interface Deciding {
  readonly verb: "approve" | "reject";
  readonly rows: readonly QueuedRequest[];
}

export function QueuePage() {
  const search = queueRoute.useSearch();
  const navigate = useNavigate({ from: "/approvals" });
  const { selected, toggle, select } = useSelection();
  const [deciding, setDeciding] = useState<Deciding>();
  const [help, setHelp] = useState(false);
  const queue = useQueue(search);
  // Rows of the previous filter cannot be decided.
  const rows = queue.isPlaceholderData ? [] : (queue.data?.requests ?? []);
  const chosen = rows.filter((row) => selected.has(row.requestId));
  const open = (row: QueuedRequest) =>
    void navigate({ to: "/approvals/$requestId", params: { requestId: row.requestId } });
  const change = (part: Partial<QueueSearch>) => {
    select([]);
    // Paging adds a history entry; filtering replaces the current one.
    const replace = part.start_after === undefined;
    void navigate({ search: (before) => ({ ...before, start_after: undefined, ...part }), replace });
  };
  const begin = (verb: Deciding["verb"], of: readonly QueuedRequest[]) => {
    const able = of.filter((row) => row.allowedActions.includes(verb));
    if (able.length > 0) setDeciding({ verb, rows: able });
  };
  const close = () => {
    setDeciding(undefined);
    select([]);
    void queue.refetch();
  };
  const current = useQueueKeys(rows, {
    enabled: deciding === undefined && !help,
    open,
    toggle,
    decide: (verb, row) => begin(verb, chosen.length > 0 ? chosen : [row]),
    help: () => setHelp(true),
  });
  return (
    <Page
      title="Approvals"
      lead="Payments and transfers waiting for approval."
      actions={<ShortcutsButton onClick={() => setHelp(true)} />}
    >
      <Section flush>
        <QueueFilters search={search} onChange={change} />
        <Chosen rows={chosen} onDecide={(verb) => begin(verb, chosen)} onClear={() => select([])} />
        <Loaded query={queue}>
          {({ requests, page }) => (
            <>
              {requests.length === 0 ? (
                <Nothing search={search} />
              ) : (
                <QueueTable
                  rows={requests}
                  currentId={current?.requestId}
                  selected={selected}
                  onToggle={toggle}
                  onToggleAll={(on) => select(on ? requests.filter(isDecidable) : [])}
                />
              )}
              <QueuePager page={page} search={search} onTurn={change} />
            </>
          )}
        </Loaded>
      </Section>
      {deciding && <DecideMany {...deciding} onClose={close} />}
      <KeyboardShortcuts opened={help} onClose={() => setHelp(false)} />
    </Page>
  );
}

/** The selected requests, by ID. */
function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggle = ({ requestId }: QueuedRequest) =>
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(requestId)) after.add(requestId);
      return after;
    });
  const select = (rows: readonly QueuedRequest[]) => setSelected(new Set(rows.map(({ requestId }) => requestId)));
  return { selected, toggle, select };
}

/** The page of the queue that the URL describes, refreshed while it is open. */
function useQueue(search: Partial<QueueSearch>) {
  const status = search.status ?? SHOWN_FIRST;
  return useQuery({
    ...listApprovalsOptions({
      query: {
        limit: PAGE_SIZE,
        status,
        ...(status === SHOWN_FIRST ? {} : { order: "desc" }),
        ...(search.kind === undefined ? {} : { kind: search.kind }),
        ...(search.account === undefined ? {} : { accountId: search.account }),
        ...(search.mine ? { mine: "true" } : {}),
        ...(search.start_after === undefined ? {} : { start_after: search.start_after }),
      },
    }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
}

/** The API pages forward only; the browser's history goes back. */
function QueuePager({
  page,
  search,
  onTurn,
}: {
  readonly page: { readonly nextPage?: string };
  readonly search: Partial<QueueSearch>;
  readonly onTurn: (part: Partial<QueueSearch>) => void;
}) {
  return (
    <Pager
      page={{
        ...page,
        ...(search.start_after === undefined ? {} : { previousPage: "back" }),
      }}
      onTurn={({ start_after: next }) => (next === undefined ? window.history.back() : onTurn({ start_after: next }))}
    />
  );
}

function ShortcutsButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button variant="default" leftSection={<IconKeyboard size={16} aria-hidden />} onClick={onClick} visibleFrom="sm">
      Shortcuts (?)
    </Button>
  );
}

function Chosen({
  rows,
  onDecide,
  onClear,
}: {
  readonly rows: readonly QueuedRequest[];
  readonly onDecide: (verb: "approve" | "reject") => void;
  readonly onClear: () => void;
}) {
  if (rows.length === 0) return null;
  const may = (verb: "approve" | "reject") => rows.filter((row) => row.allowedActions.includes(verb)).length;
  return (
    <Group px="md" pb="sm" gap="xs" role="group" aria-label="Selected requests">
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

function Nothing({ search }: { readonly search: Partial<QueueSearch> }) {
  if (search.mine)
    return (
      <Empty title="Nothing needs your approval">Other requests may still be pending. Choose All to see them.</Empty>
    );
  if (search.status !== undefined || search.kind !== undefined || search.account !== undefined)
    return <Empty title="No requests match these filters" />;
  return <Empty title="No pending requests">Requests made on the Pay page or through the API appear here.</Empty>;
}
