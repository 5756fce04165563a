import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { getTreasuryTransactionsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { TreasuryTransaction } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { formatMoney, Money } from "../../ui/money/money.tsx";
import type { MoneyColumn } from "../../ui/money-table/money-column.ts";
import { MoneyTable } from "../../ui/money-table/money-table.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";
import { formatDay } from "../../ui/page/when.tsx";
import { Pager } from "../../ui/table/pager.tsx";
import classes from "./treasury.module.css";
import { isTrade, typeNames } from "./treasury-labels.ts";

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

const columns: readonly MoneyColumn<TreasuryTransaction>[] = [
  {
    id: "description",
    header: "Description",
    cell: ({ description }) => description,
    phone: "name",
  },
  { id: "details", header: "Details", cell: detailsOf, width: "38%", phone: "memo" },
  {
    id: "day",
    header: "Date",
    cell: ({ canonicalDay }) => <span className={classes["day"]}>{formatDay(canonicalDay)}</span>,
    width: 128,
    phone: "date",
  },
  {
    id: "amount",
    header: "Amount",
    align: "right",
    cell: ({ amount, type }) => (isTrade(type) ? <Traded amount={amount} /> : <Money amount={amount} signed />),
    width: 122,
    phone: "amount",
  },
  {
    id: "balance",
    header: "Balance",
    align: "right",
    cell: ({ balance }) => <Money amount={balance} />,
    width: 122,
    phone: "status",
  },
];

const Rows = ({ transactions }: { readonly transactions: readonly TreasuryTransaction[] }) => (
  <MoneyTable
    label="Treasury transactions"
    rows={transactions}
    rowKey={({ id }) => id}
    columns={columns}
    targetOf={() => undefined}
  />
);

/** The type, unless the description says it, and what it was about. */
function detailsOf({ description, type, additionalDetails, security }: TreasuryTransaction): string {
  const kind = description.startsWith(typeNames[type]) ? [] : [typeNames[type]];
  return [...kind, additionalDetails ?? security ?? []].flat().join(" · ");
}

/** Cash that a trade brought or cost: with its sign, but not green, because the account is worth the same. */
const Traded = ({ amount }: { readonly amount: number }) => (
  <span className="figures">
    {amount > 0 && "+"}
    {formatMoney(amount)}
  </span>
);
