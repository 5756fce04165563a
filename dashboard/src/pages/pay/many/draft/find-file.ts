import { deletePaymentFileDraft, getPaymentFileDraft } from "#api/generated/sdk.gen.ts";
import { findJob, forgetJob, keepJob, keepResult, type PaymentFileJob, type RowResult } from "../file-store.ts";
import { draftNameOf, unpack } from "./pack-draft.ts";

interface Found {
  readonly job: PaymentFileJob;
  readonly results: readonly RowResult[];
}

/**
 * The file that the user has begun: as this browser has it, unless another one has continued it. Without an answer of the
 * service, this browser's.
 */
export async function findBegunFile(userId: string): Promise<Found | undefined> {
  const own = await findJob(userId);
  const answer = await getPaymentFileDraft({ throwOnError: true }).catch(() => undefined);
  if (answer === undefined) return own;
  const { draft } = answer.data;
  const seen = own?.job.draftVersion;
  // Finished or given up in another browser.
  if (draft === null && seen !== undefined) {
    await forgetJob(userId);
    return undefined;
  }
  // Each file's versions begin at a random one, so this one under this name is the same file, as this browser saved it.
  const isSeen = draft?.version === seen && draft?.name === draftNameOf(own?.job.file.name ?? "");
  if (draft === null || isSeen) return own;
  const unpacked = await unpack(userId, draft.content).catch(() => undefined);
  if (unpacked === undefined) return own;
  const found = { ...unpacked, job: { ...unpacked.job, draftVersion: draft.version } };
  // Without storage, the file continues until the page is left.
  await keepFound(found).catch(() => undefined);
  return found;
}

async function keepFound({ job, results }: Found): Promise<void> {
  await forgetJob(job.userId);
  await keepJob(job);
  for (const result of results) await keepResult(job.userId, result);
}

/** What was requested from the file stays. */
export async function giveUpFile(userId: string): Promise<void> {
  await deletePaymentFileDraft({ throwOnError: true }).catch(() => undefined);
  await forgetJob(userId).catch(() => undefined);
}
