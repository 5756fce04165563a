import { addBankingDays, bankingDayOnOrAfter, isBankingDay } from "bursar-banking/calendar/business-day";
import { settlesOn } from "bursar-banking/calendar/cut-offs";
import { newYorkDate, newYorkInstant, toNewYork } from "bursar-banking/calendar/new-york";

const time = (text: string): Temporal.PlainTime => Temporal.PlainTime.from(text);

/**
 * FedACH processing schedule, New York: next-day items settle at 08:30, and same-day items that the operator has by each
 * of these deadlines at the time next to it. A bank's cut-off belongs to the first deadline that it can still meet.
 */
const NEXT_DAY_SETTLES = time("08:30");
const SAME_DAY_WINDOWS = [
  { deadline: "10:30", settles: time("13:00") },
  { deadline: "14:45", settles: time("17:00") },
  { deadline: "16:45", settles: time("18:00") },
] as const;

interface AchTiming {
  readonly effectiveEntryDate: string | undefined;
  readonly receivedAt: Date;
  /** The bank's cut-offs, earliest first; empty if it offers no same-day settlement, or the entry is not eligible. */
  readonly sameDayCutOffs: readonly string[];
}

/**
 * When an entry settles: in a same-day window if its effective entry date is today or earlier and the bank has it in
 * time; otherwise on its effective entry date, but not before the next settlement that the file can reach.
 */
export function achSettlesAt({ effectiveEntryDate, receivedAt, sameDayCutOffs }: AchTiming): Date {
  const local = toNewYork(receivedAt);
  const today = local.toPlainDate();
  const effective = effectiveEntryDate === undefined ? today : Temporal.PlainDate.from(effectiveEntryDate);
  if (Temporal.PlainDate.compare(effective, today) <= 0 && isBankingDay(today)) {
    const now = local.toPlainTime();
    const cutOff = sameDayCutOffs.find((each) => Temporal.PlainTime.compare(now, time(each)) < 0);
    const window = cutOff === undefined ? undefined : SAME_DAY_WINDOWS.find(({ deadline }) => cutOff <= deadline);
    if (window !== undefined) return newYorkInstant(today, window.settles);
  }
  const earliest = settlesOn("ach", receivedAt);
  const effectiveDay = bankingDayOnOrAfter(effective);
  return newYorkInstant(
    Temporal.PlainDate.compare(effectiveDay, earliest) > 0 ? effectiveDay : earliest,
    NEXT_DAY_SETTLES,
  );
}

/** The banking day on which the bank books what happens at an instant: weekends belong to the Monday. */
export const bookingDay = (at: string): string => bankingDayOnOrAfter(newYorkDate(new Date(at))).toString();

/** A time of day on the banking day that is this many banking days after an instant. */
export const timeOnBankingDay = (at: Date, bankingDays: number, timeOfDay: string): Date =>
  newYorkInstant(addBankingDays(newYorkDate(at), bankingDays), time(timeOfDay));
