import type { BankFileId } from "#bank/exchange";
import type { KeysetRange } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { allOf, type Sql, sql } from "#kernel/sql/sql.ts";
import type { Id, OrganizationId, RecipientId, TransactionId } from "#kernel/values/ids.ts";
import type { ChangeOutcome } from "../ach/ach-changes.queries.ts";

export type NoticeId = Id<"bankNotice">;

export const noticeKinds = [
  "changeOfDetails",
  "lateReturn",
  "dishonoredReturn",
  "contestedReturn",
  "reversalReturned",
  "paidBackTwice",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export interface NewNotice {
  readonly noticeId: NoticeId;
  readonly kind: NoticeKind;
  /** The notification of change, the answer, or what else the notice is about: each has one notice. */
  readonly sourceId: Id<"achChange"> | Id<"answer"> | Id<"paymentUndo"> | Id<"achMessage">;
  readonly transactionId: TransactionId;
  readonly recipientId: RecipientId;
  readonly sourceFileId: BankFileId;
  readonly code: string;
  readonly receivedAt: Date;
  /** YYYY-MM-DD. */
  readonly actBy: string;
  readonly outcome: ChangeOutcome | undefined;
  readonly isDone: boolean;
}

export interface NoticeRow {
  readonly notice_id: NoticeId;
  readonly kind: NoticeKind;
  readonly source_id: string;
  readonly transaction_id: TransactionId;
  readonly recipient_id: RecipientId;
  readonly source_file_id: BankFileId;
  readonly code: string;
  readonly received_at: Date;
  readonly act_by: string;
  readonly outcome: ChangeOutcome | null;
  readonly done_at: Date | null;
  /** What the receiver's bank corrects, sealed; null for returns. */
  readonly corrected_data: Buffer | null;
}

export const insertNotice = (tx: Tx, organizationId: OrganizationId, notice: NewNotice) =>
  tx.run(sql`
  insert into bank_notices (organization_id, notice_id, kind, source_id, transaction_id, recipient_id, source_file_id, code, received_at, act_by, outcome, done_at)
  values (${organizationId}, ${notice.noticeId}, ${notice.kind}, ${notice.sourceId}, ${notice.transactionId}, ${notice.recipientId}, ${notice.sourceFileId},
          ${notice.code}, ${notice.receivedAt}, ${notice.actBy}, ${notice.outcome ?? null}, ${notice.isDone ? notice.receivedAt : null})
  on conflict do nothing`);

/** The key for paging the list. */
export const noticeKey = sql`n.notice_id`;

export interface NoticeFilter {
  /** Only those that a person has to act on, or only the others. */
  readonly isOpen?: boolean | undefined;
  readonly recipientId?: string | undefined;
}

const conditionOf = ({ isOpen, recipientId }: NoticeFilter): Sql =>
  allOf([
    ...(isOpen === undefined ? [] : [isOpen ? sql`n.done_at is null` : sql`n.done_at is not null`]),
    ...(recipientId === undefined ? [] : [sql`n.recipient_id = ${recipientId}::uuid`]),
    sql`true`,
  ]);

const selected = sql`
  select n.notice_id, n.kind, n.source_id, n.transaction_id, n.recipient_id, n.source_file_id, n.code, n.received_at, n.act_by::text as act_by,
         n.outcome, n.done_at, c.corrected_data
    from bank_notices n
    left join ach_changes c on c.organization_id = n.organization_id and c.change_id = n.source_id`;

export const pageOfNotices = (
  db: Queryable,
  organizationId: OrganizationId,
  { filter, keyset }: { filter: NoticeFilter; keyset: KeysetRange },
) =>
  db.many<NoticeRow>(sql`
  ${selected}
   where n.organization_id = ${organizationId} and ${conditionOf(filter)} and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`);

export const noticeWithId = (organizationId: OrganizationId, noticeId: string) =>
  sql`select 1 from bank_notices where organization_id = ${organizationId} and notice_id = ${noticeId}::uuid`;

export const findNotice = (db: Queryable, organizationId: OrganizationId, noticeId: string) =>
  db.maybe<NoticeRow>(sql`
  ${selected} where n.organization_id = ${organizationId} and n.notice_id = ${noticeId}::uuid`);

/** Marks open notices as done. Returns the number of those that were open. */
export const closeNotices = (
  tx: Tx,
  organizationId: OrganizationId,
  { noticeIds, at }: { noticeIds: readonly NoticeId[]; at: Date },
) =>
  tx.run(sql`
  update bank_notices set done_at = ${at}
   where organization_id = ${organizationId} and notice_id = any (${[...noticeIds]}::uuid[]) and done_at is null`);

/** Organizations with a notice that is due soon and of which nobody was reminded, or with a proposal to follow. */
export const organizationsWithNotices = (db: Queryable, remindBefore: string) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select distinct organization_id from bank_notices
   where done_at is null and (outcome = 'proposed' or (reminded_at is null and act_by <= ${remindBefore}::date))`);

/** Open notices whose correction waits for a second person. */
export const openProposals = (tx: Tx, organizationId: OrganizationId, limit: number) =>
  tx.many<{ notice_id: NoticeId; recipient_id: RecipientId }>(sql`
  select notice_id, recipient_id from bank_notices
   where organization_id = ${organizationId} and done_at is null and outcome = 'proposed'
   order by notice_id limit ${limit} for update skip locked`);

/** Open notices that are due soon, marked as reminded. */
export const takeDueNotices = (
  tx: Tx,
  organizationId: OrganizationId,
  { remindBefore, now, limit }: { remindBefore: string; now: Date; limit: number },
) =>
  tx.many<{ notice_id: NoticeId }>(sql`
  update bank_notices set reminded_at = ${now}
   where organization_id = ${organizationId}
     and notice_id in (select notice_id from bank_notices
                        where organization_id = ${organizationId} and done_at is null and reminded_at is null
                          and act_by <= ${remindBefore}::date
                        order by notice_id limit ${limit} for update skip locked)
  returning notice_id`);

export const countOpenNotices = (db: Queryable) =>
  db.one<{ total: bigint }>(sql`select count(*) as total from bank_notices where done_at is null`);
