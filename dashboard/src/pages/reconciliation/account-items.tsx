import { Button, Group, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { listBankMovementsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { matchBankMovements } from "../../api/generated/sdk.gen.ts";
import type { BankMovement, LedgerEntry } from "../../api/generated/types.gen.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { useAction } from "../../ui/forms/use-action.ts";
import { dollarsOf, wholeCentsOf } from "../../ui/money/cents.ts";
import { formatMoney, Money } from "../../ui/money/money.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";
import { formatDay, formatInstant, When } from "../../ui/page/when.tsx";
import { DataTable, type TableColumn } from "../../ui/table/data-table.tsx";
import { type Cursor, Pager } from "../../ui/table/pager.tsx";
import { TwoLines } from "../../ui/table/two-lines.tsx";
import { AcceptExact } from "./accept-exact.tsx";
import { PairActions, Undo } from "./movement-actions.tsx";
import { keyOfLedgerEntry, type Pair, pairUp } from "./pair-up.ts";
import { reconciliationSearchOf } from "./reconciliation-search.ts";

const route = getRouteApi("/signedIn/reconciliation");
/** As many as the service suggests transactions for. */
const ROWS = 50;

/** An account's lines of the bank next to their transactions: those that are open, or those that are matched. */
export function AccountItems({ accountId }: { readonly accountId: string }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const state = search.matched === true ? "matched" : "open";
  const items = useQuery({
    ...listBankMovementsOptions({
      path: { accountId },
      query: {
        state,
        limit: ROWS,
        ...(search.start_after === undefined ? {} : { start_after: search.start_after }),
        ...(search.end_before === undefined ? {} : { end_before: search.end_before }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const turn = (cursor: Cursor) =>
    void navigate({ search: (kept) => ({ ...kept, start_after: undefined, end_before: undefined, ...cursor }) });
  const show = (matched: true | undefined) =>
    void navigate({ search: reconciliationSearchOf({ account: accountId, matched }) });
  return (
    <Loaded query={items} skeleton={<SkeletonRows rows={6} height={40} />}>
      {({ movements, inTransit, inTransitCount, page }) =>
        state === "matched" ? (
          <Section title="Matched" flush actions={<Show label="Show open items" onShow={() => show(undefined)} />}>
            {movements.length === 0 ? (
              <Empty title="Nothing is matched yet" />
            ) : (
              <DataTable label="Matched" columns={matchedColumns} rows={movements} rowKey={idOf} />
            )}
            <Pager page={page} onTurn={turn} />
          </Section>
        ) : (
          <OpenItems
            movements={movements}
            inTransit={inTransit}
            inTransitCount={inTransitCount}
            onShowMatched={() => show(true)}
          >
            <Pager page={page} onTurn={turn} />
          </OpenItems>
        )
      }
    </Loaded>
  );
}

const idOf = ({ id }: BankMovement): string => id;

const Show = ({ label, onShow }: { readonly label: string; readonly onShow: () => void }) => (
  <Button variant="subtle" size="xs" onClick={onShow}>
    {label}
  </Button>
);

function useKeys() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) => setKeys(keys.has(key) ? keys.difference(new Set([key])) : keys.union(new Set([key])));
  return { keys, toggle, set: (chosen: readonly string[]) => setKeys(new Set(chosen)) };
}

interface OpenItemsProps {
  readonly movements: readonly BankMovement[];
  readonly inTransit: readonly LedgerEntry[];
  /** How many transactions the statements lack: more than are listed, perhaps. */
  readonly inTransitCount: number;
  readonly onShowMatched: () => void;
  readonly children: ReactNode;
}

/** The bank's lines with what may be the same money, the other transactions, and the match of a selection. */
function OpenItems({ movements, inTransit, inTransitCount, onShowMatched, children }: OpenItemsProps) {
  const refused = useKeys();
  const atBank = useKeys();
  const inBursar = useKeys();
  const pairs = pairUp(movements, refused.keys);
  const paired = new Set(pairs.flatMap(({ entry }) => (entry === undefined ? [] : [keyOfLedgerEntry(entry)])));
  const others = inTransit.filter((entry) => !paired.has(keyOfLedgerEntry(entry)));
  const clear = () => {
    atBank.set([]);
    inBursar.set([]);
  };
  return (
    <>
      <Section
        title="To match"
        flush
        actions={
          <Group gap="xs">
            <AcceptExact pairs={pairs} />
            <Show label="Show matched" onShow={onShowMatched} />
          </Group>
        }
      >
        {pairs.length === 0 ? (
          <Empty title="Every line of the bank has its transaction" />
        ) : (
          <DataTable
            label="To match"
            columns={pairColumns(({ id }) => refused.toggle(id))}
            rows={pairs}
            rowKey={({ movement }) => movement.id}
            selection={{
              keys: atBank.keys,
              labelOf: ({ movement: { amount, bookedOn } }) =>
                `Select ${formatMoney(amount)} of ${formatDay(bookedOn)}`,
              onToggle: ({ movement }) => atBank.toggle(movement.id),
              onToggleAll: (on) => atBank.set(on ? movements.map(idOf) : []),
            }}
          />
        )}
        {children}
      </Section>
      {others.length > 0 && (
        <Section
          title="Only in Bursar"
          flush
          actions={
            inTransitCount > inTransit.length && (
              <Text size="sm">
                The oldest {inTransit.length} of {inTransitCount.toLocaleString("en-US")}
              </Text>
            )
          }
        >
          <DataTable
            label="Only in Bursar"
            columns={entryColumns}
            rows={others}
            rowKey={keyOfLedgerEntry}
            selection={{
              keys: inBursar.keys,
              labelOf: ({ amount, counterpartyName }) => `Select ${formatMoney(amount)}, ${counterpartyName}`,
              onToggle: (entry) => inBursar.toggle(keyOfLedgerEntry(entry)),
              onToggleAll: (on) => inBursar.set(on ? others.map(keyOfLedgerEntry) : []),
            }}
          />
        </Section>
      )}
      {atBank.keys.size > 0 && (
        <MatchSelected
          movements={movements.filter(({ id }) => atBank.keys.has(id))}
          entries={others.filter((entry) => inBursar.keys.has(keyOfLedgerEntry(entry)))}
          onMatched={clear}
        />
      )}
    </>
  );
}

const totalCents = (items: readonly { readonly amount: number }[]): bigint =>
  items.reduce((sum, { amount }) => sum + wholeCentsOf(amount), 0n);

/** The sums of both sides must be the same. */
function MatchSelected({
  movements,
  entries,
  onMatched,
}: {
  readonly movements: readonly BankMovement[];
  readonly entries: readonly LedgerEntry[];
  readonly onMatched: () => void;
}) {
  const { busy, run } = useAction(["reconciliation"]);
  const [bank, bursar] = [totalCents(movements), totalCents(entries)];
  const match = async () => {
    const done = await run(
      () =>
        matchBankMovements({
          body: {
            movementIds: movements.map(({ id }) => id),
            transactionIds: entries.map(({ transactionId }) => transactionId),
          },
          throwOnError: true,
        }),
      "Matched.",
    );
    if (done !== undefined) onMatched();
  };
  return (
    <Section title="Match">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          Selected at the bank: {formatMoney(dollarsOf(bank))}. Selected in Bursar: {formatMoney(dollarsOf(bursar))}.
        </Text>
        <Button size="compact-sm" loading={busy} disabled={bank !== bursar} onClick={() => void match()}>
          Match
        </Button>
      </Group>
    </Section>
  );
}

const transactionColumn: TableColumn<LedgerEntry> = {
  header: "Transaction",
  cell: ({ transactionId, counterpartyName }) => (
    <TextLink to="/transactions/$transactionId" params={{ transactionId }}>
      {counterpartyName}
    </TextLink>
  ),
};

const entryColumns: readonly TableColumn<LedgerEntry>[] = [
  { ...transactionColumn, phone: "name" },
  { header: "Recorded", phone: "second", cell: ({ enteredAt }) => <When at={enteredAt} /> },
  { header: "Amount", align: "right", phone: "amount", cell: ({ amount }) => <Money amount={amount} signed /> },
];

const pairColumns = (onRefuse: (movement: BankMovement) => void): readonly TableColumn<Pair>[] => [
  { header: "At the bank", phone: "name", cell: ({ movement }) => <BankLine {...movement} />, width: "36%" },
  {
    header: "Amount",
    align: "right",
    phone: "amount",
    width: "14%",
    cell: ({ movement: { amount } }) => <Money amount={amount} signed />,
  },
  { header: "In Bursar", phone: "second", cell: Counterpart, width: "28%" },
  {
    header: "Actions",
    hideHeader: true,
    phone: "status",
    width: "20%",
    cell: (pair) => <PairActions pair={pair} onRefuse={() => onRefuse(pair.movement)} />,
  },
];

const matchedColumns: readonly TableColumn<BankMovement>[] = [
  { header: "At the bank", phone: "name", cell: (movement) => <BankLine {...movement} />, width: "36%" },
  {
    header: "Amount",
    align: "right",
    phone: "amount",
    width: "14%",
    cell: ({ amount }) => <Money amount={amount} signed />,
  },
  { header: "In Bursar", phone: "second", cell: Matched, width: "28%" },
  {
    header: "Actions",
    hideHeader: true,
    phone: "status",
    width: "20%",
    align: "right",
    cell: (movement) => <Undo movement={movement} />,
  },
];

/** Who, when, and the bank's reference. */
function BankLine({ counterparty, description, isReturn, code, bookedOn, remittance, bankReference }: BankMovement) {
  const reference = remittance ?? bankReference;
  return (
    <TwoLines
      first={counterparty ?? description ?? (isReturn ? "Returned payment" : code)}
      second={`${formatDay(bookedOn)}${reference === null ? "" : ` · ${reference}`}`}
    />
  );
}

function Entry({ entry, more }: { readonly entry: LedgerEntry; readonly more: string }) {
  return (
    <TwoLines first={transactionColumn.cell(entry)} second={`${formatInstant(entry.enteredAt, "short")}${more}`} />
  );
}

function Counterpart({ entry, isExact }: Pair) {
  if (entry === undefined)
    return (
      <Text span inherit c="dimmed">
        Nothing matches
      </Text>
    );
  return <Entry entry={entry} more={isExact ? " · exact match" : " · same amount"} />;
}

function Matched({ transactions }: BankMovement) {
  const [first, ...others] = transactions;
  if (first === undefined) return null;
  return <Entry entry={first} more={others.length === 0 ? "" : ` · and ${others.length} more`} />;
}
