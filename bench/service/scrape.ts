import { setTimeout as sleep } from "node:timers/promises";
import type { RunningService } from "./running-service.ts";

/** What the service says of itself at /metrics. */
export interface Scrape {
  readonly batches: number;
  readonly batchedPayments: number;
  /** Commits that background work has not dealt with, over all topics. */
  readonly outboxCommits: number;
}

export async function scrape({ url }: Pick<RunningService, "url">): Promise<Scrape> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const valueOf = (name: string): number => {
    const value = new RegExp(`^${name} ([\\d.e+]+)$`, "m").exec(text)?.[1];
    if (value === undefined) throw new Error(`/metrics has no ${name}`);
    return Number(value);
  };
  const outbox = [...text.matchAll(/^bursar_outbox_commits\{[^}]*\} ([\d.e+]+)$/gm)];
  return {
    batches: valueOf("bursar_payment_batch_size_count"),
    batchedPayments: valueOf("bursar_payment_batch_size_sum"),
    outboxCommits: outbox.reduce((sum, match) => sum + Number(match[1]), 0),
  };
}

const QUIET_LIMIT_MS = 10 * 60_000;

/** Waits until background work is done, so that it does not take from what is measured next; says how long it took. */
export async function untilQuiet(service: Pick<RunningService, "url">): Promise<{ backlogCommits: number; seconds: number }> {
  const startedAt = performance.now();
  const { outboxCommits: backlogCommits } = await scrape(service);
  while ((await scrape(service)).outboxCommits > 0) {
    if (performance.now() - startedAt > QUIET_LIMIT_MS) throw new Error("Background work did not end within ten minutes");
    await sleep(50);
  }
  return { backlogCommits, seconds: (performance.now() - startedAt) / 1_000 };
}
