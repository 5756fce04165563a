import assert from "node:assert/strict";
import type { ApiClient } from "../service/client.ts";

/** An attempted payment over HTTP, with an idempotency key. */
export interface Attempt {
  readonly body: Readonly<Record<string, unknown>>;
  /** Set after a 200. */
  id: string | undefined;
}

/** Number of concurrent requests. */
const CLIENTS = 16;

/** Retries with the same keys: an acknowledged payment must return its first response; the others are paid now. */
export async function askAgain(client: ApiClient, account: string, attempts: readonly Attempt[]): Promise<void> {
  const waiting = attempts.values();
  const ask = async () => {
    for (const attempt of waiting) {
      const answer = await client.post(`/account/${account}/transactions`, attempt.body);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      if (attempt.id !== undefined) {
        assert.equal(answer.body.id, attempt.id, "the key still returns the first response");
        assert.equal(answer.headers["idempotent-replayed"], "true");
      }
      attempt.id = answer.body.id;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, ask));
}
