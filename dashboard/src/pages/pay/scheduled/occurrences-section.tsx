import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { listRecurringPaymentOccurrencesOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { RecurringPaymentDetails, RecurringPaymentOccurrence } from "#api/generated/types.gen.ts";
import { useRight } from "#app/session/session.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import { Money } from "#ui/money/money.tsx";
import { TextLink } from "#ui/page/links.tsx";
import { Section } from "#ui/page/section.tsx";
import { formatDay } from "#ui/page/when.tsx";
import { DataTable, type TableColumn } from "#ui/table/data-table.tsx";
import { Pager } from "#ui/table/pager.tsx";
import { useOccurrenceActions } from "./use-occurrence-actions.ts";

const route = getRouteApi("/signedIn/scheduled/recurring/$recurringPaymentId");

const ROWS = 25;

/** What happened to each payment: requested, paid, refused, or skipped. */
export function OccurrencesSection({
  recurring: { id, state, upcoming },
}: {
  readonly recurring: RecurringPaymentDetails;
}) {
  const cursor = route.useSearch();
  const navigate = route.useNavigate();
  const occurrences = useQuery({
    ...listRecurringPaymentOccurrencesOptions({ path: { recurringPaymentId: id }, query: { limit: ROWS, ...cursor } }),
    placeholderData: keepPreviousData,
  });
  const mayChange = useRight("requestSendMoney") && state !== "stopped";
  const { busy, act } = useOccurrenceActions();
  const retry: TableColumn<RecurringPaymentOccurrence> = {
    header: "Action",
    hideHeader: true,
    align: "right",
    phone: "below",
    cell: ({ state: now, day, payOn }) =>
      now === "refused" && (
        <Button
          size="compact-xs"
          variant="default"
          disabled={busy}
          aria-label={`Request ${formatDay(payOn)}`}
          onClick={() => void act("retry", [{ recurringPaymentId: id, day, payOn }])}
        >
          Request
        </Button>
      ),
  };
  return (
    <Section flush title="Payments so far">
      <Loaded query={occurrences}>
        {({ occurrences: all, page }) => {
          // Skipped ones that are yet to come are in the section of the next payments.
          const rows = all.filter(({ day }) => !upcoming.some((next) => next.day === day));
          return rows.length === 0 ? (
            <Empty title="No payments yet">Each payment is sent for approval a week before its day.</Empty>
          ) : (
            <>
              <DataTable
                label="Payments so far"
                rows={rows}
                rowKey={(row) => row.id}
                columns={mayChange ? [...columns, retry] : columns}
              />
              <Pager page={page} onTurn={(search) => void navigate({ search })} />
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

const columns: readonly TableColumn<RecurringPaymentOccurrence>[] = [
  { header: "Payment day", cell: ({ payOn }) => <span className="figures">{formatDay(payOn)}</span>, phone: "name" },
  { header: "Status", cell: (row) => <Status row={row} />, phone: "status" },
  {
    header: "Amount",
    align: "right",
    cell: ({ amount }) => amount !== null && <Money amount={amount} />,
    phone: "amount",
  },
  {
    header: "Details",
    phone: "second",
    cell: ({ requestId, transactionId, problem }) => (
      <>
        {problem !== null && <div>{problem}</div>}
        {transactionId !== null ? (
          <TextLink to="/transactions/$transactionId" params={{ transactionId }}>
            View payment
          </TextLink>
        ) : (
          requestId !== null && (
            <TextLink to="/approvals/$requestId" params={{ requestId }}>
              View request
            </TextLink>
          )
        )}
      </>
    ),
  },
];

/** The request's status, once there is a request. */
function Status({ row: { state, requestStatus, transactionId } }: { readonly row: RecurringPaymentOccurrence }) {
  if (state === "skipped") return <StatusBadge status="cancelled" label="Skipped" />;
  if (state === "planned") return <StatusBadge status="pending" label="Planned" />;
  if (state === "refused" || requestStatus === null) return <StatusBadge status="failed" label="Not requested" />;
  if (requestStatus === "cancelled") return <StatusBadge status="cancelled" label="Withdrawn" />;
  return transactionId === null ? <StatusBadge status={requestStatus} /> : <StatusBadge status="sent" label="Paid" />;
}
