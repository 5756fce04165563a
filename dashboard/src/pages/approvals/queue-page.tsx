import { Button, Group, NativeSelect, SegmentedControl } from "@mantine/core";
import { IconKeyboard } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { getAccountsOptions, listApprovalsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { choicesOf } from "../../ui/money/transaction-labels.ts";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { Pager } from "../../ui/table/pager.tsx";
import { DecideMany } from "./decide-many.tsx";
import type { QueueRow } from "./decisions.ts";
import { KeysHelp } from "./keys-help.tsx";
import classes from "./queue.module.css";
import { isQueueStatus, queueStatusNames, SHOWN_FIRST } from "./queue-status.ts";
import { QueueTable } from "./queue-table.tsx";
import { type QueueSearch, queueRoute } from "./routes.ts";
import { useQueueKeys } from "./use-queue-keys.ts";

/** While the page is in front, what others decide is seen after this long. */
const REFRESH_MS = 4_000;
const PAGE_SIZE = 50;

interface Deciding {
  readonly verb: "approve" | "reject";
  readonly rows: readonly QueueRow[];
}

export function QueuePage() {
  const search = queueRoute.useSearch();
  const navigate = useNavigate({ from: "/approvals" });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [deciding, setDeciding] = useState<Deciding>();
  const [help, setHelp] = useState(false);
  const queue = useQueue(search);
  // Nothing is decided about rows of another filter.
  const rows = queue.isPlaceholderData ? [] : (queue.data?.requests ?? []);
  const chosen = rows.filter((row) => selected.has(row.requestId));
  const open = (row: QueueRow) => void navigate({ to: "/approvals/$requestId", params: { requestId: row.requestId } });
  const change = (part: Partial<QueueSearch>) => {
    setSelected(new Set());
    // Another page of the list is a step to come back from, another filter is not.
    const replace = part.start_after === undefined;
    void navigate({ search: (before) => ({ ...before, start_after: undefined, ...part }), replace });
  };
  const toggle = (row: QueueRow) =>
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(row.requestId)) after.add(row.requestId);
      return after;
    });
  const begin = (verb: Deciding["verb"], of: readonly QueueRow[]) => {
    const able = of.filter((row) => row.allowedActions.includes(verb));
    if (able.length > 0) setDeciding({ verb, rows: able });
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
      lead="Payments and transfers that people decide about."
      actions={
        <Button
          variant="default"
          leftSection={<IconKeyboard size={16} aria-hidden />}
          onClick={() => setHelp(true)}
          visibleFrom="sm"
        >
          Keys (?)
        </Button>
      }
    >
      <Section flush>
        <Filters search={search} onChange={change} />
        {chosen.length > 0 && (
          <Chosen rows={chosen} onDecide={(verb) => begin(verb, chosen)} onClear={() => setSelected(new Set())} />
        )}
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
                  onToggleAll={(on) =>
                    setSelected(
                      new Set(on ? requests.filter(isDecidable).map(({ requestId }) => requestId) : undefined),
                    )
                  }
                />
              )}
              <QueuePager page={page} search={search} onTurn={change} />
            </>
          )}
        </Loaded>
      </Section>
      {deciding && (
        <DecideMany
          {...deciding}
          onClose={() => {
            setDeciding(undefined);
            setSelected(new Set());
            void queue.refetch();
          }}
        />
      )}
      <KeysHelp opened={help} onClose={() => setHelp(false)} />
    </Page>
  );
}

/** The page of the queue that the address asks for, read again while it is in front. */
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

const isDecidable = ({ allowedActions }: QueueRow): boolean =>
  allowedActions.includes("approve") || allowedActions.includes("reject");

/** Forwards by key; back is where the browser came from. */
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

function Filters({
  search,
  onChange,
}: {
  readonly search: Partial<QueueSearch>;
  readonly onChange: (part: Partial<QueueSearch>) => void;
}) {
  const seesAccounts = useRight("fetchDepositoryAccounts");
  const accounts = useQuery({ ...getAccountsOptions(), enabled: seesAccounts });
  const value = (text: string) => (text === "" ? undefined : text);
  return (
    <Group px="md" py="sm" gap="xs" className={classes["filters"] ?? ""}>
      <SegmentedControl
        aria-label="Whose"
        size="sm"
        value={search.mine ? "mine" : "all"}
        onChange={(whose) => onChange({ mine: whose === "mine" ? true : undefined })}
        data={[
          { value: "all", label: "All" },
          { value: "mine", label: "Mine to decide" },
        ]}
      />
      <NativeSelect
        aria-label="Status"
        value={search.status ?? SHOWN_FIRST}
        onChange={({ currentTarget: { value: status } }) =>
          onChange({ status: isQueueStatus(status) && status !== SHOWN_FIRST ? status : undefined })
        }
        data={choicesOf(queueStatusNames)}
      />
      <NativeSelect
        aria-label="Kind"
        value={search.kind ?? ""}
        onChange={({ currentTarget }) =>
          onChange({ kind: (["payment", "transfer"] as const).find((kind) => kind === currentTarget.value) })
        }
        data={[
          { value: "", label: "Payments and transfers" },
          { value: "payment", label: "Payments" },
          { value: "transfer", label: "Transfers" },
        ]}
      />
      {seesAccounts && (
        <NativeSelect
          aria-label="Account"
          value={search.account ?? ""}
          onChange={({ currentTarget }) => onChange({ account: value(currentTarget.value) })}
          data={[
            { value: "", label: "All accounts" },
            ...(accounts.data?.accounts ?? []).map(({ id, name, nickname }) => ({
              value: id,
              label: nickname ?? name,
            })),
          ]}
        />
      )}
    </Group>
  );
}

function Chosen({
  rows,
  onDecide,
  onClear,
}: {
  readonly rows: readonly QueueRow[];
  readonly onDecide: (verb: "approve" | "reject") => void;
  readonly onClear: () => void;
}) {
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
  if (search.mine) return <Empty title="Nothing for you to decide">Requests of others may still wait: see all.</Empty>;
  if (search.status !== undefined || search.kind !== undefined || search.account !== undefined)
    return <Empty title="No requests match these filters" />;
  return <Empty title="Nothing waits for approval">Requests made by API or on the page Pay appear here.</Empty>;
}
