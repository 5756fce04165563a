import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { listTransactionsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { Recipient } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Money } from "../../ui/money.tsx";
import { Section } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { When } from "../../ui/when.tsx";

const SHOWN = 10;

/** The last payments to a recipient. */
export function PaymentsTo({ recipient }: { readonly recipient: Recipient }) {
  const mayRead = useRight("fetchTransactions");
  const payments = useQuery({
    ...listTransactionsOptions({ query: { counterpartyId: recipient.id, order: "desc", limit: SHOWN } }),
    enabled: mayRead,
  });
  if (!mayRead) return null;
  return (
    <Section title="Latest payments" flush>
      <Loaded query={payments}>
        {({ transactions }) =>
          transactions.length === 0 ? (
            <Empty title="Nothing was paid to this recipient yet" />
          ) : (
            <DataTable
              label="Latest payments"
              rows={transactions}
              rowKey={({ id }) => id}
              columns={[
                {
                  header: "Date",
                  cell: ({ id, createdAt }) => (
                    <Anchor href={`/dashboard/transactions/${id}`} inherit>
                      <When at={createdAt} form="short" />
                    </Anchor>
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
