import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Mapping, PaymentFile } from "./csv-file.ts";
import type { Edits } from "./csv-rows.ts";

/** A file that is being paid, as it is kept over reloads: in this browser alone, per person. */
export interface Job {
  readonly userId: string;
  readonly file: PaymentFile;
  readonly accountId: string;
  readonly mapping: Mapping;
  readonly edits: Edits;
}

export interface RowResult {
  readonly row: number;
  /** `unanswered`: asked for, and nobody knows what came of it; its key tells when it is asked for again. */
  readonly state: "requested" | "requestedBefore" | "refused" | "unanswered";
  readonly requestId?: string;
  readonly message?: string;
}

interface Stored extends DBSchema {
  jobs: { key: string; value: Job };
  results: { key: [userId: string, row: number]; value: RowResult & Pick<Job, "userId"> };
}

/** Closed after each use: an open connection would keep other tabs from a newer version of these stores. */
async function inDatabase<T>(act: (database: IDBPDatabase<Stored>) => Promise<T>): Promise<T> {
  const database = await openDB<Stored>("bursar-pay-many", 1, {
    upgrade: (created) => {
      created.createObjectStore("jobs", { keyPath: "userId" });
      created.createObjectStore("results", { keyPath: ["userId", "row"] });
    },
  });
  try {
    return await act(database);
  } finally {
    database.close();
  }
}

const rangeOf = (userId: string): IDBKeyRange => IDBKeyRange.bound([userId, 0], [userId, Number.MAX_SAFE_INTEGER]);

export const findJob = (userId: string): Promise<{ job: Job; results: readonly RowResult[] } | undefined> =>
  inDatabase(async (database) => {
    const job = await database.get("jobs", userId);
    return job && { job, results: await database.getAll("results", rangeOf(userId)) };
  });

export const keepJob = (job: Job): Promise<unknown> => inDatabase((database) => database.put("jobs", job));

export const keepResult = (userId: string, result: RowResult): Promise<unknown> =>
  inDatabase((database) => database.put("results", { ...result, userId }));

export const forgetJob = (userId: string): Promise<unknown> =>
  inDatabase((database) => {
    const transaction = database.transaction(["jobs", "results"], "readwrite");
    return Promise.all([
      transaction.objectStore("jobs").delete(userId),
      transaction.objectStore("results").delete(rangeOf(userId)),
      transaction.done,
    ]);
  });
