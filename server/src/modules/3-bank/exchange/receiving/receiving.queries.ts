import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { eachOf, isOneOf, type Sql, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { BankFileFormat, BankFileId, FileKey, ToleratedUse } from "../bank-file.ts";
import type { BankRail, ConnectionId } from "../bank-rail.ts";
import type { ChannelKey } from "../channels/channels.queries.ts";
import type { ContentColumns } from "../content/store-content.ts";
import { bankFileStates } from "../file-states.ts";
import { bankFiles } from "../tables.ts";

type Trigger = (typeof bankFileStates.triggers)[number];
const from = (trigger: Trigger): Sql => isOneOf(sql`state`, bankFileStates.statesBefore(trigger));
const isFile = ({ organizationId, fileId }: FileKey): Sql =>
  sql`organization_id = ${organizationId} and file_id = ${fileId}`;

/** Files of these names that were read before, as they were listed then. */
export const findRemembered = (
  db: Queryable,
  organizationId: OrganizationId,
  { connectionIds, names }: { connectionIds: readonly ConnectionId[]; names: readonly string[] },
) =>
  db.many<{ name: string; remote_bytes: bigint; remote_modified_at: Date }>(sql`
  select name, remote_bytes, remote_modified_at from bank_files
   where organization_id = ${organizationId} and connection_id = any (${uuidArray(connectionIds)}::uuid[]) and direction = 'in'
     and name = any (${[...names]}::text[]) and remote_modified_at is not null`);

export interface NewIncomingFile {
  readonly fileId: BankFileId;
  readonly connectionId: ConnectionId;
  readonly rail: BankRail;
  readonly name: string;
  readonly state: "received" | "repeated" | "quarantined" | "dismissed";
  readonly reason: string | null;
  /** As it was listed; undefined if a person gave it to the service. */
  readonly remote: { readonly bytes: number; readonly modifiedAt: Date } | undefined;
  /** Undefined if it cannot be had. */
  readonly content: ContentColumns | undefined;
  readonly repeatsFileId: BankFileId | null;
}

/** Returns those that were recorded, without files whose content has arrived in another one meanwhile. */
export const insertIncomingFiles = (
  tx: Tx,
  organizationId: OrganizationId,
  { files, at, retryAt }: { files: readonly NewIncomingFile[]; at: Date; retryAt?: Date | undefined },
) =>
  tx.many<{ file_id: BankFileId }>(sql`
  insert into bank_files (organization_id, file_id, connection_id, direction, rail, format, name, state, reason,
    created_at, remote_bytes, remote_modified_at, object_name, content_key, bytes, sha256, repeats_file_id, alerted_at, retry_at)
  select ${organizationId}::uuid, f.id, f.connection_id, 'in', f.rail, null, f.name, f.state, f.reason, ${at}::timestamptz,
         f.remote_bytes, f.remote_modified_at, f.object_name, f.content_key, f.bytes, f.sha256, f.repeats_file_id,
         case when f.state = 'quarantined' then ${at}::timestamptz end, case when f.state = 'received' then ${retryAt ?? null}::timestamptz end
    from unnest(${uuidArray(files.map((file) => file.fileId))}::uuid[], ${uuidArray(files.map((file) => file.connectionId))}::uuid[],
                ${files.map((file) => file.rail)}::text[], ${files.map((file) => file.name)}::text[],
                ${files.map((file) => file.state)}::text[], ${files.map((file) => file.reason)}::text[],
                ${files.map((file) => file.remote?.bytes ?? null)}::bigint[], ${files.map((file) => file.remote?.modifiedAt ?? null)}::timestamptz[],
                ${files.map((file) => file.content?.object_name ?? null)}::text[], ${files.map((file) => file.content?.content_key ?? null)}::bytea[],
                ${files.map((file) => file.content?.bytes ?? null)}::bigint[], ${files.map((file) => file.content?.sha256 ?? null)}::bytea[],
                ${files.map((file) => file.repeatsFileId)}::uuid[])
             as f(id, connection_id, rail, name, state, reason, remote_bytes, remote_modified_at, object_name, content_key, bytes, sha256, repeats_file_id)
  on conflict (organization_id, sha256) where direction = 'in' and repeats_file_id is null and sha256 is not null
  do nothing
  returning file_id, ${bankFiles.inserted()}`);

/** Serializes the arrivals of a connection's files, so that each listed file is recorded once. */
export const lockArrivals = (tx: Tx, organizationId: OrganizationId, connectionIds: readonly ConnectionId[]) =>
  tx.many(sql`
  select from bank_channels
   where organization_id = ${organizationId} and connection_id = any (${uuidArray(connectionIds)}::uuid[])
   order by connection_id for update`);

/** A received file is another connection's, which processes it. Returns the number of files that were still to be processed. */
export const handOnFile = (
  tx: Tx,
  file: FileKey,
  { connectionId, rail }: { connectionId: ConnectionId; rail: BankRail },
) =>
  tx.run(
    bankFiles.update({
      set: sql`connection_id = ${connectionId}, rail = ${rail}, retry_at = null, attempts = 0`,
      where: sql`${isFile(file)} and ${from("process")}`,
    }),
  );

/** The first file with each of these contents. */
export const findByContents = (tx: Tx, organizationId: OrganizationId, digests: readonly Buffer[]) =>
  tx.many<{ file_id: BankFileId; name: string; created_at: Date; sha256: Buffer }>(sql`
  select file_id, name, created_at, sha256 from bank_files
   where organization_id = ${organizationId} and sha256 = any (${[...digests]}::bytea[]) and direction = 'in' and repeats_file_id is null`);

/** Processed files of these messages. */
export const findByMessages = (
  tx: Tx,
  { organizationId, connectionId }: ChannelKey,
  messages: readonly { readonly format: BankFileFormat; readonly messageId: string }[],
) =>
  tx.many<{ name: string; created_at: Date; format: BankFileFormat; message_id: string }>(sql`
  select f.name, f.created_at, f.format, f.message_id
    from unnest(${messages.map(({ format }) => format)}::text[], ${messages.map(({ messageId }) => messageId)}::text[]) as m(format, id)
    join bank_files f on f.organization_id = ${organizationId} and f.connection_id = ${connectionId} and f.format = m.format
     and f.message_id = m.id and f.state = 'processed'`);

export interface ReceivedFile {
  readonly file_id: BankFileId;
  readonly name: string;
  readonly attempts: number;
  readonly is_by_hand: boolean;
}

export const receivedFiles = (
  db: Queryable,
  { organizationId, connectionId }: ChannelKey,
  { now, limit }: { now: Date; limit: number },
) =>
  db.many<ReceivedFile>(sql`
  select f.file_id, f.name, f.attempts, f.remote_bytes is null as is_by_hand, ${bankFiles.proofOrSkip("f")} from bank_files f
   where f.organization_id = ${organizationId} and f.connection_id = ${connectionId} and f.state = 'received'
     and (f.retry_at is null or f.retry_at <= ${now})
   order by f.file_id limit ${limit}`);

/** Of these files, those that are still to be processed, locked. */
export const lockReceived = (tx: Tx, organizationId: OrganizationId, fileIds: readonly BankFileId[]) =>
  tx.many<{ file_id: BankFileId; has_items: boolean }>(sql`
  select f.file_id, exists (select from bank_file_items i where i.organization_id = f.organization_id and i.file_id = f.file_id) as has_items,
         ${bankFiles.proof("f")}
    from bank_files f
   where f.organization_id = ${organizationId} and f.file_id = any (${eachOf(fileIds)}) and ${from("process")}
   order by f.file_id for update of f`);

export interface ProcessedFile {
  readonly fileId: BankFileId;
  readonly format: BankFileFormat;
  readonly messageId: string | undefined;
  readonly transactions: number;
  readonly tolerated: readonly ToleratedUse[];
}

/** The caller has locked the files. */
export const markProcessed = (
  tx: Tx,
  organizationId: OrganizationId,
  { files, at }: { files: readonly ProcessedFile[]; at: Date },
) =>
  tx.run(sql`
  update bank_files f set state = ${bankFileStates.moves.process.to}, format = g.format, message_id = g.message_id,
         transaction_count = g.transactions, tolerated = g.tolerated, processed_at = ${at}, reason = null, retry_at = null
    from unnest(${uuidArray(files.map((file) => file.fileId))}::uuid[], ${files.map((file) => file.format)}::text[],
                ${files.map((file) => file.messageId ?? null)}::text[], ${files.map((file) => file.transactions)}::integer[],
                ${files.map(({ tolerated }) => (tolerated.length === 0 ? null : JSON.stringify(tolerated)))}::jsonb[])
             as g(id, format, message_id, transactions, tolerated)
   where f.organization_id = ${organizationId} and f.file_id = g.id and ${isOneOf(sql`f.state`, bankFileStates.statesBefore("process"))}
  returning ${bankFiles.changed("f")}`);

/** Sets a received file aside without applying any part. */
export const markSetAside = (
  tx: Tx,
  file: FileKey,
  facts: {
    format: BankFileFormat | undefined;
    messageId: string | undefined;
    reason: string;
    at: Date;
  },
) =>
  tx.run(
    bankFiles.update({
      set: sql`state = ${bankFileStates.moves.quarantine.to}, format = ${facts.format ?? null},
         message_id = ${facts.messageId ?? null}, reason = ${facts.reason}, retry_at = null, alerted_at = ${facts.at}`,
      where: sql`${isFile(file)} and ${from("quarantine")}`,
    }),
  );

/** Reading it failed for a reason that is not the file's: it is read again. */
export const postponeReceived = (
  db: Queryable,
  file: FileKey,
  { reason, retryAt }: { reason: string; retryAt: Date },
) =>
  db.run(sql`
  update bank_files set reason = ${reason}, retry_at = ${retryAt}, attempts = attempts + 1
   where ${isFile(file)} and ${from("process")}`);
