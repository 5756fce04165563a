import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { BankFileFormat, BankFileId, FilePayment, PaymentPurpose } from "../bank-file.ts";
import type { BankRail, ConnectionId } from "../bank-rail.ts";
import type { ContentColumns } from "../content/store-content.ts";
import { bankFileStates } from "../file-states.ts";
import { bankFiles } from "../tables.ts";

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
}

export const insertOutgoingFiles = (
  tx: Tx,
  organizationId: OrganizationId,
  { files, at }: { files: readonly NewOutgoingFile[]; at: Date },
) =>
  tx.run(sql`
  insert into bank_files (organization_id, file_id, connection_id, direction, rail, format, name, state, message_id,
    created_at, transaction_count, object_name, content_key, bytes, sha256, answer_within_ms)
  select ${organizationId}::uuid, f.id, f.connection_id, 'out', f.rail, f.format, f.name, f.state, f.message_id, ${at}::timestamptz,
         f.transactions, f.object_name, f.content_key, f.bytes, f.sha256, f.answer_within_ms
    from unnest(${uuidArray(files.map((file) => file.fileId))}::uuid[], ${uuidArray(files.map((file) => file.connectionId))}::uuid[],
                ${files.map((file) => file.rail)}::text[], ${files.map((file) => file.format)}::text[], ${files.map((file) => file.name)}::text[],
                ${files.map((file) => file.state)}::text[], ${files.map((file) => file.messageId ?? null)}::text[],
                ${files.map((file) => file.transactions)}::integer[], ${files.map((file) => file.object_name)}::text[],
                ${files.map((file) => file.content_key)}::bytea[], ${files.map((file) => file.bytes)}::bigint[],
                ${files.map((file) => file.sha256)}::bytea[], ${files.map((file) => file.answerWithinMs ?? null)}::bigint[])
             as f(id, connection_id, rail, format, name, state, message_id, transactions, object_name, content_key, bytes, sha256, answer_within_ms)
  returning ${bankFiles.inserted()}`);

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
  on conflict (organization_id, connection_id, rail, format, closes_at) where state = 'open' do nothing
  returning ${bankFiles.inserted()}`);

/** A payment in a file, or about which a file says something. */
export interface PaymentOfFile extends FilePayment {
  readonly fileId: BankFileId;
}

/**
 * Adds payments to files, after those that each has. A payment that is in another file for the purpose is left out; one
 * that was ever in a file that pays it, or issues or prints its check, is in no other for that. A received file that is
 * processed again names its payments once.
 */
export const insertPayments = (tx: Tx, organizationId: OrganizationId, payments: readonly PaymentOfFile[]) =>
  tx.many<{ transaction_id: TransactionId }>(sql`
  with given as (
    select g.file_id, g.transaction_id, g.purpose, g.reference, row_number() over (partition by g.file_id order by g.ordinal) as place
      from unnest(${uuidArray(payments.map(({ fileId }) => fileId))}::uuid[],
                  ${uuidArray(payments.map(({ transactionId }) => transactionId))}::uuid[],
                  ${payments.map(({ purpose }) => purpose)}::text[],
                  ${payments.map(({ reference }) => reference ?? null)}::text[])
           with ordinality as g(file_id, transaction_id, purpose, reference, ordinal)
  ), ends as (
    select f.file_id, coalesce((select max(p.position) from bank_file_payments p
                                 where p.organization_id = ${organizationId} and p.file_id = f.file_id), 0) as last
      from (select distinct file_id from given) f
  )
  insert into bank_file_payments (organization_id, file_id, position, transaction_id, purpose, reference)
  select ${organizationId}, g.file_id, g.place + e.last, g.transaction_id, g.purpose, g.reference
    from given g join ends e using (file_id)
   where not (g.purpose = 'answer' and e.last > 0 and exists (
     select from bank_file_payments p
      where p.organization_id = ${organizationId} and p.file_id = g.file_id and p.transaction_id = g.transaction_id and p.purpose = 'answer'))
   order by g.file_id, g.place
  on conflict do nothing
  returning transaction_id`);

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
  tx.run(
    bankFiles.update({
      set: sql`state = ${bankFileStates.moves[file.trigger].to}, name = ${file.name}, message_id = ${file.messageId ?? null},
         transaction_count = ${file.transactions}, answer_within_ms = ${file.answerWithinMs ?? null},
         object_name = ${file.object_name}, content_key = ${file.content_key}, bytes = ${file.bytes},
         sha256 = ${file.sha256}`,
      where: sql`organization_id = ${organizationId} and file_id = ${file.fileId}
     and ${isOneOf(sql`state`, bankFileStates.statesBefore(file.trigger))}`,
    }),
  );

/** An open file that turned out to be empty. */
export const dropOpenFile = (tx: Tx, organizationId: OrganizationId, fileId: BankFileId) =>
  tx.run(
    bankFiles.update({
      set: sql`state = 'dismissed'`,
      where: sql`organization_id = ${organizationId} and file_id = ${fileId}
     and ${isOneOf(sql`state`, bankFileStates.statesBefore("drop"))}`,
    }),
  );

/** The payments of a file may be in another one from now on. */
export const releasePayments = (tx: Tx, organizationId: OrganizationId, fileId: BankFileId) =>
  tx.run(sql`
  update bank_file_payments set released = true
   where organization_id = ${organizationId} and file_id = ${fileId} and not released`);

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
