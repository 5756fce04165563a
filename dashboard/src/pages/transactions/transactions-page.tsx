import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { listTransactionsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { Transaction } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { useAccountNames } from "../../ui/money/account-names.ts";
import { formatMoney } from "../../ui/money/money.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import type { TableSelection } from "../../ui/table/data-table.tsx";
import { type Cursor, Pager } from "../../ui/table/pager.tsx";
import { TransactionTable } from "../../ui/table/transaction-table.tsx";
import { CategorizeBar } from "./categorize-bar.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { endsBeforeItBegins, exportUrl, type Filters, isFiltered, queryOf } from "./filters.ts";

const route = getRouteApi("/signedIn/transactions");
const ROWS = 50;
const REFRESH_MS = 10_000;

export function TransactionsPage() {
  const filters: Filters = route.useSearch();
  const navigate = route.useNavigate();
  const { accounts, nameOf } = useAccountNames();
  const { start_after, end_before } = filters;
  const isNoTime = endsBeforeItBegins(filters);
  const isFirstPage = start_after === undefined && end_before === undefined;
  const transactions = useQuery({
    ...listTransactionsOptions({
      query: {
        ...queryOf(filters),
        limit: ROWS,
        order: "desc",
        ...(start_after === undefined ? {} : { start_after }),
        ...(end_before === undefined ? {} : { end_before }),
      },
    }),
    placeholderData: keepPreviousData,
    enabled: !isNoTime,
    refetchInterval: isFirstPage ? REFRESH_MS : false,
  });
  const { keys, selectionOf, clear } = useSelection();
  const change = (changed: Partial<Record<keyof Filters, string | number | undefined>>) =>
    void navigate({
      // A new filter starts at the first page.
      search: ({ start_after: _after, end_before: _before, ...kept }: Filters) =>
        withoutUndefined({ ...kept, ...changed }),
      replace: true,
    });
  const turn = (cursor: Cursor) =>
    void navigate({
      search: ({ start_after: _after, end_before: _before, ...kept }: Filters) =>
        withoutUndefined({ ...kept, ...cursor }),
    });
  return (
    <Page title="Transactions" actions={<ExportButton filters={filters} />}>
      <Section flush>
        <FilterBar filters={filters} accounts={accounts} onChange={change} />
        {isNoTime ? (
          <Empty title="The To date is earlier than the From date">Change one of the dates.</Empty>
        ) : (
          <Loaded query={transactions} skeleton={<SkeletonRows rows={12} height={40} />}>
            {({ transactions: rows, page }) =>
              rows.length === 0 ? (
                <NothingFound filtered={isFiltered(filters)} />
              ) : (
                <>
                  <TransactionTable transactions={rows} accountName={nameOf} selection={selectionOf(rows)} />
                  <Pager page={page} onTurn={turn} />
                  <Categorizing rows={rows} keys={keys} onDone={clear} />
                </>
              )
            }
          </Loaded>
        )}
      </Section>
    </Page>
  );
}

/** Which rows are selected. Only rows that are visible are changed. */
function useSelection() {
  const mayEdit = useRight("updateTransactions");
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const selectionOf = (rows: readonly Transaction[]): TableSelection<Transaction> | undefined =>
    mayEdit
      ? {
          keys,
          labelOf: ({ counterpartyName, amount }) => `Select ${counterpartyName}, ${formatMoney(amount)}`,
          onToggle: ({ id }) =>
            setKeys((before) =>
              before.has(id) ? new Set([...before].filter((key) => key !== id)) : new Set([...before, id]),
            ),
          onToggleAll: (on) => setKeys(on ? new Set(rows.map(({ id }) => id)) : new Set()),
        }
      : undefined;
  return { keys, selectionOf, clear: () => setKeys(new Set()) };
}

function Categorizing({
  rows,
  keys,
  onDone,
}: {
  readonly rows: readonly Transaction[];
  readonly keys: ReadonlySet<string>;
  readonly onDone: () => void;
}) {
  const selected = rows.filter(({ id }) => keys.has(id));
  return selected.length === 0 ? null : <CategorizeBar selected={selected} onDone={onDone} />;
}

function ExportButton({ filters }: { readonly filters: Filters }) {
  return (
    <Button
      component="a"
      href={exportUrl(filters)}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      Export CSV
    </Button>
  );
}

function NothingFound({ filtered }: { readonly filtered: boolean }) {
  const maySend = useRight("requestSendMoney");
  if (filtered) return <Empty title="No transactions match">Change or clear the filters above.</Empty>;
  return (
    <Empty title="No transactions yet">
      {maySend
        ? "Payments, transfers, and deposits appear here. Start on the Pay page."
        : "Payments, transfers, and deposits appear here."}
    </Empty>
  );
}

const withoutUndefined = <T extends object>(members: T): Filters =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
