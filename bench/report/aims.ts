import { REFERENCE_CONNECTIONS } from "../figures/bench.ts";
import type { DashboardResults } from "../figures/dashboard.ts";
import type { GrowthComparison, GrowthResults } from "../figures/growth.ts";
import type { LifeResults } from "../figures/life.ts";
import { LIST_AIM_MS, type ListResults } from "../figures/lists.ts";
import type { Cell, Column, SpeedResults } from "../figures/speed.ts";
import type { StatementResults } from "../figures/statements.ts";
import type { TopologyResults } from "../figures/topologies.ts";
import { median } from "../kit/statistics.ts";
import { lifeFigures } from "./life.ts";
import { rejectionRatios } from "./mixed.ts";
import { railsFigures } from "./rails.ts";
import type { BenchParts } from "./results.ts";
import { topologyFigures } from "./topologies.ts";
import { tracedProcessorTime } from "./traces.ts";

/** A figure and its aim. */
export interface Aim {
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
  readonly aim: string;
  readonly met: boolean;
  readonly remark: string;
}

const atLeast = (figure: string, value: number, aim: number, remark: string): Aim => ({
  figure,
  value,
  unit: "",
  aim: `>= ${aim}`,
  met: value >= aim,
  remark,
});
const atMost = (figure: string, value: number, [aim, unit]: readonly [number, string], remark: string): Aim => ({
  figure,
  value,
  unit,
  aim: `<= ${aim}${unit === "" ? "" : ` ${unit}`}`,
  met: value <= aim,
  remark,
});

/** The figures of the speed table that have aims, as far as this run measured them. */
export function aimsOf(results: BenchParts): Aim[] {
  const {
    speed,
    single,
    mixed,
    growth,
    endurance,
    start,
    dashboard,
    statements,
    lists,
    rails,
    life,
    topologies,
    traces,
  } = results;
  const aims: Aim[] = [];
  if (speed) {
    const ours = ratesOf(speed, "postgres");
    const best = bestBaseline(speed);
    // Both sides of a round ran within a minute of each other; the machine's speed drifts between rounds.
    const over = (others: readonly number[]) => ours.map((rate, round) => rate / (others[round] ?? Number.NaN));
    const overBest = over(best.rounds);
    aims.push(
      atLeast(
        `durable payments/s, one account, ${REFERENCE_CONNECTIONS} connections ÷ one commit per payment in pgbench`,
        median(overBest),
        6,
        `pgbench's best: ${best.clients} clients; rounds ${rangeOf(overBest)}; ÷ the framework without a database: ${median(over(ratesOf(speed, "ceiling"))).toFixed(2)}`,
      ),
    );
  }
  if (single)
    aims.push(atMost("one payment at a time: latency over one durable commit", single.addedMs, [1, "ms"], "medians"));
  if (mixed) {
    const ratios = rejectionRatios(mixed);
    aims.push(
      atLeast(
        "payments/s with one in ten rejected, of every kind ÷ without",
        median(ratios),
        0.9,
        `rounds ${rangeOf(ratios)}`,
      ),
    );
  }
  if (traces) {
    const ratios = tracedProcessorTime(traces, REFERENCE_CONNECTIONS);
    aims.push(
      atMost(
        `processor time per payment, ${REFERENCE_CONNECTIONS} connections, with traces ÷ without`,
        median(ratios),
        [1.03, ""],
        `rounds ${rangeOf(ratios)}`,
      ),
    );
  }
  if (growth) aims.push(growthAim(growth));
  if (statements) aims.push(...statementAims(statements));
  if (lists) aims.push(listAim(lists));
  if (rails)
    aims.push(...railsFigures(rails).map(({ figure, value, aim, remark }) => atMost(figure, value, aim, remark)));
  if (life) aims.push(...lifeAims(life));
  if (topologies) aims.push(...topologyAims(topologies));
  if (start) {
    for (const [what, starts] of [["sources", start] as const, ["package", start.packaged] as const]) {
      if (starts === undefined) continue;
      aims.push(
        atMost(`cold start to ready, embedded, ${what}, second start`, median(starts.secondMs) / 1_000, [1.5, "s"], ""),
        atMost("the same, first start", median(starts.firstMs) / 1_000, [what === "package" ? 5 : 6, "s"], ""),
      );
    }
    if (start.firstPayments !== undefined)
      aims.push(
        atMost(
          "from the packed file to the first payment, with an empty cache",
          median(start.firstPayments.map(({ paidAfterMs }) => paidAfterMs)) / 1_000,
          [20, "s"],
          `${(median(start.firstPayments.map(({ installedAfterMs }) => installedAfterMs)) / 1_000).toFixed(1)} s to install`,
        ),
      );
    if (start.idleResidentMb !== undefined)
      aims.push(atMost("resident memory, idle, embedded", start.idleResidentMb, [350, "MB"], ""));
    if (start.idleProcessorShare !== undefined)
      aims.push(atMost("idle service and database, of one processor", start.idleProcessorShare * 100, [1, "%"], ""));
  }
  if (endurance)
    aims.push(
      atLeast(
        `worst 10 seconds ÷ median over ${endurance.seconds} s from empty tables`,
        endurance.worstTenSeconds / endurance.medianTenSeconds,
        0.7,
        "",
      ),
    );
  return dashboard ? [...aims, ...dashboardAims(dashboard)] : aims;
}

