import type { AttachmentId, TokenId, UserId } from "#kernel/values/ids.ts";
import type { AttachmentStatus } from "./attachment-states.ts";

/** What a file is attached to. A tax form belongs to its invite until the payee completes it. */
export const ownerKinds = ["transaction", "request", "recipient", "invite", "invoice", "organization"] as const;
export type OwnerKind = (typeof ownerKinds)[number];

export interface Owner {
  readonly kind: OwnerKind;
  readonly id: string;
}

/** What a caller says a file is. */
export const attachmentTypes = ["receipt", "bill", "other"] as const;
export type AttachmentType = (typeof attachmentTypes)[number];
/** Clients know no `bill` in responses (wire contract §3.2). */
export const shownTypes = ["checkImage", "receipt", "other"] as const;
export type ShownType = (typeof shownTypes)[number];
export const shownTypeOf = (type: AttachmentType): ShownType => (type === "bill" ? "other" : type);

/** Tax forms of the Internal Revenue Service (wire contract §4.4). */
export const formTypes = ["w9", "w8BEN", "w8BENE", "unknown"] as const;
export type FormType = (typeof formTypes)[number];

/** Who uploaded a file: a user or a token, or, if both are null, the payee through an invite. */
export interface Uploader {
  readonly userId: UserId | null;
  readonly tokenId: TokenId | null;
}

/** A stored row of attachments. */
export interface AttachmentRow {
  readonly attachment_id: AttachmentId;
  readonly owner_kind: OwnerKind;
  readonly owner_id: string;
  readonly attachment_type: AttachmentType;
  readonly form_type: FormType | null;
  readonly file_name: string;
  readonly media_type: string;
  readonly size_bytes: number;
  readonly sha256: Buffer;
  readonly object_name: string;
  readonly status: AttachmentStatus;
  readonly uploaded_by_user: UserId | null;
  readonly uploaded_by_token: TokenId | null;
  readonly stored_at: Date;
}
