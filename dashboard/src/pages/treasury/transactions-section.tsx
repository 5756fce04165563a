import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
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
import classes from "./treasury.module.css";
import { changesBalance, typeNames } from "./treasury-labels.ts";

const route = getRouteApi("/signedIn/treasury");

const ROWS = 25;
const REFRESH_MS = 10_000;

/** Everything that happened in the account, latest first. */
export function TransactionsSection({ treasuryId }: { readonly treasuryId: string }) {
  const enabled = useRight("fetchTreasuryTransactions");
  const search = route.useSearch();
  const { before, trail } = search;
  const navigate = route.useNavigate();
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
  const earlier = [...(trail?.split(".") ?? []), ...(before === undefined ? [] : [String(before)])];
  const show = (pages: readonly string[]) =>
    void navigate({
      search: (current) => ({
        ...current,
        before: pages.length === 0 ? undefined : Number(pages.at(-1)),
        trail: pages.slice(0, -1).join(".") || undefined,
      }),
    });
  return (
    <Section
      title="Transactions"
      flush
      actions={
        before !== undefined && (
          <TextLink to="/treasury" search={{ ...search, before: undefined, trail: undefined }} size="sm">
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
                page={{
                  ...(cursor === null ? {} : { nextPage: String(cursor) }),
                  ...(before === undefined ? {} : { previousPage: "previous" }),
                }}
                onTurn={({ start_after }) => show(start_after ? [...earlier, start_after] : earlier.slice(0, -1))}
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
          phone: "name",
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
          header: "Date",
          phone: "second",
          cell: ({ canonicalDay }) => <span className={classes["day"]}>{formatDay(canonicalDay)}</span>,
          width: 120,
        },
        {
          header: "Amount",
          phone: "amount",
          align: "right",
          cell: ({ amount, type }) => <Money amount={amount} signed={changesBalance(type)} />,
          width: 130,
        },
        {
          header: "Balance",
          align: "right",
          phone: "status",
          cell: ({ balance }) => <Money amount={balance} />,
          width: 130,
        },
      ]}
    />
  );
}
