import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { listTransactionsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { Recipient, Transaction } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { useAccountNames } from "../../ui/money/account-names.ts";
import {
  idOfTransaction,
  transactionColumns,
  transactionTarget,
} from "../../ui/money-table/activity/transaction-columns.tsx";
import type { MoneyColumn } from "../../ui/money-table/money-column.ts";
import { MoneyTable } from "../../ui/money-table/money-table.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";

const SHOWN = 4;

export function LatestPayments({ recipient }: { readonly recipient: Recipient }) {
  const mayRead = useRight("fetchTransactions");
  const payments = useQuery({
    ...listTransactionsOptions({ query: { counterpartyId: recipient.id, order: "desc", limit: SHOWN } }),
    enabled: mayRead,
  });
  const columns = usePaymentColumns();
  if (!mayRead) return null;
  return (
    <Section
      title="Recent payments"
      flush
      actions={
        <TextLink to="/transactions" search={{ counterparty: recipient.id }} size="sm">
          All payments
        </TextLink>
      }
    >
      <Loaded query={payments}>
        {({ transactions }) =>
          transactions.length === 0 ? (
            <Empty title="No payments to this recipient yet" />
          ) : (
            <MoneyTable
              label="Recent payments"
              rows={transactions}
              rowKey={idOfTransaction}
              targetOf={transactionTarget}
              columns={columns}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

/** The recipient's name would be the same in every row: the memo has the link. */
function usePaymentColumns(): readonly MoneyColumn<Transaction>[] {
  const { accountOf } = useAccountNames();
  return useMemo(() => {
    const others = transactionColumns({ accountOf, hasBalances: false }).filter(
      ({ id, isOptional }) => !["counterparty", "memo", "requester"].includes(id) && isOptional !== true,
    );
    return [memoColumn, ...others];
  }, [accountOf]);
}

const memoColumn: MoneyColumn<Transaction> = {
  id: "memo",
  header: "Memo",
  cell: ({ externalMemo, bankDescription }) => externalMemo ?? bankDescription ?? "Payment",
  phone: "name",
};