function lifeAims(life: LifeResults): Aim[] {
  const { most, least } = lifeFigures(life);
  return [
    ...most.map(({ figure, value, aim, remark }) => atMost(figure, value, aim, remark)),
    ...least.map(({ figure, value, aim: [bound], remark }) => atLeast(figure, value, bound, remark)),
  ];
}

const topologyAims = (topologies: TopologyResults): Aim[] =>
  topologyFigures(topologies).map(({ figure, value, aim, remark }) =>
    "atLeast" in aim ? atLeast(figure, value, aim.atLeast, remark) : atMost(figure, value, [aim.atMost, ""], remark),
  );

function growthAim({ rows, comparisons }: GrowthResults): Aim {
  const worseBy = ({ worseBy: all }: GrowthComparison) => all.at(-1) ?? Number.NaN;
  const worst = comparisons.reduce((a, b) => (worseBy(b) > worseBy(a) ? b : a));
  const [few, many] = [rows[0], rows.at(-1)].map((count) => count?.toLocaleString("en-US"));
  return atMost(
    `hot path, lists and searches with ${many} transactions ÷ with ${few}`,
    worseBy(worst),
    [1.2, ""],
    `the worst: ${worst.what}`,
  );
}

const dashboardAims = ({
  rows,
  firstPageScriptKb,
  homeScriptKb,
  firstPageMs,
  slowLine,
  tablePageMs,
}: DashboardResults): Aim[] => [
  atMost(
    "dashboard: script of the first page, gzip",
    firstPageScriptKb,
    [250, "kB"],
    `the home page, without its charts: ${homeScriptKb.toFixed(0)} kB`,
  ),
  atMost("dashboard: first page usable, nothing cached", median(firstPageMs), [1_000, "ms"], ""),
  ...(slowLine === undefined
    ? []
    : [
        atMost(
          "dashboard: rows of the approvals queue, nothing cached, 50 kB/s with 400 ms of latency",
          slowLine.rowsMs / 1_000,
          [8, "s"],
          `${slowLine.kilobytes.toFixed(0)} kB, which take ${(slowLine.kilobytes / 50).toFixed(1)} s at that rate`,
        ),
      ]),
  atMost(
    `dashboard: next page of ${rows.toLocaleString("en-US")} transactions`,
    median(tablePageMs),
    [200, "ms"],
    `the slowest of ${tablePageMs.length}: ${Math.max(...tablePageMs).toFixed(0)} ms`,
  ),
];

const rangeOf = (values: readonly number[]): string =>
  `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;

export const cellOf = (
  speed: SpeedResults,
  column: Column,
  { scenario, connections }: Pick<Cell, "scenario" | "connections">,
): Cell | undefined =>
  speed.cells.find((cell) => cell.column === column && cell.scenario === scenario && cell.connections === connections);

const ratesOf = (speed: SpeedResults, column: Column): number[] =>
  (cellOf(speed, column, { scenario: "hot account", connections: REFERENCE_CONNECTIONS })?.rounds ?? []).map(
    (round) => round.perSecond,
  );

/** The number of clients with the best median of its rounds. */
export const bestBaseline = (speed: SpeedResults): SpeedResults["baseline"][number] =>
  speed.baseline.reduce((a, b) => (median(b.rounds) > median(a.rounds) ? b : a));

function listAim({ rows, figures }: ListResults): Aim {
  const worst = figures.reduce((a, b) => (b.p99Ms > a.p99Ms ? b : a));
  const within = figures.filter(({ p99Ms }) => p99Ms <= LIST_AIM_MS).length;
  return atMost(
    `slowest p99 of ${figures.length} pages of lists, ${rows.toLocaleString("en-US")} rows of each resource`,
    worst.p99Ms,
    [LIST_AIM_MS, "ms"],
    `${within} pages within the aim; the slowest: ${worst.operation} ${worst.query}`,
  );
}

function statementAims({ lines, pdfMs, alone, during, extraMb }: StatementResults): Aim[] {
  const file = `PDF of a statement of ${lines.toLocaleString("en-US")} lines`;
  return [
    atMost(file, median(pdfMs) / 1_000, [2, "s"], "the service is otherwise idle"),
    atLeast(
      "payments while such PDFs are made / without",
      median(during) / median(alone),
      0.9,
      `one PDF after another, ${REFERENCE_CONNECTIONS} connections`,
    ),
    ...(extraMb === undefined
      ? []
      : [atMost("memory that such a PDF takes", extraMb, [200, "MB"], "highest while drawing, less before")]),
  ];
}
