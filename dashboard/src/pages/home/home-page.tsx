import { useQuery } from "@tanstack/react-query";
import { getAccountsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Money } from "../../ui/money.tsx";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";

export function HomePage() {
  const accounts = useQuery(getAccountsOptions());
  return (
    <Page title="Home">
      <Section title="Accounts" flush>
        <Loaded query={accounts}>
          {(data) => (
            <DataTable
              label="Accounts"
              rows={data.accounts}
              rowKey={({ id }) => id}
              columns={[
                { header: "Account", cell: ({ name }) => name },
                { header: "Kind", cell: ({ kind }) => kind, wideOnly: true },
                {
                  header: "Available",
                  align: "right",
                  cell: ({ availableBalance }) => <Money amount={availableBalance} />,
                },
                { header: "Current", align: "right", cell: ({ currentBalance }) => <Money amount={currentBalance} /> },
              ]}
            />
          )}
        </Loaded>
      </Section>
    </Page>
  );
}
