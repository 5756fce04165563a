import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getTreasuryTransactionsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { TreasuryTransaction } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { Money } from "../../ui/money/money.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";
import { formatDay } from "../../ui/page/when.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { Pager } from "../../ui/table/pager.tsx";
import { TwoLines } from "../../ui/table/two-lines.tsx";
import { treasuryRoute } from "./routes.ts";
import classes from "./treasury.module.css";
import { changesBalance, typeNames } from "./treasury-labels.ts";

const ROWS = 25;
const REFRESH_MS = 10_000;

/** Everything that happened in the account, latest first. */
export function TransactionsSection({ treasuryId }: { readonly treasuryId: string }) {
  const enabled = useRight("fetchTreasuryTransactions");
  const search = treasuryRoute.useSearch();
  const { before } = search;
  const navigate = treasuryRoute.useNavigate();
  const list = useQuery({
    ...getTreasuryTransactionsOptions({
      path: { treasuryId },
      query: { limit: ROWS, ...(before === undefined ? {} : { cursor: before }) },
    }),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  if (!enabled) return null;
  const turn = (cursor: string | undefined) =>
    void navigate({
      search: (current) => ({ ...current, before: cursor === undefined ? undefined : Number(cursor) }),
    });
  return (
    <Section
      title="Transactions"
      flush
      actions={
        before !== undefined && (
          <TextLink to="/treasury" search={{ ...search, before: undefined }} size="sm">
            Latest
          </TextLink>
        )
      }
    >
      <Loaded query={list}>
        {({ transactions, cursor }) =>
          transactions.length === 0 ? (
            <Empty title="No transactions yet">Transfer money in to start earning.</Empty>
          ) : (
            <>
              <Rows transactions={transactions} />
              <Pager
                page={cursor === null ? {} : { nextPage: String(cursor) }}
                onTurn={({ start_after }) => turn(start_after)}
              />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function Rows({ transactions }: { readonly transactions: readonly TreasuryTransaction[] }) {
  return (
    <DataTable
      label="Treasury transactions"
      rows={transactions}
      rowKey={({ id }) => id}
      columns={[
        {
          header: "Description",
          cell: ({ description, type, additionalDetails, security }) => (
            <TwoLines
              first={description}
              second={[
                ...(description.startsWith(typeNames[type]) ? [] : [typeNames[type]]),
                additionalDetails ?? security ?? [],
              ]
                .flat()
                .join(" · ")}
            />
          ),
        },
        {
          header: "Day",
          cell: ({ canonicalDay }) => <span className={classes["day"]}>{formatDay(canonicalDay)}</span>,
          width: 120,
        },
        {
          header: "Amount",
          align: "right",
          cell: ({ amount, type }) => <Money amount={amount} signed={changesBalance(type)} />,
          width: 130,
        },
        { header: "Balance", align: "right", cell: ({ balance }) => <Money amount={balance} />, width: 130 },
      ]}
    />
  );
}
