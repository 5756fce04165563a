import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, type Connection, openConnection } from "./connection.ts";

const PAUSE_MS = 50;
const LIMIT_MS = 60_000;
const UNAVAILABLE = 503;

/**
 * A connection of a client that repeats a request after a 503 and after a lost connection, until it has another answer.
 * Its latency is counted from the first attempt.
 */
export async function openRetryingConnection(port: number): Promise<Connection> {
  let connection: Connection | undefined = await openConnection(port);
  const attempt = async (request: string): Promise<Answer | undefined> => {
    try {
      connection ??= await openConnection(port);
      const answer = await connection.ask(request);
      if (answer.status !== UNAVAILABLE) return answer;
    } catch {
      // The node ended; the proxy chooses another one for the next connection.
    }
    connection?.close();
    connection = undefined;
    return undefined;
  };
  return {
    ask: async (request) => {
      const startedAt = performance.now();
      for (let attempts = 1; performance.now() - startedAt < LIMIT_MS; attempts += 1) {
        const answer = await attempt(request);
        if (answer !== undefined) return { ...answer, attempts, latencyMs: performance.now() - startedAt };
        await sleep(PAUSE_MS);
      }
      throw new Error(`No answer other than 503 within ${LIMIT_MS} ms`);
    },
    close: () => connection?.close(),
  };
}
