import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { eachOf, isOneOf, type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { BankFileId, FileKey } from "../bank-file.ts";
import type { ChannelKey } from "../channels/channels.queries.ts";
import { bankFileStates, type bankFileStates as Table } from "../file-states.ts";
import { bankFiles } from "../tables.ts";

type Trigger = (typeof Table.triggers)[number];

/** A file that this process is sending. */
export interface SendingFile {
  readonly file_id: BankFileId;
  readonly name: string;
  readonly bytes: bigint;
  readonly attempts: number;
  readonly handed_over_at: Date | null;
}

const sendingColumns = sql`file_id, name, bytes, attempts, handed_over_at`;
const from = (trigger: Trigger): Sql => isOneOf(sql`state`, bankFileStates.statesBefore(trigger));
const isFile = ({ organizationId, fileId }: FileKey): Sql =>
  sql`organization_id = ${organizationId} and file_id = ${fileId}`;

/** The next due files of a connection, locked, the oldest first. One changed outside the service is left alone. */
const lockDue = (tx: Tx, { organizationId, connectionId }: ChannelKey, { now, limit }: { now: Date; limit: number }) =>
  tx.many<{ file_id: BankFileId }>(sql`
  select f.file_id, ${bankFiles.proofOrSkip("f")} from bank_files f
   where f.organization_id = ${organizationId} and f.connection_id = ${connectionId} and f.direction = 'out'
     and f.state = 'written' and (f.retry_at is null or f.retry_at <= ${now})
   order by f.file_id limit ${limit} for update of f skip locked`);

const claim = (
  tx: Tx,
  organizationId: OrganizationId,
  { fileIds, token }: { fileIds: readonly BankFileId[]; token: string },
) =>
  tx.many<SendingFile>(
    bankFiles.update({
      set: sql`state = ${bankFileStates.moves.claim.to}, claimed_by = ${token}, handed_over_at = null, reason = null,
         retry_at = null, attempts = attempts + 1`,
      where: sql`organization_id = ${organizationId} and file_id = any (${eachOf(fileIds)}) and ${from("claim")}`,
      returning: sendingColumns,
    }),
  );

/** Marks the next due files of a connection as being sent under the lease, the oldest first. */
export async function claimDue(
  tx: Tx,
  channel: ChannelKey,
  { token, ...due }: { token: string; now: Date; limit: number },
): Promise<readonly SendingFile[]> {
  const fileIds = (await lockDue(tx, channel, due)).map((row) => row.file_id);
  if (fileIds.length === 0) return [];
  const claimed = await claim(tx, channel.organizationId, { fileIds, token });
  return claimed.toSorted((a, b) => (a.file_id < b.file_id ? -1 : 1));
}

/** Takes over the files whose sending was interrupted: from now on, no other process can complete it. */
export const takeOverInterrupted = (
  tx: Tx,
  { organizationId, connectionId }: ChannelKey,
  { token, now, limit }: { token: string; now: Date; limit: number },
) =>
  tx.many<SendingFile>(sql`
  update bank_files set claimed_by = ${token}
   where organization_id = ${organizationId}
     and file_id in (select file_id from bank_files
                      where organization_id = ${organizationId} and connection_id = ${connectionId}
                        and state = 'sending' and (retry_at is null or retry_at <= ${now})
                      order by file_id limit ${limit} for update)
  returning ${sendingColumns}, ${bankFiles.proofOrSkip("bank_files")}`);

const areFiles = (organizationId: OrganizationId, fileIds: readonly BankFileId[], token: string): Sql =>
  sql`organization_id = ${organizationId} and file_id = any (${eachOf(fileIds)}) and claimed_by = ${token}`;

/** Records that the transport has all bytes of files. Fewer if another process has taken over. */
export const markBytesHandedOver = (
  tx: Tx,
  { organizationId, connectionId }: ChannelKey,
  { fileIds, token, at }: { fileIds: readonly BankFileId[]; token: string; at: Date },
) =>
  tx.run(
    bankFiles.update({
      set: sql`handed_over_at = ${at}`,
      where: sql`${areFiles(organizationId, fileIds, token)} and state = 'sending'
     and exists (select from bank_channels
                  where organization_id = ${organizationId} and connection_id = ${connectionId}
                    and lease_token = ${token})`,
    }),
  );

/** The bank has these files. Returns those that this process was sending. */
export const markSent = (
  tx: Tx,
  organizationId: OrganizationId,
  { fileIds, token, at }: { fileIds: readonly BankFileId[]; token: string; at: Date },
) =>
  tx.many<{ file_id: BankFileId }>(
    bankFiles.update({
      set: sql`state = ${bankFileStates.moves.confirm.to}, sent_at = ${at},
         answer_due_at = (${at}::timestamptz at time zone 'UTC' + answer_within_ms * interval '1 millisecond') at time zone 'UTC',
         claimed_by = null, handed_over_at = null, reason = null, retry_at = null, alerted_at = null`,
      where: sql`${areFiles(organizationId, fileIds, token)} and ${from("confirm")}`,
      returning: sql`file_id`,
    }),
  );

/** The attempt failed and the bank cannot have the files: another one follows. */
export const markDeferred = (
  tx: Tx,
  organizationId: OrganizationId,
  of: { fileIds: readonly BankFileId[]; token: string; reason: string; retryAt: Date },
) =>
  tx.run(
    bankFiles.update({
      set: sql`state = ${bankFileStates.moves.defer.to}, claimed_by = null, handed_over_at = null, reason = ${of.reason},
         retry_at = ${of.retryAt}`,
      where: sql`${areFiles(organizationId, of.fileIds, of.token)} and ${from("defer")}`,
    }),
  );

/** The bank's directory could not be asked: it is asked again later. */
export const postponeResolution = (
  db: Queryable,
  file: FileKey,
  { token, reason, retryAt }: { token: string; reason: string; retryAt: Date },
) =>
  db.run(sql`
  update bank_files set reason = ${reason}, retry_at = ${retryAt}
   where ${isFile(file)} and claimed_by = ${token} and state = 'sending'`);

/** A person has to look: the bank may have the file, or its content is damaged. */
export const markTroubled = (
  tx: Tx,
  file: FileKey,
  { trigger, token, reason, at }: { trigger: "doubt" | "withhold"; token: string; reason: string; at: Date },
) =>
  tx.run(
    bankFiles.update({
      set: sql`state = ${bankFileStates.moves[trigger].to}, reason = ${reason}, claimed_by = null, retry_at = null,
         handed_over_at = case when ${trigger === "doubt"} then handed_over_at end, alerted_at = ${at}`,
      where: sql`${isFile(file)} and claimed_by = ${token} and ${from(trigger)}`,
    }),
  );

/** Of these files, those about which the bank can give an answer; locked, in the order of their IDs. */
export const lockAnswerable = (tx: Tx, organizationId: OrganizationId, fileIds: readonly BankFileId[]) =>
  tx.many<{ file_id: BankFileId }>(sql`
  select f.file_id from bank_files f
   where f.organization_id = ${organizationId} and f.file_id = any (${eachOf(fileIds)})
     and ${isOneOf(sql`(f.state || '')`, bankFileStates.statesBefore("acknowledge"))}
   order by f.file_id for update of f`);

/** The bank's answer about files as a whole. */
export const markFilesAnswered = (
  tx: Tx,
  organizationId: OrganizationId,
  of: { fileIds: readonly BankFileId[]; trigger: "acknowledge" | "reject"; reason: string | null; at: Date },
) =>
  tx.run(
    bankFiles.update({
      set: sql`state = ${bankFileStates.moves[of.trigger].to}, reason = ${of.reason}, sent_at = coalesce(sent_at, ${of.at}),
         answered_at = ${of.at}, claimed_by = null, handed_over_at = null, retry_at = null`,
      where: sql`organization_id = ${organizationId} and file_id = any (${eachOf(of.fileIds)}) and ${from(of.trigger)}`,
    }),
  );

/** Of these files, those that reached the bank or may have, those that it acknowledged, and those that a person dismissed. */
export const findFileOutcomes = (db: Queryable, organizationId: OrganizationId, fileIds: readonly BankFileId[]) =>
  db.many<{ file_id: BankFileId; outcome: "sent" | "acknowledged" | "inDoubt" | "dismissed" }>(sql`
  select file_id, state as outcome from bank_files
   where organization_id = ${organizationId} and file_id = any (${[...fileIds]}::uuid[])
     and state in ('sent', 'acknowledged', 'inDoubt', 'dismissed')`);
