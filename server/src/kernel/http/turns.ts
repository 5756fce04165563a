import type { FastifyInstance } from "fastify";

/** Of one, two and four this gave most (ADR 0004). */
const REQUESTS_PER_TURN = 2;

/**
 * Requests that arrive together begin a few per turn of the event loop, in their order. Begun all at once, a burst keeps
 * the process from seeing that the database has answered, and the database stands idle until the last of them is read.
 * A request that comes alone does not wait.
 */
export function registerTurns(app: Pick<FastifyInstance, "addHook">): void {
  const waiting: (() => void)[] = [];
  let begun = 0;

  function nextTurn(): void {
    begun = 0;
    for (const begin of waiting.splice(0, REQUESTS_PER_TURN)) count(begin);
  }

  function count(begin: () => void): void {
    if (begun === 0) setImmediate(nextTurn);
    begun += 1;
    begin();
  }

  app.addHook("onRequest", (_request, _reply, done) => {
    if (begun < REQUESTS_PER_TURN && waiting.length === 0) count(done);
    else waiting.push(done);
  });
}
