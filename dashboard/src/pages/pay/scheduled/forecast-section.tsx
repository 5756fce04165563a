import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { AccountForecast, ScheduledPayments } from "#api/generated/types.gen.ts";
import { formatMoney, Money } from "#ui/money/money.tsx";
import { Section } from "#ui/page/section.tsx";
import { formatDay } from "#ui/page/when.tsx";
import { DataTable, type TableColumn } from "#ui/table/data-table.tsx";
import { type LowPoint, lowPointOf } from "./low-point.ts";

/** What the scheduled payments leave in each account. Accounts without any are left out. */
export function ForecastSection({ scheduled }: { readonly scheduled: ScheduledPayments }) {
  const accounts = scheduled.accounts.filter(({ days }) => days.length > 0);
  const short = accounts.filter(({ negativeOn }) => negativeOn !== null);
  if (accounts.length === 0) return null;
  return (
    <>
      {short.length > 0 && (
        <Alert color="yellow" mb="md" icon={<IconAlertTriangle size={18} aria-hidden />} title="Not enough money">
          {short.map((account) => (
            <div key={account.accountId}>{shortfallOf(account)}</div>
          ))}
        </Alert>
      )}
      <Section flush title={`Forecast until ${formatDay(scheduled.until)}`}>
        <DataTable label="Forecast" rows={accounts} rowKey={({ accountId }) => accountId} columns={columns} />
      </Section>
    </>
  );
}

/** The day and the missing amount: "Operating is short $50.00 on Dec 4, 2026, unless money arrives." */
function shortfallOf({ name, negativeOn, days }: AccountForecast): string {
  const day = days.find((each) => each.day === negativeOn);
  if (day === undefined) return name;
  return `${name} is short ${formatMoney(-day.availableAfter)} on ${formatDay(day.day)}, unless money arrives before.`;
}

const columns: readonly TableColumn<AccountForecast>[] = [
  { header: "Account", cell: ({ name }) => name },
  { header: "Available now", align: "right", cell: ({ available }) => <Money amount={available} /> },
  { header: "Scheduled", align: "right", cell: ({ scheduled }) => <Money amount={-scheduled} /> },
  {
    header: "Available after scheduled",
    align: "right",
    cell: ({ availableAfter }) => <Money amount={availableAfter} />,
  },
  {
    header: "Low point",
    align: "right",
    cell: (account) => lowPointOf(account).map((low) => <Low key={low.day} {...low} />),
  },
];

const Low = ({ availableAfter, day }: LowPoint) => (
  <span>
    <Money amount={availableAfter} fw={600} {...(availableAfter < 0 ? { c: "var(--mantine-color-error)" } : {})} />
    <small> on {formatDay(day)}</small>
  </span>
);
