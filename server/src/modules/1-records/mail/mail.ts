import type { Id, OrganizationId } from "#kernel/values/ids.ts";
import type { MailContent } from "./letter.ts";

export type MailId = Id<"mail">;
export type MailKind =
  | "invitation"
  | "passwordReset"
  | "approvalNeeded"
  | "recipientInvite"
  | "securityNotice"
  | "remittanceAdvice"
  | "statementReady"
  | "paymentFailed"
  | "invoice"
  | "bankFileAlert"
  | "notification"
  | "digest"
  | "testEmail";
/** What waits in the table of emails: `chatMessage` is for a chat channel, whose ID is the recipient. */
export type QueuedKind = MailKind | "chatMessage";

/** A file sent with an email. */
export interface MailAttachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
  /** Of a picture in the email's own text. */
  readonly contentId?: string;
}

/** An email to be sent. */
export interface Mail extends MailContent {
  readonly attachments?: readonly MailAttachment[];
  readonly organizationId: OrganizationId;
  readonly mailId: MailId;
  readonly recipient: string;
  readonly createdAt: Date;
}

interface StoredAttachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly base64: string;
}

export const attachmentsText = (attachments: readonly MailAttachment[]): string =>
  JSON.stringify(
    attachments.map(
      ({ fileName, contentType, content }): StoredAttachment => ({
        fileName,
        contentType,
        base64: content.toString("base64"),
      }),
    ),
  );

export const attachmentsFromText = (text: string): readonly MailAttachment[] =>
  // Written by attachmentsText.
  (JSON.parse(text) as readonly StoredAttachment[]).map(({ fileName, contentType, base64 }) => ({
    fileName,
    contentType,
    content: Buffer.from(base64, "base64"),
  }));
