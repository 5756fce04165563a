import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { long } from "../faults/random.ts";
import type { Demo } from "../servers/server-process.ts";
import { type Answer, apiClient } from "../service/client.ts";

/** A payment with its key, and the first response that a client received. */
export interface PaidOnce {
  readonly body: Readonly<Record<string, unknown>>;
  response: Answer["body"];
}

export interface UpgradeLoad {
  readonly payments: readonly PaidOnce[];
  /** What a client repeated its request for: a status, or the code of a broken connection. */
  readonly retried: ReadonlyMap<string, number>;
  /** Resolves when so many more payments were acknowledged. */
  more(count: number): Promise<void>;
  stop(): Promise<void>;
}

const CLIENTS = 4;
/** How long a client repeats its request before it gives up, which fails the test. */
const RETRY_FOR_MS = 180_000;
const RETRY_MS = 50;
/** Between two payments of a client. Without `--long`, the upgrade is most of what the processors do. */
const PAUSE_MS = long ? 10 : 200;

/**
 * Clients that send one payment after another to the nodes, and repeat each, with its key, at the next node after a 503
 * or a broken connection. Anything else fails.
 */
export function startUpgradeLoad(urls: readonly string[], demo: Demo): UpgradeLoad {
  const nodes = urls.map((url) => apiClient(url, demo.tokens.readWrite));
  const recipients = demo.recipients.filter(({ methods }) => methods.includes("ach"));
  const account = checkingOf(demo);
  const payments: PaidOnce[] = [];
  const retried = new Map<string, number>();
  let stopped = false;
  let sent = 0;
  const send = async (client: number) => {
    sent += 1;
    const body = {
      recipientId: recipients[sent % recipients.length]?.id,
      // Amounts are unique, so the duplicate guard never applies.
      amount: sent / 100,
      paymentMethod: "ach",
      idempotencyKey: `upgrade-${sent}`,
    };
    const until = performance.now() + RETRY_FOR_MS;
    for (let attempt = client; ; attempt += 1) {
      const node = nodes[attempt % nodes.length];
      assert.ok(node);
      const answer = await node.post(`/account/${account}/transactions`, body).catch(codeOf);
      if (typeof answer !== "string" && answer.status === 200) return payments.push({ body, response: answer.body });
      const reason = typeof answer === "string" ? answer : `${answer.status}`;
      assert.match(reason, /^(503|ECONN\w+|EPIPE)$/, typeof answer === "string" ? answer : JSON.stringify(answer.body));
      assert.ok(performance.now() < until, `no node accepted a payment for three minutes: ${reason}`);
      retried.set(reason, (retried.get(reason) ?? 0) + 1);
      await sleep(RETRY_MS);
    }
  };
  const running = Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      while (!stopped) {
        await send(client);
        await sleep(PAUSE_MS);
      }
    }),
  );
  let failure: unknown;
  running.catch((error: unknown) => {
    failure = error;
  });
  return {
    payments,
    retried,
    more: async (count) => {
      for (const target = payments.length + count; payments.length < target; await sleep(10))
        if (failure !== undefined) throw failure;
    },
    stop: async () => {
      stopped = true;
      await running;
      for (const node of nodes) node.close();
    },
  };
}

export const checkingOf = (demo: Demo): string => demo.accounts.find(({ kind }) => kind === "checking")?.id ?? "";

/** A reset connection, or one that was closed while the response was awaited. */
const codeOf = (error: unknown): string => {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  throw error;
};
