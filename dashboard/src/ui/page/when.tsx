const NEW_YORK = "America/New_York";
const exact = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "long" });
const dayWithYear = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric" });
const dayOfThisYear = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" });
const plainDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric", timeZone: "UTC" });
const plainShortDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const bankDay = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  month: "short",
  day: "numeric",
  timeZone: NEW_YORK,
});
const bankInstant = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZone: NEW_YORK,
});

const shortDay = (at: Date): string =>
  (at.getFullYear() === new Date().getFullYear() ? dayOfThisYear : dayWithYear).format(at);

/** `short`: the date; `long`: date and time. */
export const formatInstant = (iso: string, form: "short" | "long" = "long"): string => {
  const at = new Date(iso);
  return form === "short" ? shortDay(at) : `${shortDay(at)}, ${clock.format(at)}`;
};
/** A calendar date, YYYY-MM-DD. */
export const formatDay = (day: string): string => plainDay.format(new Date(`${day}T00:00:00Z`));
/** A calendar date without its year. */
export const formatShortDay = (day: string): string => plainShortDay.format(new Date(`${day}T00:00:00Z`));
/** A time in New York, which banks work by. */
export const formatBankInstant = (iso: string): string => `${bankInstant.format(new Date(iso))} ET`;
/** The date in New York, consistent with bank times shown next to it. */
export const formatBankDay = (iso: string): string => `${bankDay.format(new Date(iso))} ET`;

/** A date or time; the exact time with its zone on hover. A plain element, because tables hold many of them. */
export function When({ at, form = "long" }: { readonly at: string; readonly form?: "short" | "long" }) {
  return (
    <time className="figures" dateTime={at} title={exact.format(new Date(at))}>
      {formatInstant(at, form)}
    </time>
  );
}

/** A bank's time, in New York; the user's own time on hover. */
export function WhenAtBank({ at }: { readonly at: string }) {
  return (
    <time className="figures" dateTime={at} title={exact.format(new Date(at))}>
      {formatBankInstant(at)}
    </time>
  );
}
