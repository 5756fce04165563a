import { serviceNow } from "./service-clock.ts";

/** The zone of banks in the United States, of the service's days, and so of every time that a page shows. */
const timeZone = "America/New_York";
/** In the user's own zone. */
const exact = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "long" });
const exactAtBank = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "long", timeZone });
const year = new Intl.DateTimeFormat("en-US", { year: "numeric", timeZone });
const dayWithYear = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric", timeZone });
const dayOfThisYear = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone });
const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone });
/** Canadian dates are written as ISO 8601 writes them. */
const fileDay = new Intl.DateTimeFormat("en-CA", { timeZone });
const plainDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric", timeZone: "UTC" });
const plainShortDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const bankDay = new Intl.DateTimeFormat("en-US", { weekday: "short", month: "short", day: "numeric", timeZone });
const longDay = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeZone });
const bankInstant = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZone,
});

/** Without the year, if it is the current one by the service's clock. */
const shortDay = (at: Date): string =>
  (year.format(at) === year.format(serviceNow()) ? dayOfThisYear : dayWithYear).format(at);

/** `short`: the date; `long`: date and time; `time`: under a heading with the date. */
type Form = "short" | "long" | "time";

export const formatInstant = (iso: string, form: Form = "long"): string => {
  const at = new Date(iso);
  if (form === "time") return `${clock.format(at)} ET`;
  return form === "short" ? shortDay(at) : `${shortDay(at)}, ${clock.format(at)} ET`;
};
/** A calendar date, YYYY-MM-DD. */
export const formatDay = (day: string): string => plainDay.format(new Date(`${day}T00:00:00Z`));
/** A calendar date, without its year if that is the current one. */
export const formatNearDay = (day: string): string =>
  day.startsWith(year.format(serviceNow())) ? formatShortDay(day) : formatDay(day);
/** A calendar date without its year. */
export const formatShortDay = (day: string): string => plainShortDay.format(new Date(`${day}T00:00:00Z`));
/** With its weekday, for what happens at a bank. */
export const formatBankInstant = (iso: string): string => `${bankInstant.format(new Date(iso))} ET`;
/** The date, with its year. */
export const formatDayOf = (at: Date): string => dayWithYear.format(at);
/** The date for files: 2026-11-26. */
export const fileDayOf = (iso: string): string => fileDay.format(new Date(iso));
/** "Friday, November 27, 2026" */
export const formatLongDay = (iso: string): string => longDay.format(new Date(iso));
/** The date, with its weekday. */
export const formatBankDay = (iso: string): string => bankDay.format(new Date(iso));

/** To the second, with the user's own time where it differs. */
export function exactly(iso: string): string {
  const at = new Date(iso);
  const [atBank, own] = [exactAtBank.format(at), exact.format(at)];
  return atBank === own ? atBank : `${atBank} (${own})`;
}

/** A time keeps its half of the day and its zone: what follows the last comma stays in one line. */
function Instant({ at, text }: { readonly at: string; readonly text: string }) {
  const comma = text.lastIndexOf(", ");
  const end = comma === -1 ? 0 : comma + 2;
  return (
    <time className="figures" dateTime={at} title={exactly(at)}>
      {text.slice(0, end)}
      <span className="unbroken">{text.slice(end)}</span>
    </time>
  );
}

/** A date or time; the exact time on hover. Plain elements, because tables hold many of them. */
export const When = ({ at, form = "long" }: { readonly at: string; readonly form?: Form }) => (
  <Instant at={at} text={formatInstant(at, form)} />
);

/** When something happens at a bank. */
export const WhenAtBank = ({ at }: { readonly at: string }) => <Instant at={at} text={formatBankInstant(at)} />;
