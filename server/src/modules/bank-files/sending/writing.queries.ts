import type { Queryable, Tx } from "../../../kernel/sql/database.ts";
import { isOneOf, sql, uuidArray } from "../../../kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "../../../kernel/values/ids.ts";
import type { BankRail, ConnectionId } from "../../bank-connections/index.ts";
import type { BankFileFormat, BankFileId, FilePayment, PaymentPurpose } from "../bank-file.ts";
import { bankFileStates } from "../file-states.ts";

/** The columns that refer to a stored content. */
export interface ContentColumns {
  readonly object_name: string;
  readonly content_key: Buffer;
  readonly bytes: number;
  readonly sha256: Buffer;
}

export interface NewOutgoingFile extends ContentColumns {
  readonly fileId: BankFileId;
  readonly connectionId: ConnectionId;
  readonly rail: BankRail;
  readonly format: BankFileFormat;
  readonly name: string;
  readonly state: "written" | "rehearsed" | "kept";
  readonly messageId: string | undefined;
  readonly transactions: number;
  readonly answerWithinMs: number | undefined;
  readonly at: Date;
}

export const insertOutgoingFile = (tx: Tx, organizationId: OrganizationId, file: NewOutgoingFile) =>
  tx.run(sql`
  insert into bank_files (organization_id, file_id, connection_id, direction, rail, format, name, state, message_id,
    created_at, transaction_count, object_name, content_key, bytes, sha256, answer_within_ms)
  values (${organizationId}, ${file.fileId}, ${file.connectionId}, 'out', ${file.rail}, ${file.format}, ${file.name},
    ${file.state}, ${file.messageId ?? null}, ${file.at}, ${file.transactions}, ${file.object_name},
    ${file.content_key}, ${file.bytes}, ${file.sha256}, ${file.answerWithinMs ?? null})`);

/** What an open file is for: a file is collected for each. */
export interface CollectingFile {
  readonly connectionId: ConnectionId;
  readonly rail: BankRail;
  readonly format: BankFileFormat;
  readonly closesAt: Date;
}

export const insertOpenFile = (
  tx: Tx,
  organizationId: OrganizationId,
  { fileId, at, ...file }: CollectingFile & { fileId: BankFileId; at: Date },
) =>
  tx.run(sql`
  insert into bank_files (organization_id, file_id, connection_id, direction, rail, format, state, created_at, closes_at)
  values (${organizationId}, ${fileId}, ${file.connectionId}, 'out', ${file.rail}, ${file.format}, 'open', ${at},
    ${file.closesAt})
  on conflict (organization_id, connection_id, rail, format, closes_at) where state = 'open' do nothing`);

export const lockOpenFileFor = (tx: Tx, organizationId: OrganizationId, file: CollectingFile) =>
  tx.maybe<{ file_id: BankFileId }>(sql`
  select file_id from bank_files
   where organization_id = ${organizationId} and connection_id = ${file.connectionId} and rail = ${file.rail}
     and format = ${file.format} and closes_at = ${file.closesAt} and state = 'open'
     for update`);

export const lockOpenFile = (tx: Tx, organizationId: OrganizationId, fileId: BankFileId) =>
  tx.maybe<{ file_id: BankFileId; connection_id: ConnectionId }>(sql`
  select file_id, connection_id from bank_files
   where organization_id = ${organizationId} and file_id = ${fileId}
     and ${isOneOf(sql`state`, bankFileStates.statesBefore("close"))}
     for update`);

/** Adds payments after those that the file has. A payment that is in another file for the purpose is left out. */
export const insertPayments = (
  tx: Tx,
  organizationId: OrganizationId,
  fileId: BankFileId,
  payments: readonly FilePayment[],
) =>
  tx.many<{ transaction_id: TransactionId }>(sql`
  insert into bank_file_payments (organization_id, file_id, position, transaction_id, purpose, reference)
  select ${organizationId}, ${fileId},
         g.position + coalesce((select max(position) from bank_file_payments
                                 where organization_id = ${organizationId} and file_id = ${fileId}), 0),
         g.transaction_id, g.purpose, g.reference
    from unnest(${uuidArray(payments.map(({ transactionId }) => transactionId))}::uuid[],
                ${payments.map(({ purpose }) => purpose)}::text[],
                ${payments.map(({ reference }) => reference ?? null)}::text[])
         with ordinality as g(transaction_id, purpose, reference, position)
  on conflict (organization_id, transaction_id, purpose) where not released and purpose not in ('answer', 'query')
  do nothing
  returning transaction_id`);

export const countPayments = (tx: Tx, organizationId: OrganizationId, fileId: BankFileId) =>
  tx.one<{ total: bigint }>(sql`
  select count(*) as total from bank_file_payments
   where organization_id = ${organizationId} and file_id = ${fileId} and not released`);

