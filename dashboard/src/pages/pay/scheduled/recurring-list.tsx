import { useQuery } from "@tanstack/react-query";
import { listRecurringPaymentsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { RecurringPayment } from "#api/generated/types.gen.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import { Money } from "#ui/money/money.tsx";
import { type Flag, Flags } from "#ui/money-table/cells/flags.tsx";
import type { MoneyColumn } from "#ui/money-table/money-column.ts";
import { MoneyTable } from "#ui/money-table/money-table.tsx";
import type { RowTarget } from "#ui/money-table/row-target.ts";
import { TableHint, TableTools } from "#ui/money-table/table-tools.tsx";
import { useTableView } from "#ui/money-table/view/use-table-view.ts";
import { TextLink } from "#ui/page/links.tsx";
import { Section } from "#ui/page/section.tsx";
import { formatDay, formatShortDay } from "#ui/page/when.tsx";
import { recurringStateNames, scheduleWords } from "./schedule-words.ts";

/** More are not expected; the list says if there are. */
const LIMIT = 500;

/** Payments that repeat, the latest first. */
export function RecurringList() {
  const recurring = useQuery(listRecurringPaymentsOptions({ query: { limit: LIMIT, order: "desc" } }));
  const withFlags = recurring.data?.recurringPayments.some((row) => flagsOf(row).length > 0) ?? false;
  const view = useTableView("recurring", withFlags ? flaggedColumns : columns);
  return (
    <Section flush>
      <Loaded query={recurring}>
        {({ recurringPayments, page }) =>
          recurringPayments.length === 0 ? (
            <Empty title="No payment repeats">
              Choose “Repeat” when you <TextLink to="/pay">pay</TextLink>.
            </Empty>
          ) : (
            <>
              <TableTools title="Recurring payments" view={view} />
              <TableHint text={page.nextPage === undefined ? undefined : `The latest ${LIMIT} are listed.`} />
              <MoneyTable
                label="Recurring payments"
                rows={recurringPayments}
                columns={view.columns}
                density={view.density}
                rowKey={({ id }) => id}
                targetOf={targetOf}
              />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

const targetOf = ({ id }: RecurringPayment): RowTarget => ({
  to: "/scheduled/recurring/$recurringPaymentId",
  params: { recurringPaymentId: id },
});

const flagsOf = ({ problem, state }: RecurringPayment): readonly Flag[] =>
  problem === null || state === "stopped" ? [] : [{ label: "Not paid", detail: problem.problem, tone: "bad" }];

const columns: readonly MoneyColumn<RecurringPayment>[] = [
  { id: "counterparty", header: "Recipient", cell: ({ recipientName }) => recipientName, phone: "name" },
  { id: "memo", header: "Memo", cell: ({ externalMemo }) => externalMemo ?? "", width: "14%", from: "laptop" },
  { id: "schedule", header: "Repeats", cell: (row) => scheduleWords(row), width: 230, from: "laptop", phone: "memo" },
  { id: "account", header: "Account", cell: ({ accountName }) => accountName, width: 160, from: "desktop" },
  {
    id: "next",
    header: "Next",
    cell: ({ next }) =>
      next === null ? (
        "None"
      ) : (
        <span className="figures" title={formatDay(next.payOn)}>
          {formatShortDay(next.payOn)}
        </span>
      ),
    width: 90,
    phone: "date",
  },
  {
    id: "status",
    header: "Status",
    cell: ({ state }) => <StatusBadge {...recurringStateNames[state]} />,
    width: 100,
    phone: "status",
  },
  {
    id: "amount",
    header: "Amount",
    align: "right",
    cell: ({ amount }) => <Money amount={amount} />,
    width: 124,
    phone: "amount",
  },
];

/** With flags, before the status. */
const flaggedColumns: readonly MoneyColumn<RecurringPayment>[] = columns.toSpliced(-2, 0, {
  id: "flags",
  header: "Flags",
  cell: (row) => <Flags flags={flagsOf(row)} />,
  width: 96,
  from: "laptop",
  phone: "flags",
});
