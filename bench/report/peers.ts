import { median } from "../kit/statistics.ts";
import { isCorrect, type PeersResults } from "../peers/peers.ts";
import { places, table, whole } from "./table.ts";

const scenarioNames = { hot: "one account", many: "1,000 accounts" } as const;

/** Medians of the rounds, the fastest first. */
export function peersSection({ cells, missing }: PeersResults): string {
  const groups = Map.groupBy(cells, ({ scenario, connections }) => `${scenario} ${connections}`);
  const rows = [...groups.values()].flatMap((group) =>
    [...Map.groupBy(group, ({ peer }) => peer).values()]
      .map((rounds) => ({ rounds, rate: median(rounds.map(({ perSecond }) => perSecond)) }))
      .toSorted((a, b) => b.rate - a.rate)
      .map(({ rounds, rate }) => {
        const of = (pick: (cell: (typeof rounds)[number]) => number) => median(rounds.map(pick));
        const [first] = rounds;
        return [
          first === undefined ? "" : `${scenarioNames[first.scenario]}, ${first.connections}`,
          first === undefined ? "" : `${first.peer} (${first.version})`,
          whole(rate),
          places(
            of(({ cpuSecondsPer1000 }) => cpuSecondsPer1000["total"] ?? Number.NaN),
            2,
          ),
          places(
            of(({ p50Ms }) => p50Ms),
            2,
          ),
          places(
            of(({ p99Ms }) => p99Ms),
            2,
          ),
          whole(of(({ walBytesPerPayment }) => walBytesPerPayment)),
          rounds.every(isCorrect) ? "yes" : "NO",
        ];
      }),
  );
  const left = missing.length === 0 ? "" : ` Not built on this machine: ${missing.join(", ")}.`;
  return `## Side by side: payments accepted over HTTP, on one PostgreSQL server\n\nHow, and how to build the others: bench/peers/README.md.${left}\n\n${table(
    ["accounts, connections", "", "payments/s", "ms of processor time", "p50 ms", "p99 ms", "WAL bytes", "correct"],
    rows,
  )}`;
}
