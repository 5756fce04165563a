import { lazy, type ReactNode, Suspense, useMemo } from "react";
import type { Transaction } from "#api/generated/types.gen.ts";
import { Loaded, SkeletonRows } from "../../feedback/loaded.tsx";
import { useAccountNames } from "../../money/account-names.ts";
import { formatMoney } from "../../money/money.tsx";
import { Pager } from "../../table/pager.tsx";
import type { MoneyColumn } from "../money-column.ts";
import { MoneyTable } from "../money-table.tsx";
import { movedIn, totalsOf, totalsOfTransfers } from "../sums.ts";
import { TableHint, TableTools } from "../table-tools.tsx";
import { TotalsBar } from "../totals-bar.tsx";
import { useSelectedRows } from "../use-selected-rows.ts";
import { useTableView } from "../view/use-table-view.ts";
import { ExportMenu } from "./export-menu.tsx";
import { hasMoved } from "./has-moved.ts";
import { type ListState, type OnList, sortedBy } from "./list-state.ts";
import {
  idOfTransaction,
  transactionColumns,
  transactionTarget,
  transactionTargetOf,
  transferColumns,
} from "./transaction-columns.tsx";
import {
  type ActivityFilter,
  type ListedTransaction,
  listsOneAccount,
  ordersOf,
  useActivity,
  useActivityTotals,
} from "./use-activity.ts";

interface ActivityTableProps {
  /** The table's name for screen readers. */
  readonly label: string;
  /** Under which the browser keeps its settings. */
  readonly name: string;
  readonly filter: ActivityFilter;
  readonly list: ListState;
  readonly onList: OnList;
  /** Without the column of the account. */
  readonly ofOneAccount?: boolean;
  /** The list is of transfers, by the account that they left: one row has both accounts. */
  readonly asTransfers?: boolean;
  readonly limit?: number;
  /** False while the filters make no sense together. */
  readonly enabled?: boolean;
  /** What narrows the list down. */
  readonly filters?: ReactNode;
  /** Shown instead of a table without rows. */
  readonly empty: ReactNode;
  /** What can be done with selected transactions. */
  readonly selectionActions?: (selected: readonly Transaction[], onDone: () => void) => ReactNode;
}

/** Transactions with their totals: sorted, in pages, and exported as shown. */
export function ActivityTable(props: ActivityTableProps) {
  const { label, name, filter, list, onList, filters, empty } = props;
  const { ofOneAccount = false, asTransfers = false, limit = 50, enabled = true } = props;
  const { accountOf } = useAccountNames();
  const hasBalances = listsOneAccount(filter);
  const all = useMemo(() => {
    if (asTransfers) return transferColumns(accountOf);
    return transactionColumns({ accountOf: ofOneAccount ? undefined : accountOf, hasBalances });
  }, [asTransfers, ofOneAccount, hasBalances, accountOf]);
  const view = useTableView(name, all);
  const activity = useActivity({ filter, list, limit, enabled });
  // What arrived, and what is older than the service, has nobody.
  const hasRequesters = activity.data?.transactions.some(({ requester }) => requester !== undefined) ?? false;
  const { sort: order, usual } = ordersOf(filter, list);
  const isByBalance = (activity.data?.sort ?? order).by === "settled";
  const columns = useMemo(
    () => view.columns.filter(({ id }) => (id !== "requester" || hasRequesters) && (id !== "balance" || isByBalance)),
    [view.columns, hasRequesters, isByBalance],
  );
  return (
    <>
      <TableTools
        view={view}
        filtersLabel="Filter transactions"
        exports={<ExportMenu filter={filter} sort={activity.data?.sort ?? order} columns={columns} />}
      >
        {filters}
      </TableTools>
      {enabled ? (
        <Loaded query={activity} skeleton={<SkeletonRows rows={12} height={36} />}>
          {({ transactions, page, sort, refusal }) => (
            <>
              <TableHint text={refusal} />
              <Rows
                label={label}
                filter={filter}
                sort={sort}
                transactions={transactions}
                asTransfers={asTransfers}
                empty={empty}
                columns={columns}
                density={view.density}
                onSort={(changed) => onList(sortedBy(changed, usual))}
                panel={{
                  label: "Transaction",
                  key: list.open,
                  onPeek: (open) => onList({ open }, { replace: true, resetScroll: false }),
                  targetOf: transactionTargetOf,
                  content: previewOf,
                }}
                selectionActions={props.selectionActions}
              />
              <Pager
                page={page}
                onTurn={(turned) => onList({ start_after: undefined, end_before: undefined, ...turned })}
              />
            </>
          )}
        </Loaded>
      ) : (
        empty
      )}
    </>
  );
}

const TransactionPreview = lazy(() =>
  import("../../transaction/transaction-preview.tsx").then((module) => ({ default: module.TransactionPreview })),
);

const previewOf = (transactionId: string): ReactNode => (
  <Suspense fallback={<SkeletonRows />}>
    <TransactionPreview key={transactionId} transactionId={transactionId} />
  </Suspense>
);

/** The rows of one page, and what is selected of them. */
function Rows({
  label,
  filter,
  transactions,
  columns,
  selectionActions,
  asTransfers = false,
  ...table
}: Pick<ActivityTableProps, "label" | "filter" | "selectionActions" | "asTransfers"> &
  Pick<Parameters<typeof MoneyTable<ListedTransaction>>[0], "sort" | "onSort" | "density" | "panel" | "empty"> & {
    readonly transactions: readonly ListedTransaction[];
    readonly columns: readonly MoneyColumn<ListedTransaction>[];
  }) {
  const selection = useSelectedRows();
  const totals = useActivityTotals(filter, true);
  const summed = asTransfers ? totalsOfTransfers : totalsOf;
  const selected = transactions.filter(({ id }) => selection.keys.has(id));
  return (
    <>
      <MoneyTable
        label={label}
        rows={transactions}
        columns={columns}
        rowKey={idOfTransaction}
        targetOf={transactionTarget}
        selection={{
          ...selection,
          labelOf: ({ counterpartyName, amount }) => `Select ${counterpartyName}, ${formatMoney(amount)}`,
        }}
        {...table}
      />
      {transactions.length > 0 && (
        <TotalsBar
          noun={asTransfers ? { one: "transfer", many: "transfers" } : { one: "transaction", many: "transactions" }}
          totals={totals.data && summed(totals.data)}
          isPart={totals.data?.isExact === false}
          selected={summed(movedIn(selected.map((row) => ({ amount: row.amount, moved: hasMoved(row) }))))}
        >
          {selectionActions?.(selected, () => selection.set([]))}
        </TotalsBar>
      )}
    </>
  );
}
