import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import type { Owner, Uploader } from "./attachment.ts";
import { refuseAttachment } from "./attachment-refusals.ts";
import { markRemoving } from "./attachments.queries.ts";

/**
 * Hides a file at once; the sweep deletes its content. Refuses with `resourceNotFound`, and with `attachmentFixed` for
 * other callers than `onlyBy`.
 */
export async function deleteAttachment(
  service: Service,
  tx: Tx,
  {
    organizationId,
    owner,
    attachmentId,
    actor,
    onlyBy,
  }: { organizationId: OrganizationId; owner: Owner; attachmentId: string; actor: Actor; onlyBy?: Uploader },
): Promise<void> {
  const row = await markRemoving(tx, organizationId, owner, attachmentId);
  if (row === undefined) throw notFound("attachment");
  if (onlyBy !== undefined && (row.uploaded_by_user !== onlyBy.userId || row.uploaded_by_token !== onlyBy.tokenId))
    throw refuseAttachment("attachmentFixed", {
      details: { problem: "only the user or token that attached this file can delete it" },
    });
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "attachment.delete",
        resourceType: owner.kind,
        resourceId: owner.id,
        before: {
          attachmentId: row.attachment_id,
          fileName: row.file_name,
          mediaType: row.media_type,
          sha256: row.sha256.toString("hex"),
        },
      },
    ],
  });
}
