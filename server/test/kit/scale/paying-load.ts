import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { Demo } from "../servers/server-process.ts";
import { apiClient } from "../service/client.ts";
import type { Attempt } from "../worlds/repeat-request.ts";

/** Clients that each send one payment after another, from the demo's checking account, until stopped or disconnected. */
export interface PayingLoad {
  /** All payments so far, with the IDs of those that were acknowledged. */
  readonly attempts: readonly Attempt[];
  readonly acknowledged: () => readonly Attempt[];
  /** Resolves when that many payments have been acknowledged; rejects if the clients end before. */
  untilAcknowledged(count: number): Promise<void>;
  stop(): Promise<void>;
}

const CLIENTS = 3;
/** Between two payments of a client: payments flow all the time, and the test shares its processor with others. */
const PACE_MS = 25;

/** `name` begins the idempotency keys; amounts are unique within a load, so the duplicate guard never applies. */
export function startPaying(url: string, demo: Demo, name: string): PayingLoad {
  const client = apiClient(url, demo.tokens.readWrite);
  const account = demo.accounts.find(({ kind }) => kind === "checking")?.id ?? "";
  const payees = demo.recipients.filter(({ methods }) => methods.includes("ach"));
  const attempts: Attempt[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void; readonly reject: (error: Error) => void }[] =
    [];
  let stopping = false;
  let acknowledged = 0;
  const pay = async (): Promise<void> => {
    while (!stopping) {
      const index = attempts.length;
      const body = {
        recipientId: payees[index % payees.length]?.id,
        amount: (index + 1) / 100,
        paymentMethod: "ach",
        idempotencyKey: `${name}-${index}`,
      };
      const attempt: Attempt = { body, id: undefined };
      attempts.push(attempt);
      const answer = await client.post(`/account/${account}/transactions`, body).catch(() => undefined);
      // The connection broke: the outcome is unknown.
      if (answer === undefined) return;
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      attempt.id = answer.body.id;
      acknowledged += 1;
      for (const { count, resolve } of waiting) if (acknowledged >= count) resolve();
      await sleep(PACE_MS);
    }
  };
  const running = Array.from({ length: CLIENTS }, pay);
  const ended = Promise.allSettled(running).then((results) => {
    for (const { reject } of waiting) reject(new Error(`The clients ended after ${acknowledged} payments`));
    return results;
  });
  return {
    attempts,
    acknowledged: () => attempts.filter(({ id }) => id !== undefined),
    untilAcknowledged: (count) =>
      acknowledged >= count
        ? Promise.resolve()
        : new Promise((resolve, reject) => void waiting.push({ count, resolve, reject })),
    stop: async () => {
      stopping = true;
      const results = await ended;
      client.close();
      for (const result of results) if (result.status === "rejected") throw result.reason;
    },
  };
}
