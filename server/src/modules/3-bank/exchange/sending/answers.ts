import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { BankFileId, FileKey } from "../bank-file.ts";
import { markFilesAnswered } from "./sending.queries.ts";
import { releasePayments } from "./writing.queries.ts";

/**
 * Records that the bank accepted files, which also settles doubts about them. Returns their number, without those in a
 * state in which that cannot be: rejected, or never sent.
 */
export function acknowledgeFiles(
  { clock }: Pick<Service, "clock">,
  tx: Tx,
  organizationId: OrganizationId,
  fileIds: readonly BankFileId[],
): Promise<number> {
  return markFilesAnswered(tx, organizationId, { fileIds, trigger: "acknowledge", reason: null, at: clock.now() });
}

/**
 * Records that the bank rejected a file as a whole, for a reason in a sentence. Its payments may be in another file from
 * then on; what happens to them is the caller's decision. False as above.
 */
export async function rejectFile(
  { clock }: Pick<Service, "clock">,
  tx: Tx,
  { organizationId, fileId, reason }: FileKey & { readonly reason: string },
): Promise<boolean> {
  assert(reason !== "", "a file is rejected for a reason");
  const rejection = { fileIds: [fileId], trigger: "reject", reason, at: clock.now() } as const;
  const moved = await markFilesAnswered(tx, organizationId, rejection);
  assert(moved <= 1, "a rejection is of one file");
  if (moved === 0) return false;
  await releasePayments(tx, organizationId, fileId);
  return true;
}
