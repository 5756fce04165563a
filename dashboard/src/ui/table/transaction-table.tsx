import { useNavigate } from "@tanstack/react-router";
import type { Transaction } from "../../api/generated/types.gen.ts";
import { TransactionStatusBadge } from "../feedback/status-badge.tsx";
import { Money } from "../money/money.tsx";
import { kindNames } from "../money/transaction-labels.ts";
import { When } from "../page/when.tsx";
import { DataTable, type TableSelection } from "./data-table.tsx";
import { TwoLines } from "./two-lines.tsx";

/** Each row opens the transaction's page. `accountName` is omitted where all rows belong to one account. */
export function TransactionTable({
  transactions,
  accountName,
  selection,
}: {
  readonly transactions: readonly Transaction[];
  readonly accountName?: (accountId: string) => string;
  readonly selection?: TableSelection<Transaction> | undefined;
}) {
  const navigate = useNavigate();
  return (
    <DataTable
      label="Transactions"
      rows={transactions}
      rowKey={({ id }) => id}
      selection={selection}
      onOpen={({ id }) => void navigate({ to: "/transactions/$transactionId", params: { transactionId: id } })}
      columns={[
        {
          header: "Counterparty",
          cell: ({ counterpartyName, counterpartyNickname, bankDescription }) => (
            <TwoLines first={counterpartyNickname ?? counterpartyName} second={bankDescription} />
          ),
        },
        { header: "Kind", cell: ({ kind }) => kindNames[kind] ?? kind, wideOnly: true, width: 90 },
        ...(accountName === undefined
          ? []
          : [
              {
                header: "Account",
                cell: ({ accountId }: Transaction) => accountName(accountId),
                wideOnly: true as const,
              },
            ]),
        {
          header: "Category",
          cell: ({ categoryData }) => categoryData?.name ?? "",
          wideOnly: true,
        },
        { header: "Created", cell: ({ createdAt }) => <When at={createdAt} />, width: 175 },
        { header: "Status", cell: (row) => <TransactionStatusBadge {...row} />, width: 95 },
        {
          header: "Amount",
          align: "right",
          cell: ({ amount }) => <Money amount={amount} signed />,
          width: 125,
        },
      ]}
    />
  );
}
