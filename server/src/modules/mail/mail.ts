import type { Id, OrganizationId } from "../../kernel/values/ids.ts";
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
  | "paymentFailed";

/** An email to be sent. */
export interface Mail extends MailContent {
  readonly organizationId: OrganizationId;
  readonly mailId: MailId;
  readonly recipient: string;
  readonly createdAt: Date;
}

/** The encryption context that ties an email's content to its row. */
export const mailContextOf = (mailId: MailId): string => `mail/${mailId}`;
