import { TransactionStatusBadge } from "../../feedback/status-badge.tsx";
import { counterpartyText } from "../../money/counterparty-text.ts";
import { Money } from "../../money/money.tsx";
import { kindNames } from "../../money/transaction-labels.ts";
import { When } from "../../page/when.tsx";
import { AccountCell } from "../cells/account.tsx";
import { Amount } from "../cells/amount.tsx";
import { FilesMark } from "../cells/marks.tsx";
import type { MoneyColumn } from "../money-column.ts";
import type { RowTarget } from "../row-target.ts";
import { hasMoved } from "./has-moved.ts";
import { methodLabel } from "./method-of.ts";
import type { ListedTransaction } from "./use-activity.ts";

interface NamedAccount {
  readonly name: string;
  readonly lastFour: string;
}

export const idOfTransaction = ({ id }: Pick<ListedTransaction, "id">): string => id;

export const transactionTargetOf = (id: string): RowTarget => ({
  to: "/transactions/$transactionId",
  params: { transactionId: id },
});
export const transactionTarget = ({ id }: Pick<ListedTransaction, "id">): RowTarget => transactionTargetOf(id);

const memoColumn: MoneyColumn<ListedTransaction> = {
  id: "memo",
  header: "Memo",
  cell: ({ externalMemo, note }) => externalMemo ?? note ?? "",
  width: "14%",
  from: "laptop",
  phone: "memo",
};

const requesterColumn: MoneyColumn<ListedTransaction> = {
  id: "requester",
  header: "Requested by",
  cell: ({ requester }) => requester ?? "",
  width: 136,
  from: "wide",
};

interface ShownColumns {
  /** Absent: the list is of one account. */
  readonly accountOf: ((accountId: string) => NamedAccount | undefined) | undefined;
  /** The list can have the order of the account's ledger. */
  readonly hasBalances: boolean;
}

export const transactionColumns = ({
  accountOf,
  hasBalances,
}: ShownColumns): readonly MoneyColumn<ListedTransaction>[] => [
  {
    id: "counterparty",
    header: "Counterparty",
    cell: counterpartyText,
    phone: "name",
    sortsFirst: "asc",
  },
  memoColumn,
  ...(accountOf === undefined ? [] : [accountColumn(accountOf)]),
  ...whatColumns,
  ...(hasBalances ? [settledColumn, ...outcomeColumns.map(withoutDate), balanceColumn] : outcomeColumns),
];

/** When it settled; for what has not, when it was created. */
const settledColumn: MoneyColumn<ListedTransaction> = {
  id: "settled",
  header: "Date",
  cell: ({ postedAt, createdAt }) => <When at={postedAt ?? createdAt} form="short" />,
  width: 112,
  phone: "date",
  sortsFirst: "desc",
};

/** The column of another date is left to the user. */
const withoutDate = (column: MoneyColumn<ListedTransaction>): MoneyColumn<ListedTransaction> => {
  if (column.id !== "created") return column;
  const { phone: _phone, ...others } = column;
  return { ...others, from: "laptop", isOptional: true };
};

/** What came back is part of later balances, not of this one. */
const balanceColumn: MoneyColumn<ListedTransaction> = {
  id: "balance",
  header: "Balance",
  align: "right",
  cell: ({ balance, status }) =>
    balance !== undefined && (
      <span title={status === "reversed" ? "Before the payment came back" : undefined}>
        <Money amount={balance} />
      </span>
    ),
  width: 130,
  from: "laptop",
};

/** Transfers by the account that they left. */
export const transferColumns = (
  accountOf: (accountId: string) => NamedAccount | undefined,
): readonly MoneyColumn<ListedTransaction>[] => [
  {
    id: "account",
    header: "From",
    cell: ({ accountId }) => accountOf(accountId)?.name ?? "Account",
    phone: "name",
    sortsFirst: "asc",
  },
  {
    id: "counterparty",
    header: "To",
    cell: ({ counterpartyNickname, counterpartyName }) => (
      <>
        <span aria-hidden>→ </span>
        {counterpartyNickname ?? counterpartyName}
      </>
    ),
    width: "24%",
    phone: "memo",
    sortsFirst: "asc",
  },
  { ...memoColumn, isOptional: true },
  { ...requesterColumn, width: "18%", from: "laptop" },
  ...outcomeColumns.flatMap((column) => {
    if (column.id === "flags") return [];
    return [column.id === "amount" ? { ...column, cell: unsignedAmount } : column];
  }),
];

/** A transfer does not leave the organization. */
const unsignedAmount = (row: ListedTransaction) => (
  <Amount amount={row.amount < 0 ? -row.amount : row.amount} moved={hasMoved(row)} />
);

const accountColumn = (accountOf: (accountId: string) => NamedAccount | undefined): MoneyColumn<ListedTransaction> => ({
  id: "account",
  header: "Account",
  cell: ({ accountId }) => {
    const account = accountOf(accountId);
    return account && <AccountCell {...account} />;
  },
  width: 148,
  from: "laptop",
  sortsFirst: "asc",
});

const whatColumns: readonly MoneyColumn<ListedTransaction>[] = [
  { id: "method", header: "Method", cell: methodLabel, width: 88, from: "laptop", sortsFirst: "asc" },
  {
    id: "kind",
    header: "Type",
    cell: ({ kind }) => kindNames[kind] ?? kind,
    width: 110,
    from: "laptop",
    isOptional: true,
  },
  {
    id: "category",
    header: "Category",
    cell: ({ categoryData }) => categoryData?.name ?? "",
    width: 136,
    from: "desktop",
  },
  requesterColumn,
];

const outcomeColumns: readonly MoneyColumn<ListedTransaction>[] = [
  {
    id: "created",
    header: "Created",
    cell: ({ createdAt }) => <When at={createdAt} form="short" />,
    width: 112,
    phone: "date",
    sortsFirst: "desc",
  },
  {
    id: "posted",
    header: "Posted",
    cell: ({ postedAt }) => (postedAt === null ? "" : <When at={postedAt} form="short" />),
    width: 112,
    from: "laptop",
    sortsFirst: "desc",
    isOptional: true,
  },
  {
    id: "flags",
    header: "Files",
    cell: ({ attachments }) => <FilesMark count={attachments.length} />,
    width: 50,
    from: "laptop",
    phone: "flags",
  },
  {
    id: "status",
    header: "Status",
    cell: (row) => (
      <span title={row.reasonForFailure ?? undefined}>
        <TransactionStatusBadge {...row} />
      </span>
    ),
    width: 96,
    phone: "status",
    sortsFirst: "asc",
  },
  {
    id: "amount",
    header: "Amount",
    align: "right",
    cell: (row) => <Amount amount={row.amount} moved={hasMoved(row)} signed />,
    width: 130,
    phone: "amount",
    sortsFirst: "desc",
  },
];
