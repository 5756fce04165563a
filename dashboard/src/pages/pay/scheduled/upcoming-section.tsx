import { Button } from "@mantine/core";
import { useState } from "react";
import type { RecurringPaymentDetails, UpcomingOccurrence } from "#api/generated/types.gen.ts";
import { useRight } from "#app/session/session.ts";
import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import { Section } from "#ui/page/section.tsx";
import { formatDay, formatShortDay } from "#ui/page/when.tsx";
import { DataTable, type TableColumn } from "#ui/table/data-table.tsx";
import { TwoLines } from "#ui/table/two-lines.tsx";
import { scheduledStateNames } from "./schedule-words.ts";
import { useOccurrenceActions } from "./use-occurrence-actions.ts";

const SHOWN = 3;

/** The next payments, each of which can be skipped. */
export function UpcomingSection({ recurring: { id, upcoming } }: { readonly recurring: RecurringPaymentDetails }) {
  const mayChange = useRight("requestSendMoney");
  const { busy, act } = useOccurrenceActions();
  const [isWhole, showWhole] = useState(false);
  if (upcoming.length === 0) return null;
  const rows = isWhole ? upcoming : upcoming.slice(0, SHOWN);
  const more = upcoming.length - rows.length;
  const button = (row: UpcomingOccurrence) => {
    const verb = row.state === "skipped" ? "restore" : "skip";
    const label = verb === "skip" ? "Skip" : "Restore";
    return (
      <Button
        size="compact-xs"
        variant="default"
        disabled={busy}
        aria-label={`${label} ${formatDay(row.payOn)}`}
        onClick={() => void act(verb, [{ recurringPaymentId: id, day: row.day, payOn: row.payOn }])}
      >
        {label}
      </Button>
    );
  };
  return (
    <Section flush title="Next payments">
      <DataTable
        label="Next payments"
        rows={rows}
        rowKey={({ day }) => day}
        columns={
          mayChange
            ? [...columns, { header: "Action", hideHeader: true, align: "right", cell: button, phone: "amount" }]
            : columns
        }
      />
      {more > 0 && (
        <Button variant="subtle" size="compact-sm" m="xs" onClick={() => showWhole(true)}>
          Show {more} more
        </Button>
      )}
    </Section>
  );
}

const columns: readonly TableColumn<UpcomingOccurrence>[] = [
  {
    header: "Payment day",
    cell: ({ payOn, requestedOn }) => (
      <TwoLines
        first={<span className="figures">{formatDay(payOn)}</span>}
        second={`Sent for approval ${formatShortDay(requestedOn)}`}
        strong={false}
      />
    ),
    phone: "name",
  },
  { header: "Status", cell: ({ state }) => <StatusBadge {...scheduledStateNames[state]} />, phone: "second" },
];
