import type { KeysetRange } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { MailId, MailKind, QueuedKind } from "./mail.ts";
import { type MailStatus, mailStates } from "./mail-states.ts";
import { mails } from "./tables.ts";

export interface MailRow {
  readonly mail_id: MailId;
  readonly kind: MailKind;
  readonly recipient: string;
  readonly content: Buffer | null;
  readonly created_at: Date;
  readonly status: MailStatus;
}

const columns = sql`mail_id, kind, recipient, content, created_at, status`;
const isWaiting = isOneOf(sql`status`, mailStates.statesBefore("send"));

export const insertMail = (
  tx: Tx,
  organizationId: OrganizationId,
  row: Omit<MailRow, "content" | "status" | "kind"> & {
    kind: QueuedKind;
    content: Buffer;
    attachments: Buffer | null;
    sender_id: string | null;
    expires_at: Date | null;
  },
) =>
  tx.run(sql`
  insert into mails (organization_id, mail_id, kind, recipient, content, attachments, created_at, sender_id, expires_at)
  values (${organizationId}, ${row.mail_id}, ${row.kind}, ${row.recipient}, ${row.content}, ${row.attachments},
          ${row.created_at}, ${row.sender_id}, ${row.expires_at})
  returning ${mails.inserted()}`);

/** How many emails of a kind each address received since an id, optionally from one sender. */
export const countSince = (
  db: Queryable,
  organizationId: OrganizationId,
  { kind, firstId, senderId }: { kind: QueuedKind; firstId: string; senderId: string | null },
) =>
  db.many<{ recipient: string; count: bigint }>(sql`
  select lower(recipient) as recipient, count(*) as count from mails
   where organization_id = ${organizationId} and mail_id >= ${firstId}::uuid and kind = ${kind}
     and ${senderId === null ? sql`true` : sql`sender_id = ${senderId}`}
   group by 1`);

