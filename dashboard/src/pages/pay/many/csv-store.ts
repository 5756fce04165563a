import type { Mapping, PaymentFile } from "./csv-file.ts";
import type { Edits } from "./csv-rows.ts";

/** A file that is being paid, as it is kept over reloads: in this browser alone, per person. */
export interface PaymentFileJob {
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

const NAME = "bursar-pay-many";

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("jobs", { keyPath: "userId" });
      asked.result.createObjectStore("results", { keyPath: ["userId", "row"] });
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

async function inStore<T>(
  store: "jobs" | "results",
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode);
      const request = act(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

const rangeOf = (userId: string): IDBKeyRange => IDBKeyRange.bound([userId, 0], [userId, Number.MAX_SAFE_INTEGER]);

export async function findJob(
  userId: string,
): Promise<{ job: PaymentFileJob; results: readonly RowResult[] } | undefined> {
  // Written below, by this page alone.
  const job = (await inStore("jobs", "readonly", (store) => store.get(userId))) as PaymentFileJob | undefined;
  if (job === undefined) return undefined;
  const results = await inStore("results", "readonly", (store) => store.getAll(rangeOf(userId)));
  return { job, results };
}

export const keepJob = (job: PaymentFileJob): Promise<unknown> =>
  inStore("jobs", "readwrite", (store) => store.put(job));

export const keepResult = (userId: string, result: RowResult): Promise<unknown> =>
  inStore("results", "readwrite", (store) => store.put({ ...result, userId }));

export async function forgetJob(userId: string): Promise<void> {
  await inStore("jobs", "readwrite", (store) => store.delete(userId));
  await inStore("results", "readwrite", (store) => store.delete(rangeOf(userId)));
}
