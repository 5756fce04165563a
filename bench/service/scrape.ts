import { setTimeout as sleep } from "node:timers/promises";
import type { RunningService } from "./running-service.ts";

/** The service's figures at /metrics. */
export interface Scrape {
  readonly batches: number;
  readonly batchedPayments: number;
  /** Commits that background work has not processed, over all topics. */
  readonly outboxCommits: number;
}

export async function scrape({ url }: Pick<RunningService, "url">): Promise<Scrape> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const figureOf = (name: string): number => {
    const value = new RegExp(`^${name} ([\\d.e+]+)$`, "m").exec(text)?.[1];
    if (value === undefined) throw new Error(`/metrics has no ${name}`);
    return Number(value);
  };
  const outbox = [...text.matchAll(/^bursar_(?:outbox|hand_over)_commits(?:\{[^}]*\})? ([\d.e+]+)$/gm)];
  return {
    batches: figureOf("bursar_payment_batch_size_count"),
    batchedPayments: figureOf("bursar_payment_batch_size_sum"),
    outboxCommits: outbox.reduce((sum, match) => sum + Number(match[1]), 0),
  };
}

/** The background work that remained when a load ended. */
export interface Backlog {
  readonly commits: number;
  /** The time until nothing was left, or progress stopped. */
  readonly seconds: number;
  /** Commits that were never processed: must be zero. */
  readonly leftCommits: number;
}

const QUIET_LIMIT_MS = 10 * 60_000;
const STANDSTILL_MS = 5_000;
const POLL_MS = 50;

/** Waits until background work is done, so that it does not affect the next measurement. */
export async function untilQuiet(service: Pick<RunningService, "url">): Promise<Backlog> {
  const startedAt = performance.now();
  const { outboxCommits: commits } = await scrape(service);
  let left = commits;
  let movedAt = startedAt;
  while (left > 0 && performance.now() - movedAt < STANDSTILL_MS) {
    if (performance.now() - startedAt > QUIET_LIMIT_MS)
      throw new Error("Background work did not end within ten minutes");
    await sleep(POLL_MS);
    const { outboxCommits } = await scrape(service);
    if (outboxCommits !== left) movedAt = performance.now();
    left = outboxCommits;
  }
  return { commits, seconds: (movedAt - startedAt) / 1_000, leftCommits: left };
}
