import type { Transaction } from "#api/generated/types.gen.ts";
import { TransactionStatusBadge } from "../../feedback/status-badge.tsx";
import { transferText } from "../../money/account-labels.ts";
import { counterpartyText } from "../../money/counterparty-text.ts";
import { kindNames } from "../../money/transaction-labels.ts";
import { When } from "../../page/when.tsx";
import { AccountCell } from "../cells/account.tsx";
import { Amount } from "../cells/amount.tsx";
import { FilesMark } from "../cells/marks.tsx";
import type { MoneyColumn } from "../money-column.ts";
import type { RowTarget } from "../row-target.ts";
import { hasMoved } from "./has-moved.ts";
import { methodLabel } from "./method-of.ts";

interface NamedAccount {
  readonly name: string;
  readonly lastFour: string;
}

export const idOfTransaction = ({ id }: Transaction): string => id;

export const transactionTargetOf = (id: string): RowTarget => ({
  to: "/transactions/$transactionId",
  params: { transactionId: id },
});
export const transactionTarget = ({ id }: Transaction): RowTarget => transactionTargetOf(id);

/** Without `accountOf`, the list is of one account. */
export const transactionColumns = (
  accountOf?: (accountId: string) => NamedAccount | undefined,
): readonly MoneyColumn<Transaction>[] => [
  {
    id: "counterparty",
    header: "Counterparty",
    cell: counterpartyText,
    phone: "name",
    sortsFirst: "asc",
  },
  {
    id: "memo",
    header: "Memo",
    cell: ({ externalMemo, note }) => externalMemo ?? note ?? "",
    width: "16%",
    from: "laptop",
    phone: "memo",
  },
  ...(accountOf === undefined ? [] : [accountColumn(accountOf)]),
  ...whatColumns,
  ...outcomeColumns,
];

/** Transfers by the account that they left: "Operating → Payroll". */
export const transferColumns = (
  accountOf: (accountId: string) => NamedAccount | undefined,
): readonly MoneyColumn<Transaction>[] =>
  transactionColumns().flatMap((column) => {
    if (column.id === "method") return [];
    if (column.id === "amount") return [{ ...column, cell: unsignedAmount }];
    if (column.id !== "counterparty") return [column];
    return [
      {
        ...column,
        header: "Transfer",
        cell: ({ accountId, counterpartyNickname, counterpartyName }) =>
          transferText(accountOf(accountId)?.name ?? "Account", counterpartyNickname ?? counterpartyName),
      },
    ];
  });

/** A transfer does not leave the organization. */
const unsignedAmount = (row: Transaction) => (
  <Amount amount={row.amount < 0 ? -row.amount : row.amount} moved={hasMoved(row)} />
);

const accountColumn = (accountOf: (accountId: string) => NamedAccount | undefined): MoneyColumn<Transaction> => ({
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

const whatColumns: readonly MoneyColumn<Transaction>[] = [
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
    width: 150,
    from: "laptop",
    isOptional: true,
  },
];

const outcomeColumns: readonly MoneyColumn<Transaction>[] = [
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
