import { LIST_AIM_MS, type ListFigure, type ListResults } from "../figures/lists.ts";
import { boundedLists } from "../lists/bounded.ts";
import { places, table } from "./table.ts";

const worstOf = (figures: readonly ListFigure[]): ListFigure | undefined =>
  figures.reduce<ListFigure | undefined>(
    (worst, figure) => (worst && worst.p99Ms >= figure.p99Ms ? worst : figure),
    undefined,
  );

/** Each list's slowest page and its slowest exception, and the lists that cannot be long. */
export function listsSection({ rows, figures }: ListResults): string {
  const lists = [...Map.groupBy(figures, ({ operation }) => operation)].map(([operation, pages]) => {
    const worst = worstOf(pages);
    const over = pages.filter(({ p99Ms }) => p99Ms > LIST_AIM_MS);
    return [
      operation,
      String(pages.length),
      places(Math.max(...pages.map(({ p50Ms }) => p50Ms)), 1),
      places(worst?.p99Ms ?? Number.NaN, 1),
      worst?.query || "(no query)",
      over.length === 0 ? "yes" : `${pages.length - over.length} of ${pages.length}`,
    ];
  });
  const over = figures
    .filter(({ p99Ms }) => p99Ms > LIST_AIM_MS)
    .map(({ operation, query, p50Ms, p99Ms }) => [operation, query, places(p50Ms, 1), places(p99Ms, 1)]);
  const bounded = [...boundedLists].map(([operation, reason]) => [operation, reason]);
  return [
    `## Lists: ${rows.toLocaleString("en-US")} rows of each resource, one request at a time, as the serving role\n`,
    table(["List", "Pages", "worst p50 ms", "worst p99 ms", "its query", `p99 up to ${LIST_AIM_MS} ms`], lists),
    ...(over.length === 0 ? [] : ["Above the aim:\n", table(["List", "Query", "p50 ms", "p99 ms"], over)]),
    "Not measured, because they cannot be long:\n",
    table(["Operation", "Reason"], bounded),
  ].join("\n");
}
