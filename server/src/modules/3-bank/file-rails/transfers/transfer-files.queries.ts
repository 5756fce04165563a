import type { BankFileId, BankRail, ConnectionId } from "#bank/exchange";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { eachOf, isOneOf, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { transferFiles } from "../tables.ts";
import type { TransferRail } from "../transfer-messages/transfer-connection.ts";
import { type TransferFileState, transferFileStates } from "./transfer-file-states.ts";

/** A message by its numbers. */
export interface TransferFileRow {
  readonly file_id: BankFileId;
  readonly connection_id: ConnectionId;
  readonly rail: TransferRail;
  readonly state: TransferFileState;
  readonly format: "pain.001" | "pacs.008" | "pacs.028" | "camt.056";
  readonly name: string;
  readonly message_id: string;
  readonly created_at: Date;
  readonly execution_on: string;
  readonly asks_about: TransactionId | null;
  readonly written_at: Date | null;
}

/** A message that is not proven is reported, and counts as unknown. */
const columns = sql`file_id, connection_id, rail, state, format, name, message_id, created_at, execution_on, asks_about, written_at,
  ${transferFiles.proofOrSkip("transfer_files")}`;

export const insertTransferFiles = (
  tx: Tx,
  organizationId: OrganizationId,
  { files, at }: { files: readonly Omit<TransferFileRow, "state" | "written_at">[]; at: Date },
) =>
  tx.run(sql`
  insert into transfer_files (organization_id, file_id, connection_id, rail, state, format, name, message_id, created_at, execution_on,
                              asks_about, planned_at)
  select ${organizationId}::uuid, f.id, f.connection_id, f.rail, ${transferFileStates.initial[0]}, f.format, f.name, f.message_id, f.created_at,
         f.execution_on, f.asks_about, ${at}::timestamptz
    from unnest(${uuidArray(files.map((file) => file.file_id))}::uuid[], ${uuidArray(files.map((file) => file.connection_id))}::uuid[],
                ${files.map((file) => file.rail)}::text[], ${files.map((file) => file.format)}::text[], ${files.map((file) => file.name)}::text[],
                ${files.map((file) => file.message_id)}::text[], ${files.map((file) => file.created_at)}::timestamptz[],
                ${files.map((file) => file.execution_on)}::date[], ${files.map((file) => file.asks_about)}::uuid[])
             as f(id, connection_id, rail, format, name, message_id, created_at, execution_on, asks_about)
  returning ${transferFiles.inserted()}`);

/** The same payments, with the identifications of a later day. */
export const replanTransferFile = (tx: Tx, organizationId: OrganizationId, file: Omit<TransferFileRow, "state">) =>
  tx.run(
    transferFiles.update({
      set: sql`name = ${file.name}, message_id = ${file.message_id}, created_at = ${file.created_at}, execution_on = ${file.execution_on}`,
      where: sql`organization_id = ${organizationId} and file_id = ${file.file_id}
     and ${isOneOf(sql`state`, transferFileStates.statesBefore("replan"))}`,
    }),
  );

/** Messages of a rail whose content is not stored yet. */
export const plannedTransferFiles = (db: Queryable, organizationId: OrganizationId, rail: BankRail) =>
  db.many<TransferFileRow>(sql`
  select ${columns} from transfer_files
   where organization_id = ${organizationId} and rail = ${rail} and state = 'planned' order by file_id`);

/**
 * Messages of a rail that may not have reached the bank, or to which it gives no answer. Without their proofs: what moves
 * one reads it with its proof.
 */
export const unfollowedTransferFiles = (db: Queryable, organizationId: OrganizationId, rail: BankRail) =>
  db.many<Pick<TransferFileRow, "file_id" | "connection_id" | "asks_about">>(sql`
  select file_id, connection_id, asks_about from transfer_files
   where organization_id = ${organizationId} and rail = ${rail} and state = 'written' and followed_at is null order by file_id`);

/** The bank has these messages: nothing more follows until it answers. */
export const markFollowed = (
  tx: Tx,
  organizationId: OrganizationId,
  { fileIds, at }: { fileIds: readonly BankFileId[]; at: Date },
) =>
  tx.run(sql`
  update transfer_files set followed_at = ${at} where organization_id = ${organizationId} and file_id = any (${eachOf(fileIds)})`);

/** In the order of their IDs, so that transactions that lock several cannot deadlock. */
export const lockTransferFiles = (tx: Tx, organizationId: OrganizationId, fileIds: readonly BankFileId[]) =>
  tx.many<TransferFileRow>(
    sql`select ${columns} from transfer_files where organization_id = ${organizationId} and file_id = any (${eachOf(fileIds)}) order by file_id for update`,
  );

export const lockTransferFile = async (
  tx: Tx,
  organizationId: OrganizationId,
  fileId: BankFileId,
): Promise<TransferFileRow | undefined> => (await lockTransferFiles(tx, organizationId, [fileId]))[0];

/** The messages with these identifications, of one connection. */
export const findTransferFiles = (
  db: Queryable,
  organizationId: OrganizationId,
  { connectionId, messageIds }: { connectionId: ConnectionId; messageIds: readonly string[] },
) =>
  db.many<TransferFileRow>(sql`
  select ${columns} from transfer_files
   where organization_id = ${organizationId} and connection_id = ${connectionId} and message_id = any (${[...messageIds]}::text[])`);

/** Returns the number of messages moved, without those in another state. */
export const moveTransferFiles = (
  tx: Tx,
  organizationId: OrganizationId,
  { fileIds, trigger, at }: { fileIds: readonly BankFileId[]; trigger: "write" | "rehearse" | "drop"; at: Date },
) =>
  tx.run(
    transferFiles.update({
      set: sql`state = ${transferFileStates.moves[trigger].to}, written_at = ${trigger === "drop" ? null : at}`,
      where: sql`organization_id = ${organizationId} and file_id = any (${eachOf(fileIds)})
     and ${isOneOf(sql`state`, transferFileStates.statesBefore(trigger))}`,
    }),
  );

export const answerTransferFiles = (
  tx: Tx,
  organizationId: OrganizationId,
  { fileIds, trigger, at }: { fileIds: readonly BankFileId[]; trigger: "accept" | "reject"; at: Date },
) =>
  tx.run(
    transferFiles.update({
      set: sql`state = ${transferFileStates.moves[trigger].to}, answered_at = ${at}`,
      where: sql`organization_id = ${organizationId} and file_id = any (${eachOf(fileIds)})
     and ${isOneOf(sql`state`, transferFileStates.statesBefore(trigger))}`,
    }),
  );
