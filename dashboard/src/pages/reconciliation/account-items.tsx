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
import { formatDay, When } from "../../ui/page/when.tsx";
import { DataTable, type TableColumn, type TableSelection } from "../../ui/table/data-table.tsx";
import { type Cursor, Pager } from "../../ui/table/pager.tsx";
import { MovementActions } from "./movement-actions.tsx";
import { reconciliationSearchOf } from "./reconciliation-search.ts";

const route = getRouteApi("/signedIn/reconciliation");
const ROWS = 25;

/** An account's movements and transactions without a counterpart, or those that are matched. */
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
      {({ movements, inTransit, inTransitCount, inTransitTotal, page }) =>
        state === "matched" ? (
          <Section title="Matched" flush actions={<Show label="Show open items" onShow={() => show(undefined)} />}>
            <Movements movements={movements} empty="Nothing is matched yet" />
            <Pager page={page} onTurn={turn} />
          </Section>
        ) : (
          <OpenSides
            movements={movements}
            inTransit={inTransit}
            lead={`${inTransitCount > inTransit.length ? `The oldest ${inTransit.length} of ` : ""}${inTransitCount.toLocaleString("en-US")} ${inTransitCount === 1 ? "transaction" : "transactions"}, ${formatMoney(inTransitTotal)}`}
            onShowMatched={() => show(true)}
          >
            <Pager page={page} onTurn={turn} />
          </OpenSides>
        )
      }
    </Loaded>
  );
}

const Show = ({ label, onShow }: { readonly label: string; readonly onShow: () => void }) => (
  <Button variant="subtle" size="compact-xs" onClick={onShow}>
    {label}
  </Button>
);

function useSelection() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) => setKeys(keys.has(key) ? keys.difference(new Set([key])) : keys.union(new Set([key])));
  return { keys, toggle, set: setKeys };
}

interface OpenSidesProps {
  readonly movements: readonly BankMovement[];
  readonly inTransit: readonly LedgerEntry[];
  /** How many there are, and their sum. */
  readonly lead: string;
  readonly onShowMatched: () => void;
  readonly children: ReactNode;
}

/** Both sides, and the button that matches what is selected on them. */
function OpenSides({ movements, inTransit, lead, onShowMatched, children }: OpenSidesProps) {
  const atBank = useSelection();
  const inBursar = useSelection();
  const chosenMovements = movements.filter(({ id }) => atBank.keys.has(id));
  const chosenEntries = inTransit.filter((entry) => inBursar.keys.has(keyOf(entry)));
  const clear = () => {
    atBank.set(new Set());
    inBursar.set(new Set());
  };
  return (
    <>
      <Section title="Only at the bank" flush actions={<Show label="Show matched" onShow={onShowMatched} />}>
        <Movements
          movements={movements}
          empty="Every movement of the bank has its transaction"
          selection={{
            keys: atBank.keys,
            labelOf: ({ amount, bookedOn }) => `Select ${formatMoney(amount)} of ${formatDay(bookedOn)}`,
            onToggle: ({ id }) => atBank.toggle(id),
            onToggleAll: (on) => atBank.set(new Set(on ? movements.map(({ id }) => id) : [])),
          }}
        />
        {children}
      </Section>
      <Section title="Only in Bursar" flush actions={inTransit.length > 0 && <Text size="sm">{lead}</Text>}>
        {inTransit.length === 0 ? (
          <Empty title="The statements have every transaction" />
        ) : (
          <DataTable
            label="Only in Bursar"
            columns={entryColumns}
            rows={inTransit}
            rowKey={keyOf}
            selection={{
              keys: inBursar.keys,
              labelOf: ({ amount, counterpartyName }) => `Select ${formatMoney(amount)}, ${counterpartyName}`,
              onToggle: (entry) => inBursar.toggle(keyOf(entry)),
              onToggleAll: (on) => inBursar.set(new Set(on ? inTransit.map(keyOf) : [])),
            }}
          />
        )}
      </Section>
      {chosenMovements.length > 0 && (
        <MatchSelected movements={chosenMovements} entries={chosenEntries} onMatched={clear} />
      )}
    </>
  );
}

const keyOf = ({ transactionId, enteredAt }: LedgerEntry): string => `${transactionId} ${enteredAt}`;

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

const entryColumns: readonly TableColumn<LedgerEntry>[] = [
  {
    header: "Transaction",
    cell: ({ transactionId, counterpartyName }) => (
      <TextLink to="/transactions/$transactionId" params={{ transactionId }}>
        {counterpartyName}
      </TextLink>
    ),
  },
  { header: "Recorded", cell: ({ enteredAt }) => <When at={enteredAt} /> },
  { header: "Amount", align: "right", cell: ({ amount }) => <Money amount={amount} signed /> },
];

const movementColumns: readonly TableColumn<BankMovement>[] = [
  {
    header: "From or to",
    cell: ({ counterparty, description, isReturn, code }) =>
      counterparty ?? description ?? (isReturn ? "Returned payment" : code),
  },
  { header: "Posted", cell: ({ bookedOn }) => formatDay(bookedOn) },
  { header: "Reference", wideOnly: true, cell: ({ remittance, bankReference }) => remittance ?? bankReference ?? "" },
  { header: "Amount", align: "right", cell: ({ amount }) => <Money amount={amount} signed /> },
  { header: "Actions", hideHeader: true, cell: (movement) => <MovementActions movement={movement} /> },
];

function Movements({
  movements,
  empty,
  selection,
}: {
  readonly movements: readonly BankMovement[];
  readonly empty: string;
  readonly selection?: TableSelection<BankMovement>;
}) {
  if (movements.length === 0) return <Empty title={empty} />;
  return (
    <DataTable
      label="Bank movements"
      columns={movementColumns}
      rows={movements}
      rowKey={({ id }) => id}
      selection={selection}
    />
  );
}
