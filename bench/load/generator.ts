import { createHistogram } from "node:perf_hooks";
import { text } from "node:stream/consumers";
import { openConnection } from "./connection.ts";
import { type LoadPlan, type LoadResult, requestTexts } from "./plan.ts";
import { openRetryingConnection } from "./retrying-connection.ts";

/** A separate process: reads its plan, loads the service, writes its measurements. */
async function generate(plan: LoadPlan): Promise<LoadResult> {
  const textOf = requestTexts(plan);
  const ports = [plan.port, ...(plan.otherPorts ?? [])];
  const connections = await Promise.all(
    Array.from({ length: plan.connections }, (_, index) => {
      const port = ports[index % ports.length] ?? plan.port;
      return plan.retries ? openRetryingConnection(port) : openConnection(port);
    }),
  );
  const latencies = createHistogram({ lowest: 1, highest: 60_000_000, figures: 3 });
  const eachSecond = new Array<number>(plan.seconds).fill(0);
  const statuses: Record<string, number> = {};
  let firstRefusal: string | undefined;
  let retried = 0;
  let number = plan.requests.kind === "payments" ? plan.requests.firstNumber : 0;

  const measuredFrom = performance.now() + plan.warmUpSeconds * 1_000;
  const endsAt = measuredFrom + plan.seconds * 1_000;
  let cpuBefore = process.cpuUsage();
  setTimeout(() => (cpuBefore = process.cpuUsage()), plan.warmUpSeconds * 1_000);

  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < endsAt) {
        const { status, latencyMs, refusal, attempts } = await connection.ask(textOf(number++));
        retried += attempts - 1;
        statuses[status] = (statuses[status] ?? 0) + 1;
        firstRefusal ??= refusal;
        const second = Math.floor((performance.now() - measuredFrom) / 1_000);
        if (second < 0 || second >= plan.seconds) continue;
        eachSecond[second] = (eachSecond[second] ?? 0) + 1;
        latencies.record(Math.max(1, Math.round(latencyMs * 1_000)));
      }
      connection.close();
    }),
  );
  const cpu = process.cpuUsage(cpuBefore);
  const answers = eachSecond.reduce((sum, count) => sum + count, 0);
  return {
    answers,
    perSecond: answers / plan.seconds,
    p50Ms: latencies.percentile(50) / 1_000,
    p99Ms: latencies.percentile(99) / 1_000,
    maxMs: latencies.max / 1_000,
    eachSecond,
    statuses,
    firstRefusal,
    retried,
    nextNumber: number,
    generatorCpu: (cpu.user + cpu.system) / 1e6 / plan.seconds,
  };
}

// Written by run-load.ts with this type.
const plan = JSON.parse(await text(process.stdin)) as LoadPlan;
process.stdout.write(JSON.stringify(await generate(plan)));
