import { IconRepeat } from "@tabler/icons-react";
import type { ScheduledPayment } from "#api/generated/types.gen.ts";
import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import type { NamedAccount } from "#ui/money/account-names.ts";
import { shortMethodName } from "#ui/money-table/activity/method-of.ts";
import { AccountCell } from "#ui/money-table/cells/account.tsx";
import { Amount } from "#ui/money-table/cells/amount.tsx";
import { type Flag, Flags } from "#ui/money-table/cells/flags.tsx";
import type { MoneyColumn } from "#ui/money-table/money-column.ts";
import type { RowTarget } from "#ui/money-table/row-target.ts";
import { formatDay, formatShortDay } from "#ui/page/when.tsx";
import { scheduledStateNames } from "./schedule-words.ts";
import type { OccurrenceName } from "./use-occurrence-actions.ts";

export const keyOfScheduled = ({ requestId, recurringPaymentId, occurrence }: ScheduledPayment): string =>
  requestId ?? `${recurringPaymentId}/${occurrence}`;

/** A request's page, or the recurring payment's while there is no request. */
export const targetOfScheduled = ({ requestId, recurringPaymentId }: ScheduledPayment): RowTarget =>
  requestId === null
    ? { to: "/scheduled/recurring/$recurringPaymentId", params: { recurringPaymentId: recurringPaymentId ?? "" } }
    : { to: "/approvals/$requestId", params: { requestId } };

/** The occurrence that can be skipped or restored, if it is one. */
export const occurrenceOf = ({
  requestId,
  recurringPaymentId,
  occurrence,
  day,
}: ScheduledPayment): OccurrenceName | undefined =>
  requestId === null && recurringPaymentId !== null && occurrence !== null
    ? { recurringPaymentId, day: occurrence, payOn: day }
    : undefined;

export const scheduledFlagsOf = ({ problem }: ScheduledPayment): readonly Flag[] =>
  problem === null ? [] : [{ label: "Not paid", detail: problem, tone: "bad" }];

export const hasScheduledFlags = (row: ScheduledPayment): boolean => scheduledFlagsOf(row).length > 0;

/** The column of flags is left out while no row has any. */
export const scheduledColumns = (
  accountOf: (accountId: string) => NamedAccount | undefined,
  withFlags: boolean,
): readonly MoneyColumn<ScheduledPayment>[] => [
  {
    id: "counterparty",
    sortsFirst: "asc",
    header: "Recipient",
    cell: ({ recipientName }) => recipientName,
    phone: "name",
  },
  { id: "memo", header: "Memo", cell: ({ memo }) => memo ?? "", width: "15%", from: "laptop", phone: "memo" },
  {
    id: "account",
    sortsFirst: "asc",
    header: "Account",
    cell: ({ accountId, accountName }) => <AccountCell name={accountName} lastFour={accountOf(accountId)?.lastFour} />,
    width: 216,
    from: "laptop",
  },
  {
    id: "method",
    sortsFirst: "asc",
    header: "Method",
    cell: ({ paymentMethod }) => shortMethodName(paymentMethod),
    width: 86,
    from: "desktop",
  },
  { id: "repeats", header: "Repeats", cell: (row) => <Repeats row={row} />, width: 80, from: "laptop" },
  {
    id: "day",
    sortsFirst: "asc",
    header: "Date",
    cell: ({ day }) => (
      <span className="figures" title={formatDay(day)}>
        {formatShortDay(day)}
      </span>
    ),
    width: 76,
    phone: "date",
  },
  ...(withFlags ? [flagsColumn] : []),
  {
    id: "status",
    sortsFirst: "asc",
    header: "Status",
    cell: ({ state }) => <StatusBadge {...scheduledStateNames[state]} />,
    width: 140,
    phone: "status",
  },
  {
    id: "amount",
    sortsFirst: "desc",
    header: "Amount",
    align: "right",
    cell: ({ amount, state }) => <Amount amount={amount} moved={state !== "skipped"} />,
    width: 124,
    phone: "amount",
  },
];

const flagsColumn: MoneyColumn<ScheduledPayment> = {
  id: "flags",
  header: "Flags",
  cell: (row) => <Flags flags={scheduledFlagsOf(row)} />,
  width: 96,
  from: "laptop",
  phone: "flags",
};

const Repeats = ({ row }: { readonly row: ScheduledPayment }) =>
  row.recurringPaymentId !== null && (
    <span>
      <IconRepeat size={14} aria-hidden style={{ verticalAlign: "-2px" }} /> Yes
    </span>
  );
