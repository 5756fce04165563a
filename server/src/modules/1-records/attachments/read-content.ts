import { Readable } from "node:stream";
import type { Service } from "#kernel/process/service.ts";
import { readVerified, withFirstChunk } from "#kernel/storage/verified-content.ts";
import type { AttachmentId, OrganizationId } from "#kernel/values/ids.ts";
import type { AttachmentRow } from "./attachment.ts";
import { findStored } from "./attachments.queries.ts";
import { contentKeys } from "./tables.ts";

export interface OpenAttachment {
  readonly row: AttachmentRow;
  /** Fails before its last bytes if the content is not what was uploaded. */
  readonly content: Readable;
}

/** A file and its content; undefined if there is none. Rejects if the store fails or the content is damaged. */
export async function openAttachment(
  service: Pick<Service, "database" | "vault" | "objects">,
  organizationId: OrganizationId,
  attachmentId: AttachmentId,
): Promise<OpenAttachment | undefined> {
  const row = await findStored(service.database, organizationId, attachmentId);
  if (row === undefined) return undefined;
  const context = contentKeys.contextOf(row.object_name);
  const key = await service.vault.open(service.database, organizationId, context, row.content_key);
  const chunks = readVerified(service.objects, {
    objectName: row.object_name,
    key: Buffer.from(key, "base64"),
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
  });
  // A damaged beginning is an error response; later damage cuts off the response.
  return { row, content: Readable.from(await withFirstChunk(chunks), { objectMode: false }) };
}
