import { setTimeout as pause } from "node:timers/promises";
import { signDelivery } from "#kernel/crypto/delivery-signatures.ts";
import { connectionProblem } from "../client/connection-problem.ts";
import type { Event } from "./event.ts";

/** As deliveries: an answer within five seconds, and no redirect is followed. */
const TIMEOUT_MS = 5_000;
/** A receiver on a laptop is restarted within seconds, so the pauses are shorter than those of deliveries. */
const WAITS_S = [1, 2, 4, 8, 16, 30, 30, 30, 30];
const AT_ONCE = 8;
/** Above this, new events wait with the service. */
const WAITING_MAX = 1_000;

/** One attempt to deliver an event. */
export interface ForwardAttempt {
  readonly event: Event;
  /** 1 for the first. */
  readonly attempt: number;
  /** The receiver's status; undefined if it did not answer. */
  readonly status: number | undefined;
  /** Why there was no answer; ends a sentence. */
  readonly problem: string | undefined;
  readonly ms: number;
  /** When it is sent again; undefined if it was delivered or given up. */
  readonly againInSeconds: number | undefined;
}

interface ForwardOptions {
  readonly url: string;
  readonly secret: string;
  readonly signal: AbortSignal | undefined;
  readonly report: (attempt: ForwardAttempt) => void;
}

export interface Forwarder {
  /** Queues an event; resolves when there is room for the next one. */
  deliver(event: Event): Promise<void>;
  /** Resolves when nothing waits; after an abort, with the number of events that were not delivered. */
  idle(): Promise<number>;
}

/**
 * Delivers events to one address, signed as webhooks are: those of one transaction or account one after the other, others
 * at the same time, each until it is accepted or was refused ten times.
 */
export function createForwarder(options: ForwardOptions): Forwarder {
  const { signal } = options;
  /** The end of each resource's queue. */
  const ends = new Map<string, Promise<void>>();
  const room = places(AT_ONCE);
  let [waiting, undelivered] = [0, 0];

  const deliverOne = async (event: Event): Promise<void> => {
    for (let attempt = 1; signal?.aborted !== true; attempt += 1) {
      const answer = await room(() => send(event, options));
      if (signal?.aborted && answer.status === undefined) break;
      const isDelivered = answer.status !== undefined && answer.status >= 200 && answer.status < 300;
      const againInSeconds = isDelivered ? undefined : WAITS_S[attempt - 1];
      options.report({ event, attempt, ...answer, againInSeconds });
      if (isDelivered) return;
      if (againInSeconds === undefined) break;
      await pause(againInSeconds * 1_000, undefined, { signal }).catch(() => undefined);
    }
    undelivered += 1;
  };

  return {
    deliver: async (event) => {
      const before = ends.get(event.resourceId) ?? Promise.resolve();
      waiting += 1;
      const end = before
        .then(() => deliverOne(event))
        .finally(() => {
          waiting -= 1;
          if (ends.get(event.resourceId) === end) ends.delete(event.resourceId);
        });
      ends.set(event.resourceId, end);
      while (waiting >= WAITING_MAX && signal?.aborted !== true) await Promise.race(ends.values());
    },
    idle: async () => {
      await Promise.all(ends.values());
      return undelivered;
    },
  };
}

/** Runs at most this many pieces of work at the same time. */
function places(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const next: (() => void)[] = [];
  let taken = 0;
  return async (work) => {
    if (taken >= most) await new Promise<void>((resolve) => next.push(resolve));
    else taken += 1;
    try {
      return await work();
    } finally {
      // The next in line gets the place.
      const following = next.shift();
      if (following === undefined) taken -= 1;
      else following();
    }
  };
}

async function send(
  event: Event,
  { url, secret, signal }: ForwardOptions,
): Promise<Pick<ForwardAttempt, "status" | "problem" | "ms">> {
  const startMs = performance.now();
  const elapsed = () => Math.round(performance.now() - startMs);
  const body = JSON.stringify(event);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Bursar-Webhooks/1",
        ...signDelivery({ secrets: [secret], eventId: event.id, body, at: new Date() }),
      },
      body,
      redirect: "manual",
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    });
    await response.body?.cancel();
    return { status: response.status, problem: undefined, ms: elapsed() };
  } catch (error) {
    const problem = timeout.aborted ? "no answer within 5 seconds." : connectionProblem(error).text;
    return { status: undefined, problem, ms: elapsed() };
  }
}
