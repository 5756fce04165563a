import { present } from "#kernel/assert.ts";
import { MINUTE_MS } from "#kernel/clock/clock.ts";
import { inThisGeneration } from "#kernel/process/generations.ts";
import type { Service } from "#kernel/process/service.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { createGatherer, type Gatherer } from "./gatherer.ts";
import { addToRateCounts, type CountedRequests, type RateCountRow } from "./rate-counts.queries.ts";
import type { RateStanding, SlidingWindow } from "./sliding-window.ts";

/** What a limit counts. */
export interface RateKey {
  /** Undefined for what belongs to no organization. */
  readonly organizationId: OrganizationId | undefined;
  /** The id of a token or session, or a hash in hexadecimal. */
  readonly id: string;
}

/** This process's part of the counts that processes share. */
export interface SharedCounts {
  /** What this process knows: the shared counts as of the last exchange, plus its own since then. */
  readonly window: SlidingWindow;
  /** Requests admitted here that no other process knows of. */
  unsharedOf(key: RateKey): number;
  /** One more such request; `soon` shares it with the next exchange. */
  note(key: RateKey, soon: boolean): void;
  /** Counts a request if the database agrees that the limit allows it. */
  ask(key: RateKey, limit: number): Promise<RateStanding>;
  /** Learns the shared count of a key again, unless it is recent. */
  refresh(key: RateKey): void;
  close(): Promise<void>;
}

/** Counts of what belongs to no organization. */
const NO_ORGANIZATION = "00000000-0000-0000-0000-000000000000";

export interface SharedCountsOptions {
  readonly openWindow: (now: () => number) => SlidingWindow;
  /** A request waits no longer for other processes' counts. */
  readonly waitMsMax: number;
}

interface Waiting {
  readonly limit: number;
  readonly decide: (standing: RateStanding | Promise<RateStanding>) => void;
}

interface Entry {
  readonly key: RateKey;
  /** Negative after the database refused requests that were added to its count. */
  unshared: number;
  notedAtMs: number;
  learnedAtMs: number;
  waiting: Waiting[];
}

/** An exchange: what is added to the database's count, and whom its answer decides. */
interface Asked {
  readonly entry: Entry;
  readonly unshared: number;
  readonly waiting: readonly Waiting[];
  /** How many of them this process admitted without an answer. */
  admitted: number | undefined;
}

const requestsOf = ({ entry: { key }, unshared, waiting }: Asked): CountedRequests => ({
  organizationId: key.organizationId ?? NO_ORGANIZATION,
  counter: key.id,
  requests: unshared + waiting.length,
});

const KEYS_MAX = 50_000;
const KEYS_PER_EXCHANGE = 1_000;
/** Without a request that waits, exchanges of many keys gather for this long. */
const GATHER_MS = 50;
/** After a failure, no request waits for this long. */
const REST_MS = 1_000;
const RECENT_MS = 1_000;

export function createSharedCounts(
  service: Pick<Service, "database" | "log">,
  options: SharedCountsOptions,
): SharedCounts {
  const node = openNode(service, options);
  const { window, entries } = node;
  const due = (entry: Entry) => node.gatherer.add(entry, entry.waiting.length > 0);
  let closed = false;
  return {
    window,
    unsharedOf: (key) => Math.max(0, entries.get(key.id)?.unshared ?? 0),
    note: (key, soon) => {
      const entry = entryOf(node, key);
      entry.unshared += 1;
      entry.notedAtMs = node.nowMs();
      if (soon && !isAlone(node)) due(entry);
    },
    ask: (key, limit) => {
      const entry = entryOf(node, key);
      entry.notedAtMs = node.nowMs();
      return new Promise((decide) => {
        const waiting = { limit, decide };
        if (closed || isAlone(node)) {
          entry.unshared += decideAlone(node, entry, [waiting]);
          return;
        }
        entry.waiting.push(waiting);
        due(entry);
      });
    },
    refresh: (key) => {
      const entry = entryOf(node, key);
      if (node.nowMs() - entry.learnedAtMs >= RECENT_MS && !isAlone(node)) due(entry);
    },
    close: async () => {
      closed = true;
      for (const entry of entries.values()) if (entry.unshared !== 0) due(entry);
      await node.gatherer.close();
    },
  };
}

/** This process, as one of the nodes that share counts. */
interface SharingNode extends Pick<Service, "database" | "log"> {
  readonly window: SlidingWindow;
  readonly entries: Map<string, Entry>;
  readonly forgetOld: () => void;
  readonly gatherer: Gatherer<Entry>;
  readonly waitMsMax: number;
  /** Milliseconds since 1970 on the database's clock; on the machine's until the first exchange. */
  nowMs(): number;
  /** The database's clock when this process's monotonic clock was 0. */
  clockMs: number;
  /** When the database last failed to answer, on the monotonic clock. */
  failedAtMs: number;
}

