import assert from "node:assert/strict";
import type { ApiClient } from "../service/client.ts";

/** A payment tried over HTTP, with a key. */
export interface Attempt {
  readonly body: Readonly<Record<string, unknown>>;
  /** Set once a 200 said so. */
  id: string | undefined;
}

/** So many ask at a time. */
const CLIENTS = 16;

/** Asks again, with the same keys: an acknowledged payment must get its first answer, the others are paid now. */
export async function askAgain(client: ApiClient, account: string, attempts: readonly Attempt[]): Promise<void> {
  const waiting = attempts.values();
  const ask = async () => {
    for (const attempt of waiting) {
      const answer = await client.post(`/account/${account}/transactions`, attempt.body);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      if (attempt.id !== undefined) {
        assert.equal(answer.body.id, attempt.id, "the key still gives the first answer");
        assert.equal(answer.headers["idempotent-replayed"], "true");
      }
      attempt.id = answer.body.id;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, ask));
}