export const organizationsWithDueMails = (db: Queryable, now: Date) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select distinct organization_id from mails where ${isWaiting} and (retry_at is null or retry_at <= ${now})`);

export interface ClaimedMail {
  readonly mail_id: MailId;
  readonly kind: QueuedKind;
  readonly recipient: string;
  readonly content: Buffer;
  readonly attachments: Buffer | null;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly attempts: number;
  readonly first_attempt_at: Date;
}

/** The oldest due email, leased to this process and counted as attempted; `mail` is undefined if it is not proven. */
export async function claimMail(
  tx: Tx,
  organizationId: OrganizationId,
  { now, leaseEndsAt }: { now: Date; leaseEndsAt: Date },
): Promise<{ readonly mail: ClaimedMail | undefined } | undefined> {
  const leased = await leaseMail(tx, organizationId, { now, leaseEndsAt });
  return leased && { mail: await findClaimed(tx, organizationId, leased.mail_id) };
}

const findClaimed = (tx: Tx, organizationId: OrganizationId, mailId: MailId) =>
  tx.maybe<ClaimedMail>(sql`
  select m.mail_id, m.kind, m.recipient, m.content, m.attachments, m.created_at, m.expires_at, m.attempts, m.first_attempt_at,
         ${mails.proofOrSkip("m")}
    from mails m
   where m.organization_id = ${organizationId} and m.mail_id = ${mailId}`);

const leaseMail = (tx: Tx, organizationId: OrganizationId, { now, leaseEndsAt }: { now: Date; leaseEndsAt: Date }) =>
  tx.maybe<{ mail_id: MailId }>(sql`
  update mails
     set attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, ${now}), retry_at = ${leaseEndsAt}
   where organization_id = ${organizationId}
     and mail_id = (select mail_id from mails
                     where organization_id = ${organizationId} and ${isWaiting} and (retry_at is null or retry_at <= ${now})
                     order by mail_id limit 1 for update skip locked)
  returning mail_id`);

/** Locks an email whose attempt has ended. Fails if it is not proven: it is then never sent again. */
const lockMail = (tx: Tx, organizationId: OrganizationId, mailId: MailId) =>
  tx.maybe(sql`
  select m.mail_id, ${mails.proof("m")} from mails m
   where m.organization_id = ${organizationId} and m.mail_id = ${mailId} for update`);

export async function markMailSent(
  tx: Tx,
  organizationId: OrganizationId,
  { mailId, at, keepContent }: { mailId: MailId; at: Date; keepContent: boolean },
): Promise<number> {
  await lockMail(tx, organizationId, mailId);
  return tx.run(sql`
  update mails
     set status = ${mailStates.moves.send.to}, sent_at = ${at}, problem = null, content = case when ${keepContent} then content end,
         attachments = case when ${keepContent} then attachments end
   where organization_id = ${organizationId} and mail_id = ${mailId}
     and ${isOneOf(sql`status`, mailStates.statesBefore("send"))}
  returning ${mails.changed()}`);
}

/** Retries at `retryAt`, or never. */
export async function markMailFailed(
  tx: Tx,
  organizationId: OrganizationId,
  { mailId, problem, retryAt, at }: { mailId: MailId; problem: string; retryAt: Date | undefined; at: Date },
): Promise<number> {
  const trigger = retryAt === undefined ? "giveUp" : "retry";
  await lockMail(tx, organizationId, mailId);
  return tx.run(sql`
  update mails
     set status = ${mailStates.moves[trigger].to}, problem = ${problem}, retry_at = ${retryAt ?? null},
         given_up_at = ${retryAt === undefined ? at : null}
   where organization_id = ${organizationId} and mail_id = ${mailId}
     and ${isOneOf(sql`status`, mailStates.statesBefore(trigger))}
  returning ${mails.changed()}`);
}

/** A channel that fails is tried again at this time, with the oldest of its messages; the others wait, and emails do not. */
export const postponeMessages = (
  tx: Tx,
  organizationId: OrganizationId,
  { channelId, until }: { channelId: string; until: Date },
) =>
  tx.run(sql`
  update mails set retry_at = ${until}
   where organization_id = ${organizationId} and recipient = ${channelId} and kind = 'chatMessage' and ${isWaiting}
     and (retry_at is null or retry_at < ${until})`);

/** An email as far as it shows whether mail reaches people. */
export interface MailProgress {
  readonly mail_id: MailId;
  readonly recipient: string;
  readonly status: MailStatus;
  readonly created_at: Date;
  readonly sent_at: Date | null;
  /** Why the latest attempt failed; null: none did, or it was sent. */
  readonly problem: string | null;
}

/** The newest email of a kind. */
export const findNewestMail = (db: Queryable, organizationId: OrganizationId, kind: MailKind) =>
  db.maybe<MailProgress>(sql`
  select mail_id, recipient, status, created_at, sent_at, problem from mails
   where organization_id = ${organizationId} and kind = ${kind}
   order by mail_id desc limit 1`);

/** The emails of a kind to certain addresses since an ID, oldest first: those that are still kept. */
export const mailsTo = (
  db: Queryable,
  organizationId: OrganizationId,
  { kind, recipients, firstId }: { kind: MailKind; recipients: readonly string[]; firstId: string },
) =>
  db.many<MailProgress>(sql`
  select mail_id, recipient, status, created_at, sent_at, problem from mails
   where organization_id = ${organizationId} and mail_id >= ${firstId}::uuid and kind = ${kind}
     and recipient = any (${[...recipients]}::text[])
   order by mail_id`);

/** The key for paging a list of emails. */
export const mailKey = sql`mail_id`;

export const listMailRows = (db: Queryable, organizationId: OrganizationId, keyset: KeysetRange) =>
  db.many<MailRow>(sql`
  select ${columns} from mails
   where organization_id = ${organizationId} and kind <> 'chatMessage' and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`);

export const findMailRow = (db: Queryable, organizationId: OrganizationId, mailId: string) =>
  db.maybe<MailRow>(sql`
  select ${columns} from mails
   where organization_id = ${organizationId} and mail_id = ${mailId}::uuid and kind <> 'chatMessage'`);

export const mailExists = (organizationId: OrganizationId, mailId: string) =>
  sql`select 1 from mails where organization_id = ${organizationId} and mail_id = ${mailId}::uuid`;

/** Deletes a bounded number at a time. */
export const deleteOldMails = (tx: Tx, organizationId: OrganizationId, firstKeptId: string) =>
  tx.run(sql`
  delete from mails
   where organization_id = ${organizationId}
     and mail_id in (select mail_id from mails
                      where organization_id = ${organizationId} and mail_id < ${firstKeptId}::uuid and not (${isWaiting})
                      order by mail_id limit 1000)
  returning ${mails.removed()}`);
