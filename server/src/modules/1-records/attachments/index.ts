/**
 * Files attached to transactions, approval requests, recipients, and invoices, and the logos of organizations. The module
 * that owns the resource registers its routes with attachmentRoutes and decides who may attach what, and when.
 *
 * Guarantees: what was uploaded is what is downloaded, without the metadata of photos, or an error; a file is visible
 * completely or not at all, whatever dies; content is encrypted before it reaches the store and inspected before it is
 * accepted; a link works for 12 hours and reveals neither store nor file.
 */

export { attachmentRoutes } from "./attachment.routes.ts";
export { formTypes } from "./attachment.ts";
export { downloadUrlOf, renewLink } from "./attachment-link.ts";
export { attachmentRefusals, refuseAttachment } from "./attachment-refusals.ts";
export {
  InvoiceAttachmentSchema,
  RecipientAttachmentItemSchema,
  RecipientAttachmentSchema,
  renderForInvoice,
  renderForRecipient,
  renderForTransaction,
  TransactionAttachmentSchema,
  UploadedFileSchema,
} from "./attachment-schemas.ts";
export { attachmentStates } from "./attachment-states.ts";
export {
  attachmentKey,
  attachmentsOf,
  deleteFilesOf,
  findStored as findAttachment,
  moveToOwner,
  objectsInUse,
  pageOfAttachments,
} from "./attachments.queries.ts";
export { deleteAttachment } from "./delete-attachment.ts";
export { downloadRoute } from "./download.routes.ts";
export { contentDisposition } from "./inspect/file-name.ts";
export { inspectFile } from "./inspect/inspect-file.ts";
export { openAttachment } from "./read-content.ts";
export { sweepAttachments } from "./sweep-leftovers.ts";
export { type Upload, uploadFile } from "./upload-file.ts";
