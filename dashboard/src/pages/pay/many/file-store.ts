import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { PaymentFile } from "./payment-file.ts";
import type { FileChoices } from "./reading/understand-table.ts";
import type { FileDecisions } from "./rows/file-rows.ts";

/** A file in progress, stored per user in this browser: it survives a reload without an answer of the service. */
export interface PaymentFileJob {
  readonly userId: string;
  readonly file: PaymentFile;
  /** The file itself, to read it again in another way. */
  readonly source: Blob;
  readonly accountId: string;
  readonly choices: FileChoices;
  readonly decisions: FileDecisions;
  /** What approvers see; from the file's name unless it was changed. */
  readonly batchName?: string | undefined;
  /** The idempotency key of its batch, and the batch. */
  readonly batchKey?: string | undefined;
  readonly batchId?: string | undefined;
  /** The version of the draft that this browser has seen; undefined if the service has none. */
  readonly draftVersion?: number | undefined;
}

export interface RowResult {
  readonly row: number;
  /** `unanswered`: requested without a response; requesting it again with the same key reveals the result. */
  readonly state: "requested" | "requestedBefore" | "refused" | "unanswered";
  readonly requestId?: string;
  readonly message?: string;
}

interface Stored extends DBSchema {
  jobs: { key: string; value: PaymentFileJob };
  results: { key: [userId: string, row: number]; value: RowResult & Pick<PaymentFileJob, "userId"> };
}

/** Closed after each use: an open connection would block another tab's upgrade of the database. */
async function inDatabase<T>(act: (database: IDBPDatabase<Stored>) => Promise<T>): Promise<T> {
  const database = await openDB<Stored>("bursar-pay-many", 2, {
    // A file of version 1 must be chosen again. Its rows have the same keys, so none is requested twice.
    upgrade: (created) => {
      for (const name of [...created.objectStoreNames]) created.deleteObjectStore(name);
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

export const findJob = (userId: string): Promise<{ job: PaymentFileJob; results: readonly RowResult[] } | undefined> =>
  inDatabase(async (database) => {
    const job = await database.get("jobs", userId);
    return job && { job, results: await database.getAll("results", rangeOf(userId)) };
  });

export const keepJob = (job: PaymentFileJob): Promise<unknown> => inDatabase((database) => database.put("jobs", job));

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
