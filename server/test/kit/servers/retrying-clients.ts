import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, apiClient } from "../service/client.ts";
import type { Demo } from "./server-process.ts";

/** What clients that retry saw. */
export interface ClientLog {
  /** Payments that were acknowledged, by amount in cents. */
  readonly paid: Map<number, string>;
  /** What did not succeed at once, and was retried: a status, or the code of a broken connection. */
  readonly retried: string[];
  /** Answers that a client which retries cannot get past; must be empty. */
  readonly failures: string[];
  /** The longest time that a client needed for one payment, in milliseconds. */
  slowestMs: number;
}

export interface RetryingClients {
  readonly log: ClientLog;
  /** Resolves when so many more payments were acknowledged. */
  more(count: number): Promise<void>;
  stop(): Promise<ClientLog>;
}

const RETRY_FOR_MS = 60_000;
const RETRY_MS = 100;
/** Between payments, so that a test of faults does not become one of throughput. */
const PAUSE_MS = 20;

/**
 * Clients that send one payment after another, and repeat each one with the same key after a 503, a 502, a 504, or a
 * broken connection, as any client should.
 */
export function startRetryingClients(
  url: string,
  demo: Demo,
  { clients = 4, centsFrom = 0 }: { readonly clients?: number; readonly centsFrom?: number } = {},
): RetryingClients {
  const log: ClientLog = { paid: new Map(), retried: [], failures: [], slowestMs: 0 };
  const client = apiClient(url, demo.tokens.readWrite);
  const accountId = demo.accounts.find(({ kind }) => kind === "checking")?.id ?? "";
  const recipients = demo.recipients.filter(({ methods }) => methods.includes("ach"));
  const run = randomUUID();
  let sent = centsFrom;
  let stopped = false;
  const pay = async (): Promise<void> => {
    sent += 1;
    const cents = sent;
    const body = {
      recipientId: recipients[cents % recipients.length]?.id,
      // Amounts are unique (runs on one database start at different ones), so the duplicate guard never applies.
      amount: cents / 100,
      paymentMethod: "ach",
      idempotencyKey: `${run}-${cents}`,
    };
    const startedAt = performance.now();
    for (;;) {
      const answer = await client
        .post(`/account/${accountId}/transactions`, body)
        .catch((error: unknown) => String(error instanceof Error && "code" in error ? error.code : error));
      const took = performance.now() - startedAt;
      log.slowestMs = Math.max(log.slowestMs, took);
      if (typeof answer !== "string" && answer.status === 200) return void log.paid.set(cents, answer.body.id);
      if (!mayRetry(answer)) return void log.failures.push(textOf(answer));
      if (took > RETRY_FOR_MS) return void log.failures.push(`no success within a minute: ${textOf(answer)}`);
      log.retried.push(typeof answer === "string" ? answer : String(answer.status));
      await sleep(RETRY_MS);
    }
  };
  const running = Array.from({ length: clients }, async () => {
    while (!stopped && log.failures.length === 0) {
      await pay();
      await sleep(PAUSE_MS);
    }
  });
  return {
    log,
    more: async (count) => {
      const target = log.paid.size + count;
      while (log.paid.size < target && log.failures.length === 0) await sleep(10);
    },
    stop: async () => {
      stopped = true;
      await Promise.all(running);
      client.close();
      return log;
    },
  };
}

const mayRetry = (answer: Answer | string): boolean =>
  typeof answer === "string" ? /^(ECONN|EPIPE|UND_ERR_SOCKET)/.test(answer) : [502, 503, 504].includes(answer.status);

const textOf = (answer: Answer | string): string =>
  typeof answer === "string" ? answer : `${answer.status} ${JSON.stringify(answer.body)}`;
