import type { Keyset } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AttachmentId, OrganizationId } from "#kernel/values/ids.ts";
import type { AttachmentRow, Owner, OwnerKind } from "./attachment.ts";
import { attachmentStates } from "./attachment-states.ts";
import { attachments } from "./tables.ts";

const columns = sql`
  attachment_id, owner_kind, owner_id, attachment_type, form_type, file_name, media_type, size_bytes, sha256, object_name,
  status, uploaded_by_user, uploaded_by_token, stored_at`;

/** The key for paging lists of attachments. */
export const attachmentKey = sql`attachment_id`;

export interface NewAttachment extends Omit<AttachmentRow, "attachment_id" | "status" | "stored_at"> {
  readonly content_key: Buffer;
  readonly created_at: Date;
}

/** The record of an upload whose content is not stored yet. */
export const insertUpload = (tx: Tx, organizationId: OrganizationId, row: NewAttachment) =>
  tx.run(sql`
  insert into attachments (organization_id, object_name, owner_kind, owner_id, attachment_type, form_type, file_name,
    media_type, size_bytes, sha256, content_key, uploaded_by_user, uploaded_by_token, created_at, status)
  values (${organizationId}, ${row.object_name}, ${row.owner_kind}, ${row.owner_id}, ${row.attachment_type},
    ${row.form_type}, ${row.file_name}, ${row.media_type}, ${row.size_bytes}, ${row.sha256}, ${row.content_key},
    ${row.uploaded_by_user}, ${row.uploaded_by_token}, ${row.created_at}, 'uploading')
  returning ${attachments.inserted()}`);

/** Makes an upload visible. Its id is given now, so that lists in the order of ids only grow at their end. */
export async function markStored(
  tx: Tx,
  organizationId: OrganizationId,
  { objectName, attachmentId, at }: { objectName: string; attachmentId: AttachmentId; at: Date },
): Promise<AttachmentRow | undefined> {
  await tx.maybe(sql`
  select f.object_name, ${attachments.proof("f")} from attachments f
   where f.organization_id = ${organizationId} and f.object_name = ${objectName} for update`);
  return tx.maybe<AttachmentRow>(sql`
  update attachments set status = 'stored', attachment_id = ${attachmentId}, stored_at = ${at}
   where organization_id = ${organizationId} and object_name = ${objectName}
     and status = any (${[...attachmentStates.statesBefore("store")]}::text[])
  returning ${columns}, ${attachments.changed()}`);
}

export const markAbandoned = (db: Queryable, organizationId: OrganizationId, objectName: string) =>
  db.run(sql`
  update attachments set status = 'removing'
   where organization_id = ${organizationId} and object_name = ${objectName}
     and status = any (${[...attachmentStates.statesBefore("abandon")]}::text[])`);

export const abandonUploadsBefore = (db: Queryable, organizationId: OrganizationId, before: Date) =>
  db.run(sql`
  update attachments set status = 'removing'
   where organization_id = ${organizationId} and created_at < ${before}
     and status = any (${[...attachmentStates.statesBefore("abandon")]}::text[])`);

export const markRemoving = (tx: Tx, organizationId: OrganizationId, owner: Owner, attachmentId: string) =>
  tx.maybe<AttachmentRow>(sql`
  update attachments set status = 'removing'
   where organization_id = ${organizationId} and attachment_id = ${attachmentId}
     and owner_kind = ${owner.kind} and owner_id = ${owner.id}
     and status = any (${[...attachmentStates.statesBefore("remove")]}::text[])
  returning ${columns}`);

/** All files of an owner, or all but one. */
export const deleteFilesOf = (
  tx: Tx,
  organizationId: OrganizationId,
  owner: Owner,
  except: AttachmentId | null = null,
) =>
  tx.run(sql`
  update attachments set status = 'removing'
   where organization_id = ${organizationId} and owner_kind = ${owner.kind} and owner_id = ${owner.id}
     and attachment_id is distinct from ${except}::uuid
     and status = any (${[...attachmentStates.statesBefore("remove")]}::text[])`);

