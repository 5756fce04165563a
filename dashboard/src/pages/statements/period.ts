import type { StatementSummary } from "../../api/generated/types.gen.ts";

type Period = Pick<StatementSummary, "kind" | "startsOn" | "endsOn">;

/** Days have no time zone, so they are formatted as days of UTC. */
const format = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", { ...options, timeZone: "UTC" });

/** "April 2026", or "Mar 10, 2026 – Apr 9, 2026". */
export const statementPeriod = ({ kind, startsOn, endsOn }: Period): string =>
  kind === "monthly"
    ? format(startsOn, { month: "long", year: "numeric" })
    : [startsOn, endsOn].map((day) => format(day, { month: "short", day: "numeric", year: "numeric" })).join(" – ");
