import { type TopologyCell, type TopologyResults, topologies, topologyLoads } from "../figures/topologies.ts";
import { median } from "../kit/statistics.ts";
import type { LoadResult } from "../load/plan.ts";
import { places, table, whole } from "./table.ts";

export function topologiesSection({ cells, skipped }: TopologyResults): string {
  const measured = topologies.filter((topology) => cells.some((cell) => cell.topology === topology));
  const rows = topologyLoads.flatMap((load) => {
    const roundsOf = (topology: TopologyCell["topology"]) =>
      cells.find((cell) => cell.topology === topology && cell.load === load)?.rounds ?? [];
    const [first = [], ...others] = measured.map(roundsOf);
    const over = (rounds: readonly LoadResult[], of: (round: LoadResult) => number) =>
      places(median(rounds.map((result, round) => of(result) / of(first[round] ?? result))), 2);
    return [
      [
        load,
        rateOf(first),
        ...others.map(
          (rounds) =>
            `${rateOf(rounds)}: ${over(rounds, (round) => round.perSecond)}, p99 ${over(rounds, (round) => round.p99Ms)}`,
        ),
      ],
    ];
  });
  return [
    "## Topologies: payments/s, and their ratio to one node and that of the p99, medians of the rounds' ratios\n",
    table(["", ...measured], rows),
    ...skipped.map((reason) => `Left out: ${reason}\n`),
  ].join("\n");
}

const rateOf = (rounds: readonly LoadResult[]): string => whole(median(rounds.map((round) => round.perSecond)));
