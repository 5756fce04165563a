import classes from "./age.module.css";
import { formatInstant } from "./when.tsx";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const words = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

/** For example "5 minutes ago" or "yesterday"; after a month, the date. */
export function formatAge(iso: string, now = Date.now()): string {
  const ms = now - new Date(iso).getTime();
  if (ms < MINUTE_MS) return "just now";
  if (ms < HOUR_MS) return words.format(-Math.floor(ms / MINUTE_MS), "minute");
  if (ms < DAY_MS) return words.format(-Math.floor(ms / HOUR_MS), "hour");
  if (ms < 31 * DAY_MS) return words.format(-Math.floor(ms / DAY_MS), "day");
  return formatInstant(iso, "short");
}

/** The age; the exact time on hover. */
export function Age({ at }: { readonly at: string }) {
  return (
    <time className={classes["age"]} dateTime={at} title={formatInstant(at)}>
      {formatAge(at)}
    </time>
  );
}
