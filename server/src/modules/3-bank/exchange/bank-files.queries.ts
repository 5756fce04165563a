import type { KeysetRange } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { allOf, isOneOf, type Sql, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { BankFileFormat, BankFileId, BankFileRow, Direction, FileKey, PaymentPurpose } from "./bank-file.ts";
import type { BankRail, ConnectionId } from "./bank-rail.ts";
import { type BankFileState, bankFileStates } from "./file-states.ts";
import { bankFiles } from "./tables.ts";

const columns = sql`
  file_id, connection_id, direction, rail, format, name, state, reason, message_id, created_at, closes_at, transaction_count,
  bytes, sha256, sent_at, answer_due_at, answered_at, processed_at, repeats_file_id, tolerated`;

/** The key for paging the list. */
export const bankFileKey = sql`file_id`;

export interface BankFileFilter {
  readonly direction?: Direction | undefined;
  readonly state?: BankFileState | undefined;
  readonly rail?: BankRail | undefined;
  readonly format?: BankFileFormat | undefined;
  readonly connectionId?: string | undefined;
  /** Only files that need a person at this time. */
  readonly needsPersonAt?: Date | undefined;
}

const needsPerson = (organizationId: OrganizationId, now: Date): Sql =>
  sql`(state in ('inDoubt', 'withheld', 'quarantined') or (state = 'sent' and answer_due_at <= ${now})
       or file_id in (select i.file_id from bank_file_items i where i.organization_id = ${organizationId} and i.state = 'open'))`;

const conditionOf = (organizationId: OrganizationId, filter: BankFileFilter): Sql =>
  allOf([
    ...(filter.direction === undefined ? [] : [sql`direction = ${filter.direction}`]),
    ...(filter.state === undefined ? [sql`state <> 'open'`] : [sql`state = ${filter.state}`]),
    ...(filter.rail === undefined ? [] : [sql`rail = ${filter.rail}`]),
    ...(filter.format === undefined ? [] : [sql`format = ${filter.format}`]),
    ...(filter.needsPersonAt === undefined ? [] : [needsPerson(organizationId, filter.needsPersonAt)]),
    ...(filter.connectionId === undefined ? [] : [sql`connection_id = ${filter.connectionId}`]),
  ]);

export const pageOfFiles = (
  db: Queryable,
  organizationId: OrganizationId,
  { filter, keyset }: { filter: BankFileFilter; keyset: KeysetRange },
) =>
  db.many<BankFileRow>(sql`
  select ${columns} from bank_files
   where organization_id = ${organizationId} and ${conditionOf(organizationId, filter)} and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`);

export const fileWithId = (organizationId: OrganizationId, fileId: string) =>
  sql`select 1 from bank_files where organization_id = ${organizationId} and file_id = ${fileId}::uuid`;

export const findFile = (db: Queryable, organizationId: OrganizationId, fileId: string) =>
  db.maybe<BankFileRow>(sql`
  select ${columns} from bank_files where organization_id = ${organizationId} and file_id = ${fileId}::uuid`);

export const lockFile = (tx: Tx, organizationId: OrganizationId, fileId: string) =>
  tx.maybe<BankFileRow>(sql`
  select ${columns}, ${bankFiles.proof("f")} from bank_files f
   where organization_id = ${organizationId} and file_id = ${fileId}::uuid
     for update of f`);

/** The state of a file and, in doubt, since when the bank may have it. */
export const findDoubt = (db: Queryable, organizationId: OrganizationId, fileId: string) =>
  db.maybe<{ state: BankFileState; handed_over_at: Date | null }>(sql`
  select state, handed_over_at from bank_files
   where organization_id = ${organizationId} and file_id = ${fileId}::uuid`);

/** Files that only the connection can send: waiting, being sent, or in doubt. */
export const countUnsentFiles = async (
  db: Queryable,
  { organizationId, connectionId }: { readonly organizationId: OrganizationId; readonly connectionId: ConnectionId },
): Promise<number> => {
  const { count } = await db.one<{ count: bigint }>(sql`
  select count(*) as count from bank_files
   where organization_id = ${organizationId} and connection_id = ${connectionId}
     and state in ('open', 'written', 'sending', 'inDoubt')`);
  return Number(count);
};

/** Whether files of these connections are on their way: to be sent, being sent, or to be processed. */
export const haveFilesOnTheWay = async (
  db: Queryable,
  organizationId: OrganizationId,
  connectionIds: readonly ConnectionId[],
): Promise<boolean> => {
  const { found } = await db.one<{ found: boolean }>(sql`
  select exists (select from bank_files
                  where organization_id = ${organizationId} and connection_id = any (${[...connectionIds]}::uuid[])
                    and state in ('written', 'sending', 'received')) as found`);
  return found;
};

type Decision = Extract<
  (typeof bankFileStates.triggers)[number],
  "resend" | "settle" | "release" | "retry" | "dismiss"
>;

/** A person's decision about a file. */
export const decideFile = (
  tx: Tx,
  { organizationId, fileId }: FileKey,
  { trigger, at }: { trigger: Decision; at: Date },
) => {
  const settles = trigger === "settle";
  return tx.run(
    bankFiles.update({
      set: sql`state = ${bankFileStates.moves[trigger].to}, reason = case when ${trigger === "dismiss"} then reason end,
         handed_over_at = null, processed_at = null, retry_at = null, attempts = 0, alerted_at = null,
         sent_at = case when ${settles} then ${at}::timestamptz end,
         answer_due_at = case when ${settles} then (${at}::timestamptz at time zone 'UTC' + answer_within_ms * interval '1 millisecond') at time zone 'UTC' end,
         message_id = case when direction = 'out' then message_id end`,
      where: sql`organization_id = ${organizationId} and file_id = ${fileId}
     and ${isOneOf(sql`state`, bankFileStates.statesBefore(trigger))}`,
    }),
  );
};

/** A received file without content was never read whole: it is forgotten, so that the inbox is read again. */
export const forgetRemote = (tx: Tx, { organizationId, fileId }: FileKey) =>
  tx.run(sql`
  update bank_files set remote_modified_at = null
   where organization_id = ${organizationId} and file_id = ${fileId} and direction = 'in'`);

/** An outgoing file by its message's identification, for the bank's answers. */
export const findByMessageId = (
  db: Queryable,
  organizationId: OrganizationId,
  { connectionId, messageId }: { connectionId: ConnectionId; messageId: string },
) =>
  db.many<BankFileRow>(sql`
  select ${columns}, ${bankFiles.proofOrSkip("f")} from bank_files f
   where organization_id = ${organizationId} and message_id = ${messageId} and direction = 'out'
     and connection_id = ${connectionId} and state <> 'rehearsed'
   order by file_id desc limit 10`);

export interface FoundPayment {
  readonly reference: string;
  readonly transactionId: TransactionId;
  readonly fileId: BankFileId;
  readonly purpose: PaymentPurpose;
}

/** Which payments the bank means by references, and the files that they were sent in; the latest file first. */
export const findPayments = (
  db: Queryable,
  organizationId: OrganizationId,
  { connectionId, references }: { connectionId?: ConnectionId; references: readonly string[] },
) =>
  db.many<FoundPayment>(sql`
  select p.reference, p.transaction_id as "transactionId", p.file_id as "fileId", p.purpose
    from bank_file_payments p
    join bank_files f on f.organization_id = p.organization_id and f.file_id = p.file_id
   where p.organization_id = ${organizationId} and p.reference = any (${[...references]}::text[])
     and f.direction = 'out' and f.state <> 'rehearsed'
     and ${connectionId === undefined ? sql`true` : sql`f.connection_id = ${connectionId}`}
   order by p.file_id desc`);

/** How many files wait for a person, by state. */
export const countAttention = (db: Queryable) =>
  db.many<{ state: BankFileState; total: bigint }>(sql`
  select state, count(*) as total from bank_files
   where state in ('inDoubt', 'withheld', 'quarantined') group by state`);

export const countUnanswered = (db: Queryable, now: Date) =>
  db.one<{ total: bigint }>(sql`
  select count(*) as total from bank_files where state = 'sent' and answer_due_at <= ${now}`);

/** Files that were reported because they should have been sent. */
export const countUnsent = (db: Queryable) =>
  db.one<{ total: bigint }>(sql`
  select count(*) as total from bank_files where state in ('written', 'sending') and alerted_at is not null`);

interface PaymentInFile {
  readonly transactionId: TransactionId;
  readonly fileId: BankFileId;
}

/** The payments of files, at most so many. */
export const paymentsOfFiles = (
  db: Queryable,
  organizationId: OrganizationId,
  { fileIds, limit }: { readonly fileIds: readonly BankFileId[]; readonly limit: number },
) =>
  db.many<PaymentInFile>(sql`
  select transaction_id as "transactionId", file_id as "fileId" from bank_file_payments
   where organization_id = ${organizationId} and file_id = any (${uuidArray(fileIds)}::uuid[])
     and purpose = 'pay' and not released
   limit ${limit}`);

/** Of these payments, those that a file pays, or whose checks it issues or prints: such rows are never changed nor deleted. */
export const filedAmong = (db: Queryable, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  db.many<{ transaction_id: TransactionId; file_id: BankFileId }>(sql`
  select p.transaction_id, p.file_id
    from unnest(${uuidArray(ids)}::uuid[]) as g(id)
   cross join lateral (
     select transaction_id, file_id from bank_file_payments
      where organization_id = ${organizationId} and transaction_id = g.id and purpose in ('pay', 'issue', 'print')
     offset 0) p`);

/**
 * Whether another file pays the payment, or issues its check: such rows are only added, so a row that says that the payment
 * is in this file is not true.
 */
export const isInAnotherFile = (
  organizationId: OrganizationId,
  { fileId, transactionId }: { readonly fileId: BankFileId; readonly transactionId: Sql },
): Sql => sql`coalesce((
  select p.file_id <> ${fileId} from bank_file_payments p
   where p.organization_id = ${organizationId} and p.transaction_id = ${transactionId} and p.purpose in ('pay', 'issue') limit 1), false)`;

/** The ACH file in which each of these payments was sent. */
export const fileOfEachPayment = (db: Queryable, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  db.many<PaymentInFile>(sql`
  select p.transaction_id as "transactionId", p.file_id as "fileId"
    from bank_file_payments p
    join bank_files f on f.organization_id = p.organization_id and f.file_id = p.file_id
   where p.organization_id = ${organizationId} and p.transaction_id = any (${uuidArray(ids)}::uuid[])
     and p.purpose = 'pay' and not p.released and f.format = 'nacha'`);

/** A file that a payment was sent in, or in which the bank answered about it. */
export interface FileOfPayment {
  readonly file_id: BankFileId;
  readonly name: string | null;
  readonly purpose: PaymentPurpose;
  /** When the bank had it; for a file that stays here, when it was written; for an answer, when it was processed. */
  readonly at: Date;
  readonly state: BankFileState;
}

/** The files of a payment, the first ones first. Those that were never sent are left out. */
export const filesOfPayment = (
  db: Queryable,
  organizationId: OrganizationId,
  { transactionId, limit }: { readonly transactionId: string; readonly limit: number },
) =>
  db.many<FileOfPayment>(sql`
  select f.file_id, f.name, p.purpose, coalesce(f.sent_at, f.processed_at, f.created_at) as at, f.state
    from bank_file_payments p
    join bank_files f on f.organization_id = p.organization_id and f.file_id = p.file_id
   where p.organization_id = ${organizationId} and p.transaction_id = ${transactionId} and not p.released
     and (f.sent_at is not null or f.state in ('kept', 'processed'))
   order by p.file_id limit ${limit}`);