function openNode(
  { database, log }: Pick<Service, "database" | "log">,
  { openWindow, waitMsMax }: SharedCountsOptions,
): SharingNode {
  const nowMs = () => performance.now() + node.clockMs;
  const entries = new Map<string, Entry>();
  const node: SharingNode = {
    database,
    log,
    window: openWindow(nowMs),
    waitMsMax,
    entries,
    forgetOld: inThisGeneration(() => entries.clear()),
    gatherer: createGatherer({
      gatherMs: GATHER_MS,
      batchMax: KEYS_PER_EXCHANGE,
      work: (batch) => exchange(node, batch),
    }),
    nowMs,
    clockMs: performance.timeOrigin,
    failedAtMs: Number.NEGATIVE_INFINITY,
  };
  return node;
}

const isAlone = ({ failedAtMs }: SharingNode): boolean => performance.now() - failedAtMs < REST_MS;

function entryOf({ entries, forgetOld, nowMs }: SharingNode, key: RateKey): Entry {
  forgetOld();
  const found = entries.get(key.id);
  if (found !== undefined) {
    // Requests of an earlier minute no longer count.
    if (found.unshared !== 0 && nowMs() - found.notedAtMs > MINUTE_MS) found.unshared = 0;
    return found;
  }
  const oldest = entries.size >= KEYS_MAX ? entries.keys().next().value : undefined;
  if (oldest !== undefined) entries.delete(oldest);
  const entry = { key, unshared: 0, notedAtMs: 0, learnedAtMs: Number.NEGATIVE_INFINITY, waiting: [] };
  entries.set(key.id, entry);
  return entry;
}

async function exchange(node: SharingNode, batch: readonly Entry[]): Promise<void> {
  const asked = batch.map((entry): Asked => {
    const taken = { entry, unshared: entry.unshared, waiting: entry.waiting, admitted: undefined };
    entry.unshared = 0;
    entry.waiting = [];
    return taken;
  });
  const late = setTimeout(() => goAlone(node, asked), node.waitMsMax);
  const sentAt = performance.now();
  try {
    const rows = await acrossOrganizations(() => addToRateCounts(node.database, asked.map(requestsOf)));
    const [first] = rows;
    // The time in the answer is that of halfway through the exchange.
    if (first !== undefined) node.clockMs = first.counted_at.getTime() - (sentAt + performance.now()) / 2;
    const found = new Map(rows.map((row) => [row.counter, row]));
    for (const question of asked)
      learn(node, question, present(found.get(question.entry.key.id), "each count comes back"));
  } catch (error) {
    if (!isAlone(node)) node.log.warn({ err: error }, "rate limits are not shared with other processes for now");
    goAlone(node, asked);
    for (const { entry, unshared, admitted = 0 } of asked) entry.unshared += unshared + admitted;
    node.gatherer.clear();
  } finally {
    clearTimeout(late);
  }
}

/** The database takes too long: this process decides on its own count, now and for a while. */
function goAlone(node: SharingNode, asked: readonly Asked[]): void {
  node.failedAtMs = performance.now();
  for (const question of asked) question.admitted ??= decideAlone(node, question.entry, question.waiting);
  for (const entry of node.gatherer.waiting) entry.unshared += decideAlone(node, entry, entry.waiting.splice(0));
}

/** Returns how many were admitted. */
function decideAlone({ window }: SharingNode, { key }: Entry, waiting: readonly Waiting[]): number {
  let admitted = 0;
  for (const { limit, decide } of waiting) {
    const standing = window.take(key.id, limit);
    if (standing.allowed) admitted += 1;
    decide(standing);
  }
  return admitted;
}

/** Takes over the database's count, and admits as many of those who wait as it has room for, in order. */
function learn(node: SharingNode, { entry, waiting, admitted: alone }: Asked, row: RateCountRow): void {
  entry.learnedAtMs = node.nowMs();
  node.window.learn(entry.key.id, {
    window: Number(row.minute),
    current: Math.max(0, row.requests - waiting.length + (alone ?? 0) + entry.unshared),
    currentLastMs: row.last_at.getTime(),
    previous: row.previous_requests,
    previousLastMs: row.previous_last_at.getTime(),
  });
  const admitted = alone ?? decideAlone(node, entry, waiting);
  if (admitted === waiting.length) return;
  // The database counted those that were refused.
  entry.unshared -= waiting.length - admitted;
  entry.notedAtMs = node.nowMs();
  node.gatherer.add(entry, entry.waiting.length > 0);
}
