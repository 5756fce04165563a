import { useQuery } from "@tanstack/react-query";
import { listTransactionsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { Recipient } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { StatusBadge } from "../../ui/feedback/status-badge.tsx";
import { Money } from "../../ui/money/money.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";
import { When } from "../../ui/page/when.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";

const SHOWN = 10;

export function LatestPayments({ recipient }: { readonly recipient: Recipient }) {
  const mayRead = useRight("fetchTransactions");
  const payments = useQuery({
    ...listTransactionsOptions({ query: { counterpartyId: recipient.id, order: "desc", limit: SHOWN } }),
    enabled: mayRead,
  });
  if (!mayRead) return null;
  return (
    <Section title="Recent payments" flush>
      <Loaded query={payments}>
        {({ transactions }) =>
          transactions.length === 0 ? (
            <Empty title="No payments to this recipient yet" />
          ) : (
            <DataTable
              label="Recent payments"
              rows={transactions}
              rowKey={({ id }) => id}
              columns={[
                {
                  header: "Date",
                  cell: ({ id, createdAt }) => (
                    <TextLink to="/transactions/$transactionId" params={{ transactionId: id }} inherit>
                      <When at={createdAt} form="short" />
                    </TextLink>
                  ),
                },
                { header: "Description", cell: ({ bankDescription }) => bankDescription, wideOnly: true },
                { header: "Memo", cell: ({ externalMemo }) => externalMemo ?? "", wideOnly: true },
                { header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
                { header: "Amount", align: "right", cell: ({ amount }) => <Money amount={amount} /> },
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  );
}
