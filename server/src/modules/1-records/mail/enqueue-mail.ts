import { HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { firstIdAt, type OrganizationId, type TokenId, type UserId } from "#kernel/values/ids.ts";
import { brandOf } from "./brand-of-mail.ts";
import { type Letter, renderLetter } from "./letter.ts";
import { attachmentsText, type MailAttachment, type MailId, type MailKind, type QueuedKind } from "./mail.ts";
import { countSince, insertMail } from "./mails.queries.ts";
import { mailAttachments, mailContents } from "./tables.ts";

export interface MailToSend {
  readonly organizationId: OrganizationId;
  readonly kind: MailKind;
  /** An email address. */
  readonly recipient: string;
  readonly letter: Letter;
  /** The sender, where sends are limited: a user, or a token without a creator. */
  readonly senderId?: UserId | TokenId | null;
  /** When sending becomes pointless, on the machine's clock: the expiry of its link. */
  readonly expiresAt?: Date;
  /** Files to send with it. */
  readonly attachments?: readonly MailAttachment[];
}

/** Queues an email. It is sent after the caller's transaction commits, and not at all if it rolls back. */
export async function enqueueMail(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  { organizationId, kind, recipient, letter, senderId = null, expiresAt, attachments = [] }: MailToSend,
): Promise<MailId> {
  const mailId = service.newId<MailId>();
  const content = JSON.stringify(renderLetter(letter, await brandOf(tx, organizationId, kind)));
  await insertMail(tx, organizationId, {
    mail_id: mailId,
    kind,
    recipient,
    content: await service.vault.seal(tx, organizationId, mailContents.contextOf(mailId), content),
    attachments:
      attachments.length === 0
        ? null
        : await service.vault.seal(tx, organizationId, mailAttachments.contextOf(mailId), attachmentsText(attachments)),
    created_at: service.clock.now(),
    sender_id: senderId,
    expires_at: expiresAt ?? null,
  });
  return mailId;
}

/** A message for a chat channel. */
export interface MessageToSend {
  readonly organizationId: OrganizationId;
  readonly channelId: string;
  readonly letter: Letter;
}

/** Queues a message for a channel, which waits and is tried again like an email. */
export async function enqueueMessage(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  { organizationId, channelId, letter }: MessageToSend,
): Promise<MailId> {
  const mailId = service.newId<MailId>();
  await insertMail(tx, organizationId, {
    mail_id: mailId,
    kind: "chatMessage",
    recipient: channelId,
    content: await service.vault.seal(tx, organizationId, mailContents.contextOf(mailId), JSON.stringify(letter)),
    attachments: null,
    created_at: service.clock.now(),
    sender_id: null,
    expires_at: null,
  });
  return mailId;
}

/**
 * How many emails of the kind each address (lower case) received in the last hour of the service's clock, in total or
 * from one sender.
 */
export async function mailsOfLastHour(
  service: Pick<Service, "clock">,
  db: Queryable,
  { organizationId, kind, senderId }: Pick<MailToSend, "organizationId" | "senderId"> & { readonly kind: QueuedKind },
): Promise<ReadonlyMap<string, number>> {
  const firstId = firstIdAt(plusMs(service.clock.now(), -HOUR_MS));
  const rows = await countSince(db, organizationId, { kind, firstId, senderId: senderId ?? null });
  return new Map(rows.map(({ recipient, count }) => [recipient, Number(count)]));
}
