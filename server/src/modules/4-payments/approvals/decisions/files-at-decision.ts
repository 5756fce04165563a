import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { attachmentsOf } from "#records/attachments";

/**
 * The request's files when it was approved, for the audit log, and which of them the approver's page showed; null if the
 * caller did not say. Files are no terms (decision S13): one that nobody has seen prevents no approval.
 */
export async function filesAtDecision(
  tx: Tx,
  organizationId: OrganizationId,
  { requestId, seenIds }: { requestId: string; seenIds: readonly string[] | undefined },
) {
  const files = await attachmentsOf(tx, organizationId, { kind: "request", ids: [requestId] });
  if (files.length === 0) return {};
  const seen = seenIds && new Set(seenIds.map((id) => id.toLowerCase()));
  return {
    files: files.map(({ attachment_id: attachmentId, file_name: fileName, sha256 }) => ({
      attachmentId,
      fileName,
      sha256: sha256.toString("hex"),
      seen: seen?.has(attachmentId) ?? null,
    })),
  };
}
