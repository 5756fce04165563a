import type { Baseline } from "../baseline/baseline.ts";
import { median } from "../kit/statistics.ts";
import { untilQuiet } from "../service/scrape.ts";
import { type Bench, newTarget, pay, startPayers, untilCompiled } from "./bench.ts";

/** One payment at a time: the service's overhead over one durable commit. Medians, in milliseconds. */
export interface SingleRound {
  /** A commit of one small row, by pgbench. */
  readonly commitMs: number;
  /** The service's function with one payment, and its commit, by pgbench. */
  readonly functionMs: number;
  /** The whole payment over HTTP. */
  readonly paymentMs: number;
}

export interface SingleResults {
  readonly rounds: readonly SingleRound[];
  readonly addedMs: number;
}

export async function measureSingle(bench: Bench, baseline: Baseline): Promise<SingleResults> {
  const { options, say } = bench;
  const { service, payers } = await startPayers(await newTarget(bench, "single", "postgres"), [
    { accounts: 1, recipients: 50, deposits: 20 },
  ]);
  const [payer] = payers;
  const rounds: SingleRound[] = [];
  if (payer) await untilCompiled(payer);
  for (let round = 1; payer && round <= options.rounds; round += 1) {
    const commit = await baseline.latencies("commit", options.seconds);
    const call = await baseline.latencies("payment", options.seconds);
    const payment = await pay(payer, { connections: 1, seconds: options.seconds });
    await untilQuiet(service);
    rounds.push({ commitMs: commit.p50Ms, functionMs: call.p50Ms, paymentMs: payment.p50Ms });
    say(
      `round ${round}: commit ${commit.p50Ms} ms, function and commit ${call.p50Ms} ms, payment over HTTP ${payment.p50Ms} ms`,
    );
  }
  await service.stop();
  return { rounds, addedMs: median(rounds.map((round) => round.paymentMs - round.commitMs)) };
}
