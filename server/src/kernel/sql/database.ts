import { setTimeout as sleep } from "node:timers/promises";
import { AssertionFailure } from "../assert.ts";
import type { Sql } from "./sql.ts";

/**
 * The service's view of its database. The driver returns int8 as bigint, timestamptz as Date, date as
 * text, numeric as text, json as parsed values, bytea as Buffer.
 */
export interface Queryable {
  many<Row>(statement: Sql): Promise<Row[]>;
  /** The row, or undefined; more than one row is a bug. */
  maybe<Row>(statement: Sql): Promise<Row | undefined>;
  /** The row; none or more than one is a bug. */
  one<Row>(statement: Sql): Promise<Row>;
  /** Runs the statement and returns the number of affected rows. */
  run(statement: Sql): Promise<number>;
}

/** An open transaction. Functions that accept one commit together with their caller. */
export interface Tx extends Queryable {
  readonly inTransaction: true;
  /** Several statements without parameters, for migrations only. */
  script(text: string): Promise<void>;
  /** Runs the work, in order, at the end of the transaction: for locks that must be taken last. */
  beforeCommit(work: () => Promise<void>): void;
  /** Runs the work if the transaction commits; it must not throw. */
  afterCommit(work: () => void): void;
}

/**
 * A connection outside the pool and without its time limits, for migrations whose statements run in no transaction or
 * for hours.
 */
export interface DatabaseSession extends Queryable {
  /** Several statements without parameters; a single one runs in no transaction. */
  script(text: string): Promise<void>;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export interface Database extends Queryable {
  /** How busy the connections are. */
  readonly connectionLoad: () => ConnectionLoad;
  /** Whether the server in use changed, and whether its commits are confirmed. */
  readonly connectionHealth: () => ConnectionHealth;
  /** Runs work whose reads may go to a replica; absent if there is none. */
  readonly onReplica?: <T>(work: () => T) => T;
  readonly replicaCounts?: () => ReplicaCounts;
  /**
   * Runs in one READ COMMITTED transaction. Serialization failures and deadlocks (40001, 40P01) roll back and retry, at
   * most three times, so `work` must have no effects outside the transaction.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  session<T>(work: (session: DatabaseSession) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface ConnectionLoad {
  /** Open connections that are in use. */
  readonly busy: number;
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number;
  /** How many have given up waiting: their requests got 503. */
  readonly gaveUp: number;
}

/** Statements for which a replica was tried. */
export interface ReplicaCounts {
  readonly reads: number;
  /** Read from the primary instead: by reason. */
  readonly fallbacks: {
    /** The replica did not show soon enough what was committed before the request. */
    readonly lag: number;
    readonly gone: number;
    /** It was promoted, or follows a primary that was replaced. */
    readonly otherHistory: number;
    /** The primary removed rows that were being read. */
    readonly conflict: number;
  };
}

export interface ConnectionHealth {
  /** Commits given up that still wait for a synchronous standby on the server. */
  readonly stalledCommits: number;
  /** How often another server was chosen after the first. */
  readonly switches: number;
  /** Servers that accept writes although another one was promoted. */
  readonly outdatedServers: number;
}

/** Runs the work once the preceding writes are committed: immediately, unless a transaction is open. */
export const onceCommitted = (db: Queryable | Tx, work: () => void): void =>
  "inTransaction" in db ? db.afterCommit(work) : work();

/** The work that a transaction runs around its commit. */
export function commitHooks() {
  const before: (() => Promise<void>)[] = [];
  const after: (() => void)[] = [];
  return {
    ofTx: {
      beforeCommit: (work: () => Promise<void>) => void before.push(work),
      afterCommit: (work: () => void) => void after.push(work),
    },
    runBefore: async () => {
      for (const work of before) await work();
    },
    runAfter: () => {
      for (const work of after) work();
    },
  };
}

/** The part that differs between drivers. */
export interface RowSource {
  query(statement: Sql): Promise<{ rows: unknown[]; count: number }>;
}

/** The four query methods, built on one driver call. */
export const queryable = (source: RowSource): Queryable => ({
  // The caller declares the row type next to its statement; drivers cannot know it.
  many: async <Row>(statement: Sql) => (await source.query(statement)).rows as Row[],
  maybe: async <Row>(statement: Sql) => {
    const { rows } = await source.query(statement);
    if (rows.length > 1) throw new AssertionFailure(`Expected at most one row, got ${rows.length}`);
    return rows[0] as Row | undefined;
  },
  one: async <Row>(statement: Sql) => {
    const { rows } = await source.query(statement);
    if (rows.length !== 1) throw new AssertionFailure(`Expected one row, got ${rows.length}`);
    return rows[0] as Row;
  },
  run: async (statement: Sql) => (await source.query(statement)).count,
});

/** The SQLSTATE of a driver's error, if any. */
export function sqlStateOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** A worker of a Citus cluster appends the number of its part of the table to the name of a constraint. */
const PART = /_\d{6,}$/;
/** Citus passes a worker's error on without the field for the constraint. */
const NAMED = /constraint "(\w{1,63})"$/;

/** The violated constraint, if the error is a constraint violation. */
export function violatedConstraint(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("constraint" in error && typeof error.constraint === "string") return error.constraint.replace(PART, "");
  // Class 23: integrity constraint violations.
  if (!(error instanceof Error) || !sqlStateOf(error)?.startsWith("23")) return undefined;
  return NAMED.exec(error.message)?.[1]?.replace(PART, "");
}

const RETRIES = 3;

/** Retries the transaction after a conflict. Nothing else retries. */
export async function retryingConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error) || retry === RETRIES) throw error;
      await sleep(5 * 2 ** retry * (0.5 + Math.random()));
    }
  }
}

/**
 * Serialization failure, deadlock, two outbox rows at one position, which only a cluster gives out (ADR 0066), or a
 * statement that a migration has outdated.
 */
export function isConflict(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state === "40001" || state === "40P01" || isPreparedBeforeChange(error)) return true;
  return state === "23505" && violatedConstraint(error) === "outbox_pkey";
}

/** Whether a statement failed only because it was prepared before a migration changed the columns of its result. */
export const isPreparedBeforeChange = (error: unknown): boolean =>
  sqlStateOf(error) === "0A000" && error instanceof Error && error.message.includes("cached plan");

/** True if all connections stayed in use for as long as a caller may wait for one (openPostgres). */
export const isWaitTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("timeout exceeded when trying to connect");

/** True if the database is temporarily unavailable: the caller may retry, and the request is fine. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== undefined) {
    // Class 08: connection; 57P0x: shutting down or starting; 53: out of resources (disk full, too many connections);
    // 58: system error (I/O); 25006: a read-only standby; 57014: statement timeout.
    if (/^(08|53|58|57P0|57014|25006)/.test(state)) return true;
    if (/^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT)/.test(state)) return true;
  }
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (isWaitTimeout(error)) return true;
  return (
    error instanceof Error && /Connection terminated|Client has encountered a connection error/.test(error.message)
  );
}
