import type { LoadResult } from "../load/plan.ts";
import { untilQuiet } from "../service/scrape.ts";
import { inTurn, openSide, type Side, type TopologyLoad, topologyLoads } from "../topologies/side.ts";
import { topologies } from "../topologies/topologies.ts";
import { type Bench, newTarget, type Payer, pay, REFERENCE_CONNECTIONS, startPayers, untilCompiled } from "./bench.ts";
import { measureRollingRestart, type RollingRestart } from "./rolling-restart.ts";

/** A load on one topology, and on one node right before or after it, in each round. */
export interface TopologyCell {
  readonly topology: string;
  readonly load: TopologyLoad;
  readonly rounds: LoadResult[];
  readonly oneNode: LoadResult[];
}

export interface TopologyResults {
  readonly cells: readonly TopologyCell[];
  /** Tokens whose counts nodes share all the time, and tokens that are far from their limits, on the same node. */
  readonly limits: { readonly shared: readonly LoadResult[]; readonly far: readonly LoadResult[] };
  readonly rollingRestart: RollingRestart | undefined;
  /** Why topologies were left out. */
  readonly skipped: readonly string[];
}

/** The limit per minute of tokens in the comparison of limits: each shares its count after 500 requests. */
export const COMPARED_LIMIT = 100_000;

/**
 * Topologies of the service as ratios: each round measures one and one node right after the other, in alternating order,
 * so that a change in the machine's speed affects both. Only those two run meanwhile.
 */
export async function measureTopologies(bench: Bench): Promise<TopologyResults> {
  const cells: TopologyCell[] = [];
  const skipped: string[] = [];
  const direct = await openSide(await newTarget(bench, "topology_direct", "postgres"));
  await untilCompiled(direct.hot);
  for (const topology of topologies) {
    const missing = topology.missing(bench);
    if (missing !== false) {
      skipped.push(`${topology.name}: ${missing}`);
      continue;
    }
    const side = await topology.open(bench);
    await untilCompiled(side.hot);
    for (const load of topologyLoads) cells.push({ topology: topology.name, load, rounds: [], oneNode: [] });
    for (let round = 1; round <= bench.options.rounds; round += 1) {
      for (const cell of cells.filter(({ topology: name }) => name === topology.name)) {
        const turns: [Side, LoadResult[]][] = [
          [direct, cell.oneNode],
          [side, cell.rounds],
        ];
        for (const [turn, rounds] of round % 2 === 0 ? turns.reverse() : turns)
          rounds.push(await measureLoad(bench, turn, cell.load));
        const [oneNode, this_] = [cell.oneNode.at(-1), cell.rounds.at(-1)];
        bench.say(
          `round ${round}: ${cell.topology}, ${cell.load}: ${this_?.perSecond.toFixed(0)}/s, p99 ${this_?.p99Ms.toFixed(2)} ms; one node ${oneNode?.perSecond.toFixed(0)}/s, p99 ${oneNode?.p99Ms.toFixed(2)} ms`,
        );
      }
    }
    await side.stop();
  }
  await direct.stop();
  const limits = await measureLimits(bench);
  const restart = await measureRollingRestart(bench);
  if (typeof restart === "string") skipped.push(`rolling restart: ${restart}`);
  return { cells, limits, rollingRestart: typeof restart === "string" ? undefined : restart, skipped };
}

async function measureLoad({ options }: Bench, { hot, spread }: Side, load: TopologyLoad): Promise<LoadResult> {
  const payer = load === "8 organizations, 64 connections" ? spread : hot;
  const connections = load === "one at a time" ? 1 : REFERENCE_CONNECTIONS;
  return measureQuietly(payer, { connections, seconds: options.seconds });
}

async function measureQuietly(
  payer: Payer,
  load: { readonly connections: number; readonly seconds: number },
): Promise<LoadResult> {
  const result = await pay(payer, load);
  await untilQuiet(payer.service);
  return result;
}

const ORGANIZATIONS = 8;

async function measureLimits(bench: Bench): Promise<TopologyResults["limits"]> {
  const plan = { accounts: 1, recipients: 20, deposits: 20 };
  const { service, payers } = await startPayers(await newTarget(bench, "topology_limits", "postgres"), [
    ...Array.from({ length: ORGANIZATIONS }, () => ({ ...plan, rateLimitPerMinute: COMPARED_LIMIT })),
    ...Array.from({ length: ORGANIZATIONS }, () => plan),
  ]);
  const near = inTurn(payers.slice(0, ORGANIZATIONS));
  const away = inTurn(payers.slice(ORGANIZATIONS));
  await untilCompiled(away);
  const shared: LoadResult[] = [];
  const far: LoadResult[] = [];
  // Differences of a few percent need more rounds.
  for (let round = 1; round <= bench.options.rounds * 3; round += 1) {
    const load = { connections: REFERENCE_CONNECTIONS, seconds: bench.options.seconds };
    const turns: [Payer, LoadResult[]][] = [
      [near, shared],
      [away, far],
    ];
    for (const [payer, rounds] of round % 2 === 0 ? turns.reverse() : turns)
      rounds.push(await measureQuietly(payer, load));
    bench.say(
      `round ${round}: limits shared ${shared.at(-1)?.perSecond.toFixed(0)}/s, far from their limits ${far.at(-1)?.perSecond.toFixed(0)}/s`,
    );
  }
  await service.stop();
  return { shared, far };
}
