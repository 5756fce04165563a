import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { FileKey } from "../bank-file.ts";
import { markFileAnswered } from "./sending.queries.ts";
import { releasePayments } from "./writing.queries.ts";

/**
 * Records that the bank accepted a file, which also settles a doubt about it. False if the file is in a state in which
 * that cannot be: it was rejected, or never sent.
 */
export async function acknowledgeFile({ clock }: Pick<Service, "clock">, tx: Tx, file: FileKey): Promise<boolean> {
  const moved = await markFileAnswered(tx, file, { trigger: "acknowledge", reason: null, at: clock.now() });
  assert(moved <= 1, "an acceptance is of one file");
  return moved === 1;
}

/**
 * Records that the bank rejected a file as a whole, for a reason in a sentence. Its payments may be in another file from
 * then on; what happens to them is the caller's decision. False as above.
 */
export async function rejectFile(
  { clock }: Pick<Service, "clock">,
  tx: Tx,
  { reason, ...file }: FileKey & { readonly reason: string },
): Promise<boolean> {
  assert(reason !== "", "a file is rejected for a reason");
  const moved = await markFileAnswered(tx, file, { trigger: "reject", reason, at: clock.now() });
  assert(moved <= 1, "a rejection is of one file");
  if (moved === 0) return false;
  await releasePayments(tx, file.organizationId, file.fileId);
  return true;
}
