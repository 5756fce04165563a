import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { BankFileFormat, BankFileId, FilePayment, PaymentPurpose } from "../bank-file.ts";
import type { BankRail, ConnectionId } from "../bank-rail.ts";
import { bankFileStates } from "../file-states.ts";
import { bankFiles } from "../tables.ts";

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
    ${file.content_key}, ${file.bytes}, ${file.sha256}, ${file.answerWithinMs ?? null})
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

/**
 * Adds payments after those that the file has. A payment that is in another file for the purpose is left out; one that was
 * ever in a file that pays it, or issues or prints its check, is in no other for that.
 */
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
