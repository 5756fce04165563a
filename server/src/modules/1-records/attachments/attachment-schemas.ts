import { type Static, Type } from "typebox";
import { Nullable, OneOf, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type AttachmentRow, attachmentTypes, formTypes, shownTypeOf, shownTypes } from "./attachment.ts";
import { downloadUrlOf } from "./attachment-link.ts";
import { FILE_NAME_LENGTH_MAX } from "./inspect/file-name.ts";

const url = Type.String({
  description:
    "A link that downloads the file for 12 hours, without a token. Share it only with people who may have the file. Each response has a new one.",
});
const fileName = Type.String({ description: "Its name." });
const formType = OneOf(formTypes, "The IRS form, if the uploader named it.", "TaxFormType");

/** An attached file (wire contract §4.4, with more about the file). Every member is always present. */
export const AttachmentSchema = object(
  {
    id: Uuid("The attachment."),
    attachmentId: Uuid("The same as `id`."),
    fileName,
    url,
    downloadUrl: Type.String({ description: "The same as `url`." }),
    uploadedAt: Timestamp("When it was uploaded."),
    mediaType: Type.String({ description: "Its media type, detected from its content, such as `application/pdf`." }),
    sizeBytes: Type.Integer({ description: "Its size." }),
    sha256: Type.String({ description: "SHA-256 of its content, in hexadecimal digits." }),
    attachmentType: OneOf(shownTypes, "What it is; a `bill` is shown as `other`.", "AttachmentType"),
    formType,
    uploadedByUserId: Nullable(Uuid("The user who uploaded it.")),
    uploadedByTokenId: Nullable(
      Uuid(
        "The token that uploaded it. If there is neither a user nor a token, the recipient uploaded it, through an invite.",
      ),
    ),
  },
  { title: "Attachment", description: "An attached file." },
);
export type Attachment = Static<typeof AttachmentSchema>;

/** Embedded in a transaction (wire contract §3.2). */
export const TransactionAttachmentSchema = object(
  { attachmentType: OneOf(shownTypes, "What it is; a `bill` is shown as `other`.", "AttachmentType"), fileName, url },
  { title: "TransactionAttachment", description: "A file attached to a transaction." },
);

/** An item of an invoice's files (wire contract §4.15). */
export const InvoiceAttachmentSchema = object(
  { id: Uuid("The attachment."), fileName, url },
  { title: "InvoiceAttachment", description: "A file attached to an invoice." },
);

/** Embedded in a recipient (wire contract §3.3). */
export const RecipientAttachmentSchema = object(
  { fileName, uploadedAt: Timestamp("When it was uploaded."), url, formType },
  { title: "RecipientAttachment", description: "A tax form or another file of a recipient." },
);

/** An item of GET /recipients/attachments (wire contract §4.4). */
export const RecipientAttachmentItemSchema = object(
  {
    id: Uuid("The attachment."),
    recipientId: Uuid("The recipient."),
    fileName,
    uploadedAt: Timestamp("When it was uploaded."),
    url,
    formType,
  },
  { title: "RecipientAttachmentItem", description: "A file of a recipient, in the list of all recipients' files." },
);

/** `file` is its name here: the content has been received when the schema is checked. */
export const UploadedFileSchema = Type.String({
  format: "binary",
  minLength: 1,
  maxLength: FILE_NAME_LENGTH_MAX,
  description: `The file: at most 32 MB, with a name of at most ${FILE_NAME_LENGTH_MAX} characters. A PDF, an image (PNG, JPEG, HEIC, WebP, GIF, TIFF), a text or CSV file, or a Word or Excel document without macros.`,
});

export const UploadWithTypeSchema = object(
  {
    file: UploadedFileSchema,
    attachmentType: Type.Optional(OneOf(attachmentTypes, "What it is. The default is `other`.")),
    idempotencyKey: IdempotencyKey,
  },
  { title: "UploadDocumentRequest" },
);
export const UploadWithFormSchema = object(
  {
    file: UploadedFileSchema,
    formType: Type.Optional(OneOf(formTypes, "Which tax form it is. The default is `unknown`.", "TaxFormType")),
    idempotencyKey: IdempotencyKey,
  },
  { title: "UploadRecipientDocumentRequest" },
);

type Links = Pick<Service, "vault" | "clock" | "config">;

/** Without its links, for storage with an idempotency key. */
export const withoutLinks = (row: AttachmentRow): Attachment => ({
  id: row.attachment_id,
  attachmentId: row.attachment_id,
  fileName: row.file_name,
  url: "",
  downloadUrl: "",
  uploadedAt: row.stored_at.toISOString(),
  mediaType: row.media_type,
  sizeBytes: row.size_bytes,
  sha256: row.sha256.toString("hex"),
  attachmentType: shownTypeOf(row.attachment_type),
  formType: row.form_type ?? "unknown",
  uploadedByUserId: row.uploaded_by_user,
  uploadedByTokenId: row.uploaded_by_token,
});

/** With links that are valid from now on. */
export function withLinks(service: Links, organizationId: OrganizationId, attachment: Attachment): Attachment {
  // The id comes from a row of this module.
  const link = downloadUrlOf(service, organizationId, attachment.id as AttachmentRow["attachment_id"]);
  return { ...attachment, url: link, downloadUrl: link };
}

export const renderAttachment = (service: Links, organizationId: OrganizationId, row: AttachmentRow): Attachment =>
  withLinks(service, organizationId, withoutLinks(row));

export const renderForTransaction = (service: Links, organizationId: OrganizationId, row: AttachmentRow) => ({
  attachmentType: shownTypeOf(row.attachment_type),
  fileName: row.file_name,
  url: downloadUrlOf(service, organizationId, row.attachment_id),
});

export const renderForInvoice = (service: Links, organizationId: OrganizationId, row: AttachmentRow) => ({
  id: row.attachment_id,
  fileName: row.file_name,
  url: downloadUrlOf(service, organizationId, row.attachment_id),
});

export const renderForRecipient = (service: Links, organizationId: OrganizationId, row: AttachmentRow) => ({
  fileName: row.file_name,
  uploadedAt: row.stored_at.toISOString(),
  url: downloadUrlOf(service, organizationId, row.attachment_id),
  formType: row.form_type ?? ("unknown" as const),
});
