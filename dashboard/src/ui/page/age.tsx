import classes from "./age.module.css";
import { useServiceTime } from "./use-service-time.ts";
import { exactly, formatInstant } from "./when.tsx";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const words = new Intl.RelativeTimeFormat("en-US", { numeric: "auto", style: "short" });

/** For example "5 min. ago" or "yesterday"; after a month, the date. */
function formatAge(iso: string, now: Date): string {
  const ms = now.getTime() - new Date(iso).getTime();
  if (ms < MINUTE_MS) return "just now";
  if (ms < HOUR_MS) return words.format(-Math.floor(ms / MINUTE_MS), "minute");
  if (ms < DAY_MS) return words.format(-Math.floor(ms / HOUR_MS), "hour");
  if (ms < 31 * DAY_MS) return words.format(-Math.floor(ms / DAY_MS), "day");
  return formatInstant(iso, "short");
}

/** The age by the service's clock; the exact time on hover. */
export function Age({ at }: { readonly at: string }) {
  const now = useServiceTime();
  return (
    <time className={classes["age"]} dateTime={at} title={exactly(at)}>
      {formatAge(at, now)}
    </time>
  );
}
