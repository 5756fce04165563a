import { ActionIcon, Group, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import type { ScheduledPayment, ScheduledPayments } from "#api/generated/types.gen.ts";
import { formatMoney } from "#ui/money/money.tsx";
import { sumOfAmounts } from "#ui/money-table/sums.ts";
import { TextLink } from "#ui/page/links.tsx";
import { ColumnHeads } from "#ui/table/column-heads.tsx";
import { type CalendarDay, monthAfter, monthBefore, monthName, weeksFrom, weeksOf } from "./calendar-month.ts";
import { type LowPoint, lowPointOf } from "./low-point.ts";
import { scheduledStateNames } from "./schedule-words.ts";
import classes from "./scheduled-calendar.module.css";
import { keyOfScheduled, targetOfScheduled } from "./scheduled-columns.tsx";

const route = getRouteApi("/signedIn/scheduled");

/** Read out with each day, and shown on a phone, which has no header of weekdays. */
const weekday = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: "UTC" });
const monthOfDay = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });
const dateOf = (date: string): Date => new Date(`${date}T00:00:00Z`);
const beforeDay = (date: string): string => {
  const at = dateOf(date);
  return `${weekday.format(at)}, ${monthOfDay.format(at)} `;
};

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

/** A month of scheduled payments; on a phone, the days that have any. */
export function ScheduledCalendar({ scheduled }: { readonly scheduled: ScheduledPayments }) {
  const { today, until, payments, accounts } = scheduled;
  const { month } = route.useSearch();
  const weeks = month === undefined ? weeksFrom(today) : weeksOf(month);
  const title = month === undefined ? "Next five weeks" : monthName(month);
  const byDay = Map.groupBy(payments, ({ day }) => day);
  const shortOn = new Set(accounts.flatMap(({ negativeOn }) => negativeOn ?? []));
  const lows = Map.groupBy(accounts.flatMap(lowPointOf), ({ day }) => day);
  const shown = new Set(weeks.flatMap((week) => week.flatMap(({ date, isInMonth }) => (isInMonth ? [date] : []))));
  const isEmpty = !payments.some(({ day }) => shown.has(day));
  return (
    <>
      <MonthSwitch title={title} month={month} first={today.slice(0, 7)} last={until.slice(0, 7)} />
      <table className={classes["calendar"]} aria-label={`Scheduled payments: ${title}`}>
        <ColumnHeads names={WEEKDAYS} />
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.date}>
              {week.map((day) => (
                <Day
                  key={day.date}
                  day={day}
                  isToday={day.date === today}
                  isShort={shortOn.has(day.date)}
                  lows={day.isInMonth ? (lows.get(day.date) ?? []) : []}
                  payments={day.isInMonth ? (byDay.get(day.date) ?? []) : []}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isEmpty && (
        <Text size="sm" c="dimmed" p="md">
          Nothing is scheduled {month === undefined ? "in the next five weeks" : `in ${monthName(month)}`}.
        </Text>
      )}
    </>
  );
}

function MonthSwitch({
  title,
  month,
  first,
  last,
}: {
  readonly title: string;
  /** Undefined: from this week on. */
  readonly month: string | undefined;
  readonly first: string;
  readonly last: string;
}) {
  const navigate = route.useNavigate();
  const go = (to: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, month: to }), replace: true });
  return (
    <Group gap="xs" px="md" py="xs">
      <ActionIcon
        variant="default"
        aria-label="Previous month"
        disabled={month === undefined}
        onClick={() => go(month === undefined || month <= monthAfter(first) ? undefined : monthBefore(month))}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <Text fw={600} miw={130} ta="center" aria-live="polite">
        {title}
      </Text>
      <ActionIcon
        variant="default"
        aria-label="Next month"
        disabled={month !== undefined && month >= last}
        onClick={() => go(monthAfter(month ?? first))}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

function Day({
  day: { date, isInMonth },
  isToday,
  isShort,
  lows,
  payments,
}: {
  readonly day: CalendarDay;
  readonly isToday: boolean;
  readonly isShort: boolean;
  /** Accounts that have the least on this day. */
  readonly lows: readonly LowPoint[];
  readonly payments: readonly ScheduledPayment[];
}) {
  const leaving = payments.filter(({ state }) => state !== "skipped");
  return (
    <td data-outside={!isInMonth || undefined} data-empty={payments.length === 0 || undefined}>
      <div className={classes["head"]}>
        <time dateTime={date} data-today={isToday || undefined}>
          <span className={classes["weekday"]}>{beforeDay(date)}</span>
          {date.endsWith("-01") && <span className={classes["month"]}>{monthOfDay.format(dateOf(date))} </span>}
          {Number(date.slice(8))}
          {isToday && <span className={classes["today"]}> Today</span>}
        </time>
        {leaving.length > 1 && (
          <span className="figures">{formatMoney(sumOfAmounts(leaving.map(({ amount }) => amount)))}</span>
        )}
      </div>
      {isShort && <div className={classes["short"]}>Not enough money</div>}
      {lows.map(({ name, availableAfter }) => (
        <div key={name} className={classes["low"]}>
          Low point of {name}: <span className="figures">{formatMoney(availableAfter)}</span>
        </div>
      ))}
      {payments.length > 0 && (
        <ul className={classes["payments"]}>
          {payments.map((payment) => (
            <li key={keyOfScheduled(payment)} data-state={payment.state}>
              <TextLink {...targetOfScheduled(payment)} className={classes["payment"]}>
                <span className={classes["name"]}>{payment.recipientName}</span>{" "}
                <span className="figures">{formatMoney(payment.amount)}</span>
              </TextLink>
              <small>{scheduledStateNames[payment.state].label}</small>
            </li>
          ))}
        </ul>
      )}
    </td>
  );
}
