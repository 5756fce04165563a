import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, isUnavailable, type Queryable, type ReplicaCounts, sqlStateOf } from "../database.ts";
import type { Sql } from "../sql.ts";
import { type PrimaryPosition, primaryPosition, type ReplicaPosition, replicaPosition } from "./position.queries.ts";

/** How long a request waits for the replica to show what was committed before the request. */
const CATCH_UP_MS = 200;
const CATCH_UP_PAUSE_MS = 10;
/** After a replica could not be used, requests do not try it. */
const AVOID_MS = 1_000;

/** A request that may read from the replica. */
interface Reader {
  /** What the replica must show: at first, all that was committed before; then, all that the request has seen. */
  required: PrimaryPosition | undefined;
  /** Set once something was read from the primary, which may be newer than what the replica shows. */
  onPrimary: boolean;
}

const current = new AsyncLocalStorage<Reader>();

class ReplicaUnusable extends Error {
  override readonly name = "ReplicaUnusable";
  readonly reason: keyof ReplicaCounts["fallbacks"];
  constructor(reason: keyof ReplicaCounts["fallbacks"], options?: ErrorOptions) {
    super(`The replica cannot be used: ${reason}`, options);
    this.reason = reason;
  }
}

/**
 * Runs before each statement on the replica, on the same connection. Rejects unless the replica follows the primary's
 * history and shows at least what the request requires.
 */
export async function awaitReplay(ask: (statement: Sql) => Promise<unknown[]>): Promise<void> {
  const reader = current.getStore();
  if (reader?.required === undefined) throw new ReplicaUnusable("gone");
  const limit = performance.now() + CATCH_UP_MS;
  for (;;) {
    const [row] = await ask(replicaPosition(reader.required.position)).catch((cause: unknown) => {
      throw new ReplicaUnusable("gone", { cause });
    });
    // The statement selects these columns.
    const state = row as ReplicaPosition;
    if (!state.in_recovery || state.timeline !== reader.required.timeline) throw new ReplicaUnusable("otherHistory");
    if (state.caught_up && state.position !== null) {
      // Nothing that this request reads later may be older, also from another replica.
      reader.required = { position: state.position, timeline: state.timeline };
      return;
    }
    if (performance.now() > limit) throw new ReplicaUnusable("lag");
    await sleep(CATCH_UP_PAUSE_MS);
  }
}

/** True for an error after which the connection can be used again. */
export const isReplicaUnusable = (error: unknown): boolean => error instanceof ReplicaUnusable;

/**
 * The primary, whose reads within `onReplica` go to the replica (docs/adr/0062-standby-and-replica.md). A request first
 * learns the primary's position in the log, and reads from the replica only once that is replayed there: so it sees
 * everything that was committed before the request, on any node. If that takes too long, or the
 * replica fails, the rest of the request is read from the primary. Writes and transactions always use the primary.
 */
export function readingFromReplica(primary: Database, replica: Database): Database {
  const counts = { reads: 0, fallbacks: { lag: 0, gone: 0, otherHistory: 0, conflict: 0 } };
  let avoidUntil = Number.NEGATIVE_INFINITY;

  async function read<T>(statement: Sql, from: (db: Queryable) => (statement: Sql) => Promise<T>): Promise<T> {
    const reader = current.getStore();
    if (reader === undefined || reader.onPrimary) return from(primary)(statement);
    if (performance.now() < avoidUntil) reader.onPrimary = true;
    else {
      try {
        reader.required ??= await primary.one<PrimaryPosition>(primaryPosition);
        const result = await from(replica)(statement);
        counts.reads += 1;
        return result;
      } catch (error) {
        const reason = reasonToFallBack(error);
        if (reason === undefined) throw error;
        counts.fallbacks[reason] += 1;
        if (reason !== "conflict") avoidUntil = performance.now() + AVOID_MS;
        reader.onPrimary = true;
      }
    }
    return from(primary)(statement);
  }

  const writing = (): void => {
    const reader = current.getStore();
    if (reader !== undefined) reader.onPrimary = true;
  };

  return {
    ...primary,
    many: <Row>(statement: Sql) => read(statement, (db) => (asked) => db.many<Row>(asked)),
    maybe: <Row>(statement: Sql) => read(statement, (db) => (asked) => db.maybe<Row>(asked)),
    one: <Row>(statement: Sql) => read(statement, (db) => (asked) => db.one<Row>(asked)),
    run: (statement) => {
      writing();
      return primary.run(statement);
    },
    transaction: (work) => {
      writing();
      return primary.transaction(work);
    },
    onReplica: (work) => current.run({ required: undefined, onPrimary: false }, work),
    replicaCounts: () => counts,
    close: async () => {
      await Promise.all([primary.close(), replica.close()]);
    },
  };
}

/** Undefined for an error that the statement would also get on the primary, such as a timeout of the statement. */
function reasonToFallBack(error: unknown): keyof ReplicaCounts["fallbacks"] | undefined {
  if (error instanceof ReplicaUnusable) return error.reason;
  const state = sqlStateOf(error);
  // The primary removed rows that the statement was reading (PostgreSQL, "27.4.2 Handling Query Conflicts").
  if (state === "40001" || state === "40P01") return "conflict";
  return state !== "57014" && isUnavailable(error) ? "gone" : undefined;
}
