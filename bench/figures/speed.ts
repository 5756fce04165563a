import type { Baseline } from "../baseline/baseline.ts";
import { startCeiling } from "../ceiling/start-ceiling.ts";
import { type ClientCheck, checkClient } from "../load/client-check.ts";
import type { LoadResult } from "../load/plan.ts";
import { runLoad } from "../load/run-load.ts";
import { type Backlog, untilQuiet } from "../service/scrape.ts";
import {
  type Bench,
  COMPILING_SECONDS,
  newTarget,
  type Payer,
  pay,
  REFERENCE_CONNECTIONS,
  startPayers,
  untilCompiled,
  WARM_UP_SECONDS,
} from "./bench.ts";
import { type Cost, measureCost } from "./cost.ts";

export const columns = ["ceiling", "postgres", "embedded"] as const;
export type Column = (typeof columns)[number];
export const scenarios = ["hot account", "1,000 accounts"] as const;
export type Scenario = (typeof scenarios)[number];

/** One figure of the table, for each round. */
export interface Cell {
  readonly column: Column;
  readonly scenario: Scenario;
  readonly connections: number;
  readonly rounds: LoadResult[];
}

export interface SpeedResults {
  readonly cells: readonly Cell[];
  /** Payments per second of pgbench by number of clients, for each round. */
  readonly baseline: readonly { readonly clients: number; readonly rounds: number[] }[];
  readonly costs: readonly Cost[];
  /** Commits that background work had not processed when a load ended, and how long it then took to process them. */
  readonly backlogs: readonly (Backlog & { readonly column: Column; readonly connections: number })[];
  readonly client: ClientCheck;
}

const BASELINE_CLIENTS = [1, 4, 8, 16, 32];
const RECIPIENTS = 50;

/**
 * The speed table. Both figures of a ratio are measured in the same round, so that a change in the machine's speed
 * affects both. Each step waits for background work, which would slow down the next one.
 */
export async function measureSpeed(bench: Bench, baseline: Baseline): Promise<SpeedResults> {
  const { options, say } = bench;
  const ceiling = await startCeiling(bench.folder);
  const services = await startServices(bench);
  const cells = allCells(bench);
  const results = {
    cells,
    baseline: BASELINE_CLIENTS.map((clients) => ({ clients, rounds: [] as number[] })),
    costs: [] as Cost[],
    backlogs: [] as SpeedResults["backlogs"][number][],
  };
  say("loading the processes until they are compiled");
  await runLoad({ ...ceilingPlan(ceiling.port, REFERENCE_CONNECTIONS), seconds: COMPILING_SECONDS });
  for (const [payer] of services.values()) if (payer) await untilCompiled(payer);
  const client = await checkClient({ ...ceilingPlan(ceiling.port, REFERENCE_CONNECTIONS), seconds: options.seconds });
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const baselineColumn of results.baseline)
      baselineColumn.rounds.push(await baseline.paymentsPerSecond(baselineColumn.clients, options.seconds));
    say(
      `round ${round}: pgbench ${results.baseline.map((column) => `${column.clients}: ${column.rounds.at(-1)?.toFixed(0)}`).join(", ")}`,
    );
    for (const cell of cells) {
      const load = { connections: cell.connections, seconds: options.seconds };
      const payer =
        cell.column === "ceiling" ? undefined : services.get(cell.column)?.[scenarios.indexOf(cell.scenario)];
      if (cell.column === "ceiling")
        cell.rounds.push(await runLoad({ ...ceilingPlan(ceiling.port, cell.connections), ...load }));
      else if (payer) {
        const { result, cost } = await measureCost(bench, payer.service, () => pay(payer, load));
        cell.rounds.push(result);
        results.backlogs.push({
          column: cell.column,
          connections: cell.connections,
          ...(await untilQuiet(payer.service)),
        });
        if (cost && cell.scenario === "hot account")
          results.costs.push({ ...cost, column: cell.column, connections: cell.connections });
      }
      const last = cell.rounds.at(-1);
      say(
        `round ${round}: ${cell.column}, ${cell.scenario}, ${cell.connections}: ${last?.perSecond.toFixed(0)}/s, p50 ${last?.p50Ms.toFixed(2)} ms, p99 ${last?.p99Ms.toFixed(2)} ms`,
      );
    }
  }
  await ceiling.stop();
  for (const payers of services.values()) await payers[0]?.service.stop();
  return { ...results, client };
}

const ceilingPlan = (port: number, connections: number) => ({
  port,
  connections,
  warmUpSeconds: WARM_UP_SECONDS,
  seconds: 1,
  requests: {
    kind: "payments" as const,
    token: `secret-token:bursar_sandbox_rw_${"x".repeat(64)}`,
    accountIds: ["01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10"],
    recipientIds: ["01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b11"],
    runName: "bench",
    firstNumber: 0,
  },
});

async function startServices(bench: Bench): Promise<Map<Column, Payer[]>> {
  const services = new Map<Column, Payer[]>();
  for (const column of ["postgres", "embedded"] as const) {
    if (column === "embedded" && !bench.options.embedded) continue;
    const { payers } = await startPayers(await newTarget(bench, `speed_${column}`, column), [
      { accounts: 1, recipients: RECIPIENTS, deposits: 100 },
      { accounts: 1000, recipients: RECIPIENTS, deposits: 1 },
    ]);
    services.set(column, payers);
  }
  return services;
}

/** In the order of measurement: compared figures are adjacent. */
function allCells({ options }: Bench): Cell[] {
  const cells: Cell[] = [];
  for (const connections of options.connections) {
    for (const scenario of scenarios) {
      for (const column of columns) {
        if (column === "ceiling" && scenario !== "hot account") continue;
        if (column === "embedded" && !options.embedded) continue;
        cells.push({ column, scenario, connections, rounds: [] });
      }
    }
  }
  return cells;
}
