import { RESTART_CONNECTIONS, type RollingRestart } from "../figures/rolling-restart.ts";
import { COMPARED_LIMIT, type TopologyCell, type TopologyResults } from "../figures/topologies.ts";
import { median } from "../kit/statistics.ts";
import type { LoadResult } from "../load/plan.ts";
import { topologyLoads } from "../topologies/side.ts";
import { places, table, whole } from "./table.ts";

/** Ratios of each round: the rate, and the p99. */
const ratios = (ours: readonly LoadResult[], baseline: readonly LoadResult[], of: (round: LoadResult) => number) =>
  ours.map((result, round) => of(result) / of(baseline[round] ?? result));

const rateRatio = ({ rounds, oneNode }: TopologyCell): number =>
  median(ratios(rounds, oneNode, ({ perSecond }) => perSecond));

export function topologiesSection(results: TopologyResults): string {
  const { cells, skipped } = results;
  const names = [...new Set(cells.map(({ topology }) => topology))];
  const rows = names.map((name) => [
    name,
    ...topologyLoads.map((load) => {
      const cell = cells.find((candidate) => candidate.topology === name && candidate.load === load);
      if (cell === undefined) return "–";
      const p99 = median(ratios(cell.rounds, cell.oneNode, ({ p99Ms }) => p99Ms));
      return `${rateOf(cell.rounds)} of ${rateOf(cell.oneNode)}: ${places(rateRatio(cell), 2)}, p99 ${places(p99, 2)}`;
    }),
  ]);
  return [
    "## Topologies: payments/s, of those of one node in the same minutes, and the ratio of both and of their p99\n",
    table(["", ...topologyLoads], rows),
    "All processes share this machine's processors, so a topology shows what it costs, not what more machines add.\n",
    ...skipped.map((reason) => `Left out: ${reason}\n`),
  ].join("\n");
}

const rateOf = (rounds: readonly LoadResult[]): string => whole(median(rounds.map((round) => round.perSecond)));

export interface TopologyFigure {
  readonly figure: string;
  readonly value: number;
  readonly aim: { readonly atLeast: number } | { readonly atMost: number };
  readonly remark: string;
}

export function topologyFigures({ cells, limits, rollingRestart }: TopologyResults): TopologyFigure[] {
  const twoNodes = cells.find(({ topology, load }) => topology === "two nodes" && load === topologyLoads[0]);
  const shared = ratios(limits.shared, limits.far, ({ perSecond }) => perSecond);
  return [
    ...(twoNodes
      ? [
          {
            figure: "payments/s of two nodes ÷ one node, one account, on the same processors",
            value: rateRatio(twoNodes),
            aim: { atLeast: 0.9 },
            remark: "",
          },
        ]
      : []),
    {
      figure: "payments/s with request limits that nodes share all the time ÷ far from any limit",
      value: median(shared),
      aim: { atLeast: 0.97 },
      remark: `8 tokens with a limit of ${COMPARED_LIMIT.toLocaleString("en-US")} a minute`,
    },
    ...(rollingRestart ? [restartFigure(rollingRestart)] : []),
  ];
}

const restartFigure = ({ quiet, restarting }: RollingRestart): TopologyFigure => ({
  figure: "p99 of payments while two nodes restart in turn ÷ quiet",
  value: median(ratios(restarting, quiet, ({ p99Ms }) => p99Ms)),
  aim: { atMost: 5 },
  remark: `${RESTART_CONNECTIONS} connections; slowest payment ${whole(Math.max(...restarting.map(({ maxMs }) => maxMs)))} ms, ${restarting.reduce((sum, { retried }) => sum + retried, 0)} sent again`,
});
