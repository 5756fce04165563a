import { setTimeout as sleep } from "node:timers/promises";
import { findProxy, startProxy } from "../../server/test/kit/servers/proxies.ts";
import type { LoadResult } from "../load/plan.ts";
import { type RunningService, startService, type Target } from "../service/running-service.ts";
import { untilQuiet } from "../service/scrape.ts";
import { type Bench, newTarget, type Payer, pay, startPayers, untilCompiled } from "./bench.ts";

/** Payments through a proxy to two nodes: quietly, and while each node is restarted once. */
export interface RollingRestart {
  readonly quiet: readonly LoadResult[];
  readonly restarting: readonly LoadResult[];
}

/** Few enough that the machine has processor time left for starting a node. */
export const RESTART_CONNECTIONS = 4;
const SECONDS = 30;
const DRAIN_SECONDS = 3;

/** Behind HAProxy with the documented configuration (several-nodes.md). Returns a text if it cannot be measured. */
export async function measureRollingRestart(bench: Bench): Promise<RollingRestart | string> {
  const found = findProxy("haproxy");
  if (found.skip !== false) return found.skip;
  const target: Target = {
    ...(await newTarget(bench, "topology_restart", "postgres")),
    settings: { BURSAR_DRAIN_SECONDS: `${DRAIN_SECONDS}`, TRUSTED_PROXIES: "127.0.0.1" },
  };
  const { service, payers } = await startPayers(target, [{ accounts: 1, recipients: 50, deposits: 100 }]);
  const nodes = [service, await startService(target)];
  const [first, second] = nodes as [RunningService, RunningService];
  const proxy = await startProxy("haproxy", found.path, [first.url, second.url]);
  const [direct] = payers;
  if (direct === undefined) throw new Error("One organization pays");
  const payer: Payer = { ...direct, ports: [Number(new URL(proxy.url).port)] };
  await untilCompiled({ ...payer, ports: [first.port, second.port] });
  const results = { quiet: [] as LoadResult[], restarting: [] as LoadResult[] };
  for (let round = 1; round <= bench.options.rounds; round += 1) {
    results.quiet.push(await load(payer));
    await untilQuiet(first);
    const [result] = await Promise.all([load(payer), restartAll(target, nodes)]);
    results.restarting.push(result);
    const [quiet] = results.quiet.slice(-1);
    bench.say(
      `round ${round}: p99 ${quiet?.p99Ms.toFixed(1)} ms, while nodes restart ${result.p99Ms.toFixed(1)} ms, slowest ${result.maxMs.toFixed(0)} ms, ${result.retried} of ${result.answers} sent again`,
    );
  }
  for (const node of nodes) await node.stop();
  await proxy.stop();
  return results;
}

const load = (payer: Payer): Promise<LoadResult> =>
  pay(payer, { connections: RESTART_CONNECTIONS, seconds: SECONDS, retries: true });

/** As an operator would: one node after the other, the next one when this one is ready and the proxy knows it. */
async function restartAll(target: Target, nodes: RunningService[]): Promise<void> {
  await sleep(4_000);
  for (const [index, node] of nodes.entries()) {
    await node.stop();
    nodes[index] = await startService(target, node.port);
    await sleep(3_000);
  }
}
