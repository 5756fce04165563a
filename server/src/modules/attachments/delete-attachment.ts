import { notFound } from "../../kernel/http/http-refusals.ts";
import type { Service } from "../../kernel/process/service.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import type { OrganizationId } from "../../kernel/values/ids.ts";
import { type Actor, recordAudit } from "../audit/index.ts";
import type { Owner } from "./attachment.ts";
import { markRemoving } from "./attachments.queries.ts";

/** Hides a file at once; the sweep deletes its content. Refuses with `resourceNotFound`. */
export async function deleteAttachment(
  service: Service,
  tx: Tx,
  {
    organizationId,
    owner,
    attachmentId,
    actor,
  }: { organizationId: OrganizationId; owner: Owner; attachmentId: string; actor: Actor },
): Promise<void> {
  const row = await markRemoving(tx, organizationId, owner, attachmentId);
  if (row === undefined) throw notFound("attachment");
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
