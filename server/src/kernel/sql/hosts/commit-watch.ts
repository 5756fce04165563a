import type { ClientBase } from "pg";
import { DatabaseUnavailable, givenUp, unconfirmed } from "./unavailable.ts";

/** Nothing takes longer, because the server ends statements after 30 s: only a commit, or a server that is gone. */
const LIMIT_MS = 35_000;
/** From here on, the server is asked whether it is still there. */
const SUSPECT_MS = 5_000;
/** How long a commit may wait for a synchronous standby. */
export const STANDBY_WAIT_MS = 10_000;
const TICK_MS = 1_000;
/** A server that could not be reached so often in a row is gone, or this process is cut off from it. */
const UNREACHABLE_TIMES = 2;

/** What the server answers when it is asked. */
interface Inspection {
  /** Process ids of backends whose commits wait for a standby. */
  readonly waiting: readonly number[];
}

export interface CommitWatch {
  /** Runs a statement and rejects if its commit was not confirmed. */
  ask<T>(client: ClientBase, statement: () => Promise<T>): Promise<T>;
  /** Registers a new connection. */
  follow(client: ClientBase): void;
  /** Connections given up whose backends still wait for a standby. */
  stalled(): number;
  /** Forgets them: another server is in use. */
  reset(): void;
  stop(): void;
}

/**
 * Bounds how long a statement takes, which the server cannot: no timeout of PostgreSQL applies to a commit that waits for
 * a synchronous standby, and none to a server whose machine is gone. Canceling the wait would be wrong: the server would
 * report a success that no standby has. So the connection is given up, and the outcome is unknown until a retry.
 */
export function watchCommits(
  inspect: () => Promise<Inspection>,
  giveUp: (client: ClientBase, error: Error) => void,
): CommitWatch {
  const running = new Map<ClientBase, number>();
  const canceled = new WeakSet<ClientBase>();
  const abandoned = new Set<number>();
  let inspecting = false;
  const reach = watchReach();
  const timer = setInterval(tick, TICK_MS);
  timer.unref();

  function tick(): void {
    giveUpOlder(LIMIT_MS, "The database server did not answer in time");
    const oldestSince = Math.min(...running.values());
    const isQuiet = performance.now() - oldestSince < SUSPECT_MS && abandoned.size === 0;
    if (isQuiet) reach.isThere();
    if (inspecting || isQuiet) return;
    inspecting = true;
    inspect()
      .then(judge, (error: unknown) => {
        if (reach.isLost(error)) giveUpOlder(SUSPECT_MS, "The database server cannot be reached");
      })
      .finally(() => {
        inspecting = false;
      });
  }

  function giveUpOlder(limitMs: number, message: string): void {
    const now = performance.now();
    for (const [client, since] of running) if (now - since >= limitMs) giveUp(client, givenUp(message));
  }

  function judge({ waiting }: Inspection): void {
    reach.isThere();
    const now = performance.now();
    for (const pid of abandoned) if (!waiting.includes(pid)) abandoned.delete(pid);
    for (const [client, since] of running) {
      const pid = pidOf(client);
      if (pid === undefined || !waiting.includes(pid) || now - since < STANDBY_WAIT_MS) continue;
      abandoned.add(pid);
      giveUp(client, unconfirmed());
    }
  }

  return {
    ask: async (client, statement) => {
      running.set(client, performance.now());
      try {
        const result = await statement();
        // An operator, or a shutdown, ended the wait; the server still reports a success.
        if (canceled.delete(client)) throw unconfirmed();
        return result;
      } finally {
        running.delete(client);
      }
    },
    // The name of the function that reports it, because the text depends on the server's language.
    follow: (client) =>
      void client.on("notice", (notice) => {
        if (notice.routine === "SyncRepWaitForLSN") canceled.add(client);
      }),
    stalled: () => abandoned.size,
    reset: () => abandoned.clear(),
    stop: () => clearInterval(timer),
  };
}

/** Another server is used instead, if there is any; until then, nobody waits for answers that will not come. */
function watchReach() {
  let failures = 0;
  return {
    isThere: () => {
      failures = 0;
    },
    /** Whether the server could not be reached several times in a row. An error that it sent shows that it is there. */
    isLost: (error: unknown): boolean => {
      const isUnreachable = error instanceof DatabaseUnavailable && error.code === "08001";
      failures = isUnreachable ? failures + 1 : 0;
      return failures >= UNREACHABLE_TIMES;
    },
  };
}

/** The process id of the connection's backend, as the server reported it. */
const pidOf = (client: ClientBase): number | undefined =>
  "processID" in client && typeof client.processID === "number" ? client.processID : undefined;
