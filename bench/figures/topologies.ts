import { missingPgBouncer, startPgBouncer } from "../../server/test/kit/servers/pgbouncer.ts";
import type { LoadResult } from "../load/plan.ts";
import { untilQuiet } from "../service/scrape.ts";
import { type Bench, newTarget, type Payer, pay, REFERENCE_CONNECTIONS, startPayers, untilCompiled } from "./bench.ts";

/** The ways to run the service that are compared; the first is the denominator of all ratios. */
export const topologies = ["one node", "through PgBouncer"] as const;
export type Topology = (typeof topologies)[number];
export const topologyLoads = [
  "one account, all connections",
  "1,000 accounts, all connections",
  "one at a time",
] as const;
export type TopologyLoad = (typeof topologyLoads)[number];

export interface TopologyCell {
  readonly topology: Topology;
  readonly load: TopologyLoad;
  readonly rounds: LoadResult[];
}

export interface TopologyResults {
  readonly cells: readonly TopologyCell[];
  /** Why topologies were left out. */
  readonly skipped: readonly string[];
}

interface Side {
  readonly topology: Topology;
  readonly hot: Payer;
  readonly spread: Payer;
  stop(): Promise<void>;
}

const RECIPIENTS = 50;

/**
 * Topologies of the service as ratios: each round measures them one right after the other, in alternating order, so
 * that a change in the machine's speed affects all.
 */
export async function measureTopologies(bench: Bench): Promise<TopologyResults> {
  const { options, say } = bench;
  const missing = missingPgBouncer();
  const sides = [await openDirect(bench), ...(missing === false ? [await openPooled(bench)] : [])];
  const cells = topologyLoads.flatMap((load) =>
    sides.map(({ topology }): TopologyCell => ({ topology, load, rounds: [] })),
  );
  for (const side of sides) await untilCompiled(side.hot);
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const load of topologyLoads) {
      for (const side of round % 2 === 0 ? sides.toReversed() : sides) {
        const payer = load === "1,000 accounts, all connections" ? side.spread : side.hot;
        const connections = load === "one at a time" ? 1 : REFERENCE_CONNECTIONS;
        const result = await pay(payer, { connections, seconds: options.seconds });
        cells.find((cell) => cell.topology === side.topology && cell.load === load)?.rounds.push(result);
        await untilQuiet(payer.service);
        say(
          `round ${round}: ${side.topology}, ${load}: ${result.perSecond.toFixed(0)}/s, p99 ${result.p99Ms.toFixed(2)} ms`,
        );
      }
    }
  }
  for (const side of sides) await side.stop();
  return { cells, skipped: missing === false ? [] : [missing] };
}

async function openDirect(bench: Bench): Promise<Side> {
  return openSide(await newTarget(bench, "topology_direct", "postgres"), "one node");
}

/** PgBouncer in transaction mode, with the documented configuration (docs/connections.md). */
async function openPooled(bench: Bench): Promise<Side> {
  const target = await newTarget(bench, "topology_pooled", "postgres");
  const url = target.databaseUrl;
  if (url === undefined) throw new Error("A PostgreSQL target has a URL");
  const bouncer = await startPgBouncer({ urls: [url] });
  const side = await openSide({ ...target, databaseUrl: bouncer.through(url) }, "through PgBouncer");
  return {
    ...side,
    stop: async () => {
      await side.stop();
      await bouncer.stop();
    },
  };
}

async function openSide(target: Parameters<typeof startPayers>[0], topology: Topology): Promise<Side> {
  const { service, payers } = await startPayers(target, [
    { accounts: 1, recipients: RECIPIENTS, deposits: 100 },
    { accounts: 1_000, recipients: RECIPIENTS, deposits: 1 },
  ]);
  const [hot, spread] = payers;
  if (hot === undefined || spread === undefined) throw new Error("Two organizations pay");
  return { topology, hot, spread, stop: () => service.stop() };
}
