import { unavailable } from "#kernel/http/http-refusals.ts";
import {
  type Answer,
  earlierAnswer,
  type IdempotentInstruction,
  idempotently,
} from "#kernel/idempotency/idempotently.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { SpooledFile } from "#kernel/storage/spool.ts";
import type { AttachmentId, OrganizationId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import type { AttachmentType, FormType, Owner, Uploader } from "./attachment.ts";
import { refuseAttachment } from "./attachment-refusals.ts";
import { type Attachment, withLinks, withoutLinks } from "./attachment-schemas.ts";
import {
  countAttachmentsOf,
  countUploadsOf,
  deleteFilesOf,
  insertUpload,
  markAbandoned,
  markStored,
} from "./attachments.queries.ts";
import { type InspectedFile, inspectFile } from "./inspect/inspect-file.ts";
import { withoutMetadata } from "./inspect/without-metadata.ts";
import { contentKeys } from "./tables.ts";

/** Files of one owner. */
const PER_OWNER_MAX = 100;

export interface Upload {
  readonly organizationId: OrganizationId;
  /** The operation and the key of the request, for retries. */
  readonly operation: string;
  readonly key: string | undefined;
  readonly owner: Owner;
  readonly file: SpooledFile;
  /** As sent by the client. */
  readonly fileName: string;
  readonly attachmentType?: AttachmentType | undefined;
  readonly formType?: FormType | undefined;
  readonly uploader: Uploader;
  readonly actor: Actor;
  /** It is the owner's only file: earlier ones are deleted, and the number of uploads may be limited. */
  readonly replaces?: { readonly uploadsMax?: number };
  /** Refuses if the owner does not exist or takes no files now; locks it. Called before and after the store is used. */
  readonly admit: (tx: Tx) => Promise<void>;
}

/**
 * Stores a received file, and discards the received one. In two steps, because the store is another system: first a row
 * that nobody sees, then the content, and then, in one transaction, the file becomes visible, with its audit row and the
 * reply of its key. If the process dies or the store fails, the sweep deletes what is left, and a retry with the same key
 * starts again.
 */
export async function uploadFile(service: Service, received: Upload): Promise<Answer<Attachment>> {
  let { file } = received;
  try {
    const inspected = await inspectFile(file, received.fileName);
    file = await withoutMetadata(service.config.dataDir, file, inspected.mediaType);
    return await storeInspected(service, { ...received, file }, inspected);
  } finally {
    await received.file.discard();
    await file.discard();
  }
}

async function storeInspected(service: Service, upload: Upload, inspected: InspectedFile): Promise<Answer<Attachment>> {
  const { organizationId } = upload;
  const instruction = instructionOf(service, upload, inspected);
  const earlier = await earlierAnswer(service, instruction);
  if (earlier !== undefined) return earlier;
  await service.database.transaction(async (tx) => {
    await admit(tx, upload);
    await insertUpload(tx, organizationId, await rowOf(service, tx, upload, inspected));
  });
  return storeAndShow(service, upload, instruction);
}

async function storeAndShow(
  service: Service,
  upload: Upload,
  instruction: IdempotentInstruction<Attachment>,
): Promise<Answer<Attachment>> {
  const { organizationId, file } = upload;
  const abandon = () => markAbandoned(service.database, organizationId, file.name);
  try {
    await service.objects.put(file.name, file.sealed);
    const answer = await idempotently<Attachment>(service, instruction, async (tx) => ({
      statusCode: 200,
      body: await show(service, tx, upload),
    }));
    // Another request with the same key was faster: its file is the one that counts.
    if (answer.replayed) await abandon();
    return answer;
  } catch (error) {
    // If this fails, too, the sweep finds the row by its age.
    await abandon().catch(() => undefined);
    throw error;
  }
}

async function admit(tx: Tx, { organizationId, owner, replaces, admit: admitOwner }: Upload): Promise<void> {
  await admitOwner(tx);
  if (replaces !== undefined && replaces.uploadsMax === undefined) return;
  const [count, limit] =
    replaces?.uploadsMax === undefined ? [countAttachmentsOf, PER_OWNER_MAX] : [countUploadsOf, replaces.uploadsMax];
  const { total } = await count(tx, organizationId, owner);
  if (total >= limit) throw refuseAttachment("tooManyAttachments", { details: { limit } });
}

async function show(service: Service, tx: Tx, upload: Upload): Promise<Attachment> {
  const { organizationId, owner, file, actor } = upload;
  // Counted again, because others may have been uploaded meanwhile.
  await (upload.replaces ? upload.admit(tx) : admit(tx, upload));
  const at = service.clock.now();
  const attachmentId = service.newId<AttachmentId>();
  const row = await markStored(tx, organizationId, { objectName: file.name, attachmentId, at });
  // The sweep took it for the remains of a process that died: the clock moved, or the store was very slow.
  if (row === undefined) throw unavailable(new Error("the upload was abandoned"));
  if (upload.replaces) await deleteFilesOf(tx, organizationId, owner, attachmentId);
  const { fileName, mediaType, sizeBytes, sha256 } = withoutLinks(row);
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "attachment.upload",
        resourceType: owner.kind,
        resourceId: owner.id,
        after: { attachmentId, fileName, mediaType, sizeBytes, sha256, formType: row.form_type },
      },
    ],
  });
  return withoutLinks(row);
}

/** The content and what was said about it distinguish a retry from another request. */
function instructionOf(
  service: Service,
  upload: Upload,
  { fileName }: InspectedFile,
): IdempotentInstruction<Attachment> {
  const { organizationId, operation, key, owner, file, attachmentType, formType } = upload;
  return {
    organizationId,
    operation,
    key,
    body: { ownerId: owner.id, file: file.sha256.toString("hex"), fileName, attachmentType, formType },
    // The stored reply has no links, because they expire.
    show: (attachment) => withLinks(service, organizationId, attachment),
  };
}

async function rowOf(service: Service, tx: Tx, upload: Upload, { fileName, mediaType }: InspectedFile) {
  const { organizationId, owner, file, uploader } = upload;
  const { vault } = service;
  const contentKey = await vault.seal(
    tx,
    organizationId,
    contentKeys.contextOf(file.name),
    file.key.toString("base64"),
  );
  return {
    object_name: file.name,
    owner_kind: owner.kind,
    owner_id: owner.id,
    attachment_type: upload.attachmentType ?? ("other" as const),
    form_type: upload.formType ?? null,
    file_name: fileName,
    media_type: mediaType,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    content_key: contentKey,
    uploaded_by_user: uploader.userId,
    uploaded_by_token: uploader.tokenId,
    created_at: service.clock.now(),
  };
}
