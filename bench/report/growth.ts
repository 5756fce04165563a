import { REFERENCE_CONNECTIONS } from "../figures/bench.ts";
import type { GrowthResults, GrowthSize } from "../figures/growth.ts";
import { places, table, whole } from "./table.ts";

export function growthSection(growth: GrowthResults): string {
  const sizes = growth.rows.map((count) => count.toLocaleString("en-US"));
  const rows = growth.comparisons.map(({ what, unit, values, worseBy }) => [
    `${what} (${unit})`,
    ...values.map((value) => places(value, unit === "ms" ? 2 : 0)),
    places(worseBy.at(-1) ?? Number.NaN, 2),
  ]);
  const settling = growth.settling.perSecond.map(whole).join(", ");
  return [
    `## Growth: ${sizes.join(", ")} transactions stored (loaded in ${whole(growth.fillSeconds)} s)\n`,
    table(["", ...sizes, "the last worse by"], rows),
    `Before that, the first ${growth.settling.seconds} s after a restart, with empty caches and the first change of each page logged in full: ${settling} payments/s.\n`,
    `What a payment takes, of a database of that size, and, below, of its processors and its log at ${REFERENCE_CONNECTIONS} connections:\n`,
    table(["", ...sizes], costRows(growth.sizes)),
    largestTables(growth.sizes.at(-1)),
  ].join("\n");
}

function costRows(sizes: readonly GrowthSize[]): string[][] {
  const row = (title: string, of: (size: GrowthSize) => string): string[] => [title, ...sizes.map(of)];
  const microseconds = (value: number | undefined): string => (value === undefined ? "–" : whole(value));
  return [
    row("database (GB)", ({ databaseBytes }) => places(databaseBytes / 1e9, 2)),
    row("bytes per payment", ({ databaseBytes, rows }) => whole(databaseBytes / rows)),
    row("write-ahead log per payment (bytes)", ({ walBytesPerPayment }) => whole(walBytesPerPayment)),
    row("service (µs)", ({ cost }) => microseconds(cost?.serviceMicroseconds)),
    row("PostgreSQL (µs)", ({ cost }) =>
      microseconds(cost && cost.backendMicroseconds + cost.postgresBackgroundMicroseconds),
    ),
  ];
}

const largestTables = (size: GrowthSize | undefined): string => {
  if (size === undefined) return "";
  const per = (bytes: number): string => whole(bytes / size.rows);
  return [
    `The largest tables with ${size.rows.toLocaleString("en-US")} transactions, bytes per payment:\n`,
    table(
      ["", "rows", "indexes"],
      size.tables.map(({ table: name, bytes, indexBytes }) => [name, per(bytes - indexBytes), per(indexBytes)]),
    ),
  ].join("\n");
};
