import { useQuery } from "@tanstack/react-query";
import { getApprovalBatchOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import {
  createApprovalBatch,
  getApprovalBatch,
  submitApprovalBatch,
  ungroupApprovalBatch,
} from "#api/generated/sdk.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { useClockOffset } from "#app/session/session.ts";
import { newKey } from "#ui/forms/new-key.ts";
import { dollarsOf } from "#ui/money/cents.ts";
import { formatDayOf } from "#ui/page/when.tsx";
import type { FileRow } from "../rows/file-rows.ts";
import type { FileJob } from "../use-job.ts";

const NAME_MAX = 100;

/**
 * The batch that the payments of a file form. It is opened before the first of them is requested and submitted after the
 * last, so that approvers never see half a file as one item. After a reload, it continues with the same batch.
 */
export function useFileBatch({ job, payments, change }: FileJob) {
  const offset = useClockOffset();
  const refresh = useRefresh();
  const { batchId } = job;
  const batch = useQuery({
    ...getApprovalBatchOptions({ path: { batchId: batchId ?? "" } }),
    enabled: batchId !== undefined,
  });
  const name = job.batchName ?? defaultName(job.file.name, Date.now() + offset);
  const read = async (id: string) => (await getApprovalBatch({ path: { batchId: id }, throwOnError: true })).data;

  /** Undefined: a single payment needs no batch. */
  const open = async (run: readonly FileRow[]): Promise<string | undefined> => {
    if (batchId !== undefined && (await read(batchId)).state === "open") return batchId;
    if (run.length < 2) return undefined;
    const isAnother = batchId !== undefined;
    // Stored first: if the answer is lost, the same batch is found again.
    const key = (isAnother ? undefined : job.batchKey) ?? newKey();
    change({ batchKey: key, batchId: undefined, batchName: name });
    const body = { name: isAnother ? another(name) : name, announced: announcedIn(payments), idempotencyKey: key };
    const { data } = await createApprovalBatch({ body, throwOnError: true });
    change({ batchId: data.batchId });
    return data.batchId;
  };

  /** Submits what has arrived. A batch that nothing joined, because everything was requested before, is dissolved. */
  const submit = async (id: string): Promise<void> => {
    const { state, arrived } = await read(id);
    const path = { batchId: id };
    if (state === "open" && arrived.count > 0) await submitApprovalBatch({ path, body: arrived, throwOnError: true });
    else if (state === "open") await ungroupApprovalBatch({ path, throwOnError: true });
    await refresh("approvals");
  };

  return { name, batch: batch.data, open, submit, rename: (batchName: string) => change({ batchName }) };
}

export type FileBatch = ReturnType<typeof useFileBatch>;

/** "suppliers, Nov 24, 2026" */
const defaultName = (file: string, now: number): string => {
  const day = formatDayOf(new Date(now));
  return `${file.replace(/\.(csv|txt|tsv|xlsx)$/i, "").slice(0, NAME_MAX - day.length - 2)}, ${day}`;
};

const another = (name: string): string => `${name.slice(0, NAME_MAX - 12)} (continued)`;

/** Rows that are not ready yet may still join it. */
function announcedIn(rows: readonly FileRow[]) {
  const some = rows.filter(({ isExcluded }) => !isExcluded);
  return { count: some.length, total: dollarsOf(some.reduce((sum, { cents }) => sum + (cents ?? 0n), 0n)) };
}
