import { lazy, Suspense } from "react";
import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import type { NamedAccount } from "#ui/money/account-names.ts";
import { mayMove } from "#ui/money-table/activity/has-moved.ts";
import { shortMethodName } from "#ui/money-table/activity/method-of.ts";
import { AccountCell } from "#ui/money-table/cells/account.tsx";
import { Amount } from "#ui/money-table/cells/amount.tsx";
import { type Flag, Flags } from "#ui/money-table/cells/flags.tsx";
import { NameWithComments } from "#ui/money-table/cells/marks.tsx";
import type { MoneyColumn } from "#ui/money-table/money-column.ts";
import type { RequestListState, RowTarget } from "#ui/money-table/row-target.ts";
import { Age } from "#ui/page/age.tsx";
import { formatDay, formatShortDay } from "#ui/page/when.tsx";
import type { QueuedRequest } from "../decisions.ts";
import { queueStatusNames } from "./queue-status.ts";
import { requesterName } from "./requester-name.ts";

/** Loaded when someone points at a flag. */
const DetailChangesCard = lazy(() =>
  import("../changed-details.tsx").then((module) => ({ default: module.DetailChangesCard })),
);

export const keyOfRequest = ({ requestId }: QueuedRequest): string => requestId;

/** A request's page knows the list, because it offers the next one. */
export const requestTargetOf = (
  requestId: string,
  { kind, account, flagged, sort, order, batch }: Partial<RequestListState>,
): RowTarget => ({
  to: "/approvals/$requestId",
  params: { requestId },
  search: { kind, account, flagged, sort, order, batch },
});

/** What an approver should look at before the rest. */
export const flagsOf = ({ requestId, problem, flags }: QueuedRequest): readonly Flag[] => [
  ...(problem === null ? [] : [{ label: "Not paid", detail: problem, tone: "bad" } as const]),
  ...flags.map(({ code, label, detail, severity }) => ({
    label,
    detail,
    tone: tones[severity],
    ...(code === "detailsChanged"
      ? {
          card: (
            <Suspense fallback={detail}>
              <DetailChangesCard requestId={requestId} detail={detail} />
            </Suspense>
          ),
        }
      : {}),
  })),
];

const tones = { high: "bad", medium: "warning" } as const;

export const hasFlags = (row: QueuedRequest): boolean => flagsOf(row).length > 0;

/** Those that may be approved together; the others are looked at one by one. */
export const isApprovableUnflagged = (row: QueuedRequest): boolean =>
  !hasFlags(row) && row.allowedActions.includes("approve");

/** Columns that are left out while no row has anything to say in them. */
export interface QueueFacts {
  readonly hasFlags: boolean;
  readonly hasDueDates: boolean;
  /** Some request does not simply wait for this user. */
  readonly hasStatuses: boolean;
}

export const queueColumns = (
  accountOf: (accountId: string) => NamedAccount | undefined,
  { hasFlags: withFlags, hasDueDates, hasStatuses }: QueueFacts,
): readonly MoneyColumn<QueuedRequest>[] => [
  {
    id: "counterparty",
    header: "Recipient",
    cell: ({ payeeName, comments }) => <NameWithComments name={payeeName} count={comments} />,
    phone: "name",
    sortsFirst: "asc",
  },
  { id: "memo", header: "Memo", cell: ({ memo }) => memo ?? "", width: "13%", from: "laptop" },
  {
    id: "account",
    header: "Account",
    cell: ({ accountId, accountName }) => <AccountCell name={accountName} lastFour={accountOf(accountId)?.lastFour} />,
    width: 148,
    from: withFlags ? "wide" : "laptop",
    sortsFirst: "asc",
  },
  {
    id: "method",
    header: "Method",
    cell: ({ paymentMethod }) => shortMethodName(paymentMethod),
    width: 86,
    from: withFlags ? "desktop" : "laptop",
    sortsFirst: "asc",
  },
  {
    id: "requester",
    header: "Requested by",
    cell: requesterName,
    width: 124,
    from: "laptop",
    phone: "memo",
    sortsFirst: "asc",
  },
  {
    id: "created",
    header: "Requested",
    cell: ({ createdAt }) => <Age at={createdAt} />,
    width: 104,
    from: "tablet",
    phone: "date",
    sortsFirst: "asc",
  },
  ...(hasDueDates ? [dueColumn] : []),
  ...(withFlags ? [flagsColumn] : []),
  ...(hasStatuses ? [statusColumn] : []),
  {
    id: "amount",
    header: "Amount",
    align: "right",
    cell: (row) => <Amount amount={row.amount} moved={isToBePaid(row.status) && mayMove(row.paymentStatus)} />,
    width: 124,
    phone: "amount",
    sortsFirst: "desc",
  },
];

const flagsColumn: MoneyColumn<QueuedRequest> = {
  id: "flags",
  header: "Flags",
  cell: (row) => <Flags flags={flagsOf(row)} />,
  width: 148,
  phone: "below",
  sortsFirst: "asc",
};

export const isToBePaid = (status: QueuedRequest["status"]): boolean =>
  status === "pendingApproval" || status === "approved";

/** When it is to be paid, if that is not at once. */
export const dueDateOf = ({ scheduledSendDate, status }: QueuedRequest): string | undefined =>
  scheduledSendDate !== null && isToBePaid(status) ? scheduledSendDate : undefined;

const dueColumn: MoneyColumn<QueuedRequest> = {
  id: "due",
  header: "Due",
  cell: (row) => {
    const due = dueDateOf(row);
    return (
      due !== undefined && (
        <span className="figures" title={`Send on ${formatDay(due)}`}>
          {formatShortDay(due)}
        </span>
      )
    );
  },
  width: 80,
  from: "laptop",
};

const statusColumn: MoneyColumn<QueuedRequest> = {
  id: "status",
  header: "Status",
  cell: (row) => <Status row={row} />,
  width: 116,
  from: "tablet",
  phone: "status",
  sortsFirst: "asc",
};

/** Waits for this user, as most of the queue does, and needs no word on each row. */
export const simplyWaits = ({ mayDecide, sentBack, paymentStatus, approvalsRequired }: QueuedRequest): boolean =>
  mayDecide && sentBack === null && paymentStatus === null && approvalsRequired <= 1;

function Status({ row }: { readonly row: QueuedRequest }) {
  const { status, mayDecide, approvalsGiven, approvalsRequired, paymentStatus, sentBack } = row;
  // It was approved: what matters now is whether its payment left.
  if (paymentStatus !== null && paymentStatus !== "pending") return <StatusBadge status={paymentStatus} />;
  if (simplyWaits(row)) return null;
  const label = mayDecide ? queueStatusNames.pendingApproval : statusLabels[status];
  return (
    <>
      {sentBack === null ? (
        <StatusBadge status={status} {...(label === undefined ? {} : { label })} />
      ) : (
        <StatusBadge status="sentBack" />
      )}
      {approvalsRequired > 1 && status === "pendingApproval" && (
        <small>
          {" "}
          {approvalsGiven} of {approvalsRequired}
        </small>
      )}
    </>
  );
}

/** Where the queue's wording differs from StatusBadge. */
const statusLabels: Readonly<Record<string, string>> = { pendingApproval: "With others", cancelled: "Withdrawn" };