/** Sets the references under which the bank will know the payments. Returns how many of them are in the file. */
export const setPaymentReferences = (
  tx: Tx,
  organizationId: OrganizationId,
  fileId: BankFileId,
  payments: readonly FilePayment[],
) =>
  tx.one<{ found: bigint }>(sql`
  with given as (
    select * from unnest(${uuidArray(payments.map(({ transactionId }) => transactionId))}::uuid[],
                         ${payments.map(({ purpose }) => purpose)}::text[],
                         ${payments.map(({ reference }) => reference ?? null)}::text[])
                    as g(transaction_id, purpose, reference)),
  changed as (
    update bank_file_payments p set reference = g.reference
      from given g
     where p.organization_id = ${organizationId} and p.file_id = ${fileId} and not p.released
       and p.transaction_id = g.transaction_id and p.purpose = g.purpose
       and p.reference is distinct from g.reference)
  select count(*) as found
    from given g
    join bank_file_payments p on p.transaction_id = g.transaction_id and p.purpose = g.purpose
   where p.organization_id = ${organizationId} and p.file_id = ${fileId} and not p.released`);

export const closeOpenFile = (
  tx: Tx,
  organizationId: OrganizationId,
  file: ContentColumns & {
    readonly fileId: BankFileId;
    readonly trigger: "close" | "rehearse";
    readonly name: string;
    readonly messageId: string | undefined;
    readonly transactions: number;
    readonly answerWithinMs: number | undefined;
  },
) =>
  tx.run(sql`
  update bank_files
     set state = ${bankFileStates.moves[file.trigger].to}, name = ${file.name}, message_id = ${file.messageId ?? null},
         transaction_count = ${file.transactions}, answer_within_ms = ${file.answerWithinMs ?? null},
         object_name = ${file.object_name}, content_key = ${file.content_key}, bytes = ${file.bytes},
         sha256 = ${file.sha256}
   where organization_id = ${organizationId} and file_id = ${file.fileId}
     and ${isOneOf(sql`state`, bankFileStates.statesBefore(file.trigger))}`);

/** An open file that turned out to be empty. */
export const dropOpenFile = (tx: Tx, organizationId: OrganizationId, fileId: BankFileId) =>
  tx.run(sql`
  update bank_files set state = 'dismissed'
   where organization_id = ${organizationId} and file_id = ${fileId}
     and ${isOneOf(sql`state`, bankFileStates.statesBefore("drop"))}`);

/** The payments of a file may be in another one from now on. */
export const releasePayments = (tx: Tx, organizationId: OrganizationId, fileId: BankFileId) =>
  tx.run(sql`
  update bank_file_payments set released = true
   where organization_id = ${organizationId} and file_id = ${fileId} and not released`);

/** Takes a payment out of the file that collects it. 0 if the file is written already. */
export const withdrawPayment = (
  tx: Tx,
  organizationId: OrganizationId,
  { transactionId, purpose }: { transactionId: TransactionId; purpose: PaymentPurpose },
) =>
  tx.run(sql`
  delete from bank_file_payments p
   where p.organization_id = ${organizationId} and p.transaction_id = ${transactionId} and p.purpose = ${purpose}
     and not p.released
     and p.file_id in (select file_id from bank_files f
                        where f.organization_id = ${organizationId} and f.file_id = p.file_id
                          and ${isOneOf(sql`f.state`, bankFileStates.statesBefore("close"))}
                          for update)`);

export interface OpenFileRow {
  readonly organization_id: OrganizationId;
  readonly file_id: BankFileId;
  readonly connection_id: ConnectionId;
  readonly rail: BankRail;
  readonly format: BankFileFormat;
  readonly closes_at: Date;
}

export const openFilesDue = (db: Queryable, now: Date, limit: number) =>
  db.many<OpenFileRow>(sql`
  select organization_id, file_id, connection_id, rail, format, closes_at from bank_files
   where state = 'open' and closes_at <= ${now}
   order by closes_at, file_id limit ${limit}`);

export const pageOfPayments = (
  db: Queryable,
  organizationId: OrganizationId,
  { fileId, after, limit }: { fileId: BankFileId; after: number; limit: number },
) =>
  db.many<PaymentRow>(sql`
  select position, transaction_id, purpose, reference, released from bank_file_payments
   where organization_id = ${organizationId} and file_id = ${fileId} and position > ${after}
   order by position limit ${limit}`);

export interface PaymentRow {
  readonly position: number;
  readonly transaction_id: TransactionId;
  readonly purpose: PaymentPurpose;
  readonly reference: string | null;
  readonly released: boolean;
}