/** Content and key are gone; what was there, and who uploaded it, remains. */
export const markErased = (db: Queryable, organizationId: OrganizationId, objectName: string, at: Date) =>
  db.run(sql`
  update attachments set status = 'removed', content_key = null, removed_at = ${at}
   where organization_id = ${organizationId} and object_name = ${objectName}
     and status = any (${[...attachmentStates.statesBefore("erase")]}::text[])`);

/** Work for the sweep. */
export const organizationsWithLeftovers = (db: Queryable, before: Date) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select distinct organization_id from attachments
   where status in ('uploading', 'removing') and (stored_at is not null or created_at < ${before})`);

/** A write that was reported as failed may still complete, so a failed upload is erased some time later. */
export const objectsToErase = (
  db: Queryable,
  organizationId: OrganizationId,
  { before, limit }: { before: Date; limit: number },
) =>
  db.many<{ object_name: string }>(sql`
  select object_name from attachments
   where organization_id = ${organizationId} and status = 'removing'
     and (stored_at is not null or created_at < ${before})
   order by created_at limit ${limit}`);

export const findStored = (db: Queryable, organizationId: OrganizationId, attachmentId: string) =>
  db.maybe<AttachmentRow & { content_key: Buffer }>(sql`
  select ${columns}, content_key, ${attachments.proof("f")} from attachments f
   where organization_id = ${organizationId} and attachment_id = ${attachmentId} and status = 'stored'`);

/** The files of several owners that are proven, in the order in which they were attached. */
export const attachmentsOf = (
  db: Queryable,
  organizationId: OrganizationId,
  { kind, ids }: { kind: OwnerKind; ids: readonly string[] },
) =>
  db.many<AttachmentRow>(sql`
  select ${columns}, ${attachments.proofOrSkip("f")} from attachments f
   where organization_id = ${organizationId} and owner_kind = ${kind} and owner_id = any (${[...ids]}::uuid[])
     and status = 'stored'
   order by attachment_id`);

/** Also those that were replaced or failed: each took space for a while. */
export const countUploadsOf = (db: Queryable, organizationId: OrganizationId, owner: Owner) =>
  db.one<{ total: bigint }>(sql`
  select count(*) as total from attachments
   where organization_id = ${organizationId} and owner_kind = ${owner.kind} and owner_id = ${owner.id}`);

export const countAttachmentsOf = (db: Queryable, organizationId: OrganizationId, owner: Owner) =>
  db.one<{ total: bigint }>(sql`
  select count(*) as total from attachments
   where organization_id = ${organizationId} and owner_kind = ${owner.kind} and owner_id = ${owner.id}
     and status = 'stored'`);

/** One page of all files of a kind. */
export const pageOfAttachments = (
  db: Queryable,
  organizationId: OrganizationId,
  { kind, keyset }: { kind: OwnerKind; keyset: Keyset },
) =>
  db.many<AttachmentRow>(sql`
  select ${columns} from attachments
   where organization_id = ${organizationId} and owner_kind = ${kind} and status = 'stored'
     and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`);

/** Gives the files of an invite to the recipient that it filled, as the newest of the list. */
export const moveToOwner = (
  tx: Tx,
  organizationId: OrganizationId,
  { attachmentId, to, newId }: { attachmentId: AttachmentId; to: Owner; newId: AttachmentId },
) =>
  tx.run(sql`
  update attachments set owner_kind = ${to.kind}, owner_id = ${to.id}, attachment_id = ${newId}
   where organization_id = ${organizationId} and attachment_id = ${attachmentId} and status = 'stored'
  returning ${attachments.changed()}`);

/** The objects that stored attachments of all organizations need, in the order of their keys. */
export const objectsInUse = (
  db: Queryable,
  after: { readonly organizationId: OrganizationId; readonly objectName: string },
  limit: number,
) =>
  db.many<{ organization_id: OrganizationId; object_name: string }>(sql`
  select organization_id, object_name from attachments
   where status = 'stored' and (organization_id, object_name) > (${after.organizationId}, ${after.objectName})
   order by organization_id, object_name limit ${limit}`);
