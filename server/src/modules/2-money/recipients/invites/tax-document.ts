import { invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import type { SpooledFile } from "#kernel/storage/spool.ts";
import type { AttachmentId, OrganizationId, RecipientId } from "#kernel/values/ids.ts";
import { attachmentsOf, deleteFilesOf, moveToOwner, uploadFile } from "#records/attachments";
import type { Actor } from "#records/audit";
import { type Origin, organizationOfSecret, type PeopleService } from "#records/people";
import { isOpen } from "./find-open-invite.ts";
import { refuseInvite } from "./invite-refusals.ts";
import type { TaxDocument, TaxFormType } from "./invite-schemas.ts";
import { inviteStates } from "./invite-states.ts";
import { hashOfInvite, type InviteRow, type InviteRowId } from "./recipient-invite.ts";
import { findInviteBySecret, lockInviteBySecret } from "./recipient-invites.queries.ts";

/** Of one invite: its link is in the hands of a stranger. */
const UPLOADS_MAX = 20;

/**
 * The tax form that a payee uploads before answering an invite. It belongs to the invite, replaces an earlier one, and
 * becomes the recipient's with the answer.
 */
export async function uploadTaxDocument(
  service: PeopleService,
  {
    inviteId,
    origin,
    file,
    fileName,
    formType,
  }: { inviteId: string; origin: Origin; file: SpooledFile; fileName: string; formType: TaxFormType },
): Promise<TaxDocument> {
  const organizationId = organizationOfSecret(inviteId);
  const hash = hashOfInvite(service, inviteId);
  const row = organizationId && (await findInviteBySecret(service.database, organizationId, hash));
  if (organizationId === undefined || row === undefined) throw unusable();
  const { body } = await uploadFile(service, {
    organizationId,
    operation: "uploadTaxDocument",
    key: undefined,
    owner: { kind: "invite", id: row.invite_row_id },
    file,
    fileName,
    formType,
    uploader: { userId: null, tokenId: null },
    actor: payee(row.invite_row_id, origin),
    replaces: { uploadsMax: UPLOADS_MAX },
    admit: async (tx) => {
      const current = await lockInviteBySecret(tx, organizationId, hash);
      if (current === undefined || !(await isOpen(service, tx, organizationId, current))) throw unusable();
      if (!current.require_tax_document)
        throw invalidRequest([{ path: "file", message: "was not requested. Enter your bank details only" }]);
    },
  });
  return { fileName: body.fileName, formType: body.formType, uploadedAt: body.uploadedAt };
}

const unusable = () => refuseInvite(inviteStates.moves.complete.refusal);
const payee = (id: InviteRowId, { address, httpRequestId }: Origin): Actor => ({
  type: "payee",
  id,
  address,
  httpRequestId,
});

/**
 * Refuses an upload before its first byte is read, unless the link can be used: strangers get no disk space.
 */
export async function requireOpenInvite(service: PeopleService, inviteId: string): Promise<void> {
  const organizationId = organizationOfSecret(inviteId);
  const open =
    organizationId !== undefined &&
    (await withinOrganization(organizationId, async () => {
      const row = await findInviteBySecret(service.database, organizationId, hashOfInvite(service, inviteId));
      return row !== undefined && (await isOpen(service, service.database, organizationId, row));
    }));
  if (!open) throw unusable();
}

/** The uploaded form, if any. */
export async function findTaxDocument(
  db: Queryable,
  organizationId: OrganizationId,
  inviteRowId: InviteRowId,
): Promise<TaxDocument | null> {
  const [file] = await attachmentsOf(db, organizationId, { kind: "invite", ids: [inviteRowId] });
  return file === undefined
    ? null
    : { fileName: file.file_name, formType: file.form_type ?? "unknown", uploadedAt: file.stored_at.toISOString() };
}

/** Refuses an answer without the form that the invite requires. */
export async function requireTaxDocument(tx: Tx, organizationId: OrganizationId, row: InviteRow): Promise<void> {
  if (!row.require_tax_document) return;
  if ((await findTaxDocument(tx, organizationId, row.invite_row_id)) === null)
    throw invalidRequest([{ path: "taxDocument", message: "is required. Upload your tax form first" }]);
}

/** Gives the form to the recipient that the answer filled. */
export async function giveTaxDocument(
  service: Pick<Service, "newId">,
  tx: Tx,
  { organizationId, row, recipientId }: { organizationId: OrganizationId; row: InviteRow; recipientId: RecipientId },
): Promise<void> {
  const files = await attachmentsOf(tx, organizationId, { kind: "invite", ids: [row.invite_row_id] });
  for (const { attachment_id: attachmentId } of files)
    await moveToOwner(tx, organizationId, {
      attachmentId,
      to: { kind: "recipient", id: recipientId },
      newId: service.newId<AttachmentId>(),
    });
}

/** A withdrawn invite keeps no form. */
export const dropTaxDocument = (tx: Tx, organizationId: OrganizationId, inviteRowId: InviteRowId): Promise<number> =>
  deleteFilesOf(tx, organizationId, { kind: "invite", id: inviteRowId });
