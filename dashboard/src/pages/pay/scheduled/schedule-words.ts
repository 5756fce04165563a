import type { RecurringPayment, ScheduledPayment } from "#api/generated/types.gen.ts";
import { formatDay } from "#ui/page/when.tsx";

/** The frequencies of recurring payments, as options. */
export const frequencyNames = {
  weekly: "Every week",
  everyTwoWeeks: "Every 2 weeks",
  monthly: "Every month",
  lastBusinessDay: "Last business day of the month",
} as const satisfies Readonly<Record<RecurringPayment["frequency"], string>>;

const weekday = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "UTC" });
const weekdayOf = (day: string): string => weekday.format(new Date(`${day}T00:00:00Z`));

const suffixes = { one: "st", two: "nd", few: "rd", other: "th" } as const;
const plurals = new Intl.PluralRules("en-US", { type: "ordinal" });
/** "15th" */
const ordinal = (day: number): string => `${day}${suffixes[plurals.select(day) as keyof typeof suffixes]}`;

type Scheduled = Pick<RecurringPayment, "frequency" | "startOn" | "dayOfMonth">;

/** "Every week on Friday", "Every month on the 15th" */
export function scheduleWords({ frequency, startOn, dayOfMonth }: Scheduled): string {
  if (frequency === "monthly")
    return dayOfMonth === 31 ? "Last day of the month" : `${frequencyNames.monthly} on the ${ordinal(dayOfMonth ?? 1)}`;
  if (frequency === "lastBusinessDay") return frequencyNames.lastBusinessDay;
  return `${frequencyNames[frequency]} on ${weekdayOf(startOn)}`;
}

/** When it ends, at the end of a sentence. */
export function endPhrase({
  endOn,
  endAfter,
  occurrencesDone,
}: Pick<RecurringPayment, "endOn" | "endAfter" | "occurrencesDone">): string {
  if (endOn !== null) return `until ${formatDay(endOn)}`;
  if (endAfter === null) return "until it is stopped";
  return `${endAfter} times (${occurrencesDone} so far)`;
}

/** A status and its style (StatusBadge). */
interface Shown {
  readonly status: string;
  readonly label: string;
}

export const recurringStateNames: Readonly<Record<RecurringPayment["state"], Shown>> = {
  active: { status: "active", label: "Active" },
  ended: { status: "completed", label: "Ended" },
  stopped: { status: "cancelled", label: "Stopped" },
};

export const scheduledStateNames: Readonly<Record<ScheduledPayment["state"], Shown>> = {
  approved: { status: "approved", label: "Approved" },
  waiting: { status: "pendingApproval", label: "Needs approval" },
  planned: { status: "pending", label: "Planned" },
  skipped: { status: "cancelled", label: "Skipped" },
};
