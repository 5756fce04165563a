import type { BankFileId, ConnectionId } from "#bank/exchange";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { achFiles } from "../tables.ts";
import { type AchFileState, achFileStates } from "./ach-file-states.ts";

/** To whom the files of a day must differ, whichever connection they go over: companies of a group may share an origin. */
export interface FileOrigin {
  readonly immediateOrigin: string;
  readonly immediateDestination: string;
}

/** Identifications of an origin's files are given out one after another. */
export const lockOrigin = (
  tx: Tx,
  organizationId: OrganizationId,
  { immediateOrigin, immediateDestination }: FileOrigin,
) =>
  tx.run(sql`
  select pg_advisory_xact_lock(hashtextextended(${`${organizationId} ${immediateOrigin} ${immediateDestination}`}, 0))`);

const isOf = ({ immediateOrigin, immediateDestination }: FileOrigin) =>
  sql`immediate_origin = ${immediateOrigin} and immediate_destination = ${immediateDestination}`;

/** The number of the origin's files with a creation date. */
export const countFilesOn = (tx: Tx, organizationId: OrganizationId, origin: FileOrigin, date: string) =>
  tx.one<{ files: number }>(sql`
  select count(*)::integer as files from ach_files
   where organization_id = ${organizationId} and ${isOf(origin)} and creation_date = ${date}`);

/** The latest creation time of the origin's files with a creation date and modifier. */
export const lastCreationTime = (
  tx: Tx,
  organizationId: OrganizationId,
  of: FileOrigin & { creationDate: string; modifier: string },
) =>
  tx.one<{ last: string | null }>(sql`
  select max(creation_time) as last from ach_files
   where organization_id = ${organizationId} and ${isOf(of)} and creation_date = ${of.creationDate}
     and modifier = ${of.modifier}`);

export interface AchFileRow {
  readonly file_id: BankFileId;
  readonly connection_id: ConnectionId;
  readonly state: AchFileState;
  readonly window_at: Date;
  readonly name: string;
  readonly immediate_origin: string;
  readonly immediate_destination: string;
  readonly creation_date: string;
  readonly creation_time: string;
  readonly modifier: string;
  readonly odfi_identification: string;
  readonly first_sequence: number;
  readonly entries: number;
  readonly total_minor: bigint;
  readonly is_same_day: boolean;
  readonly same_day_max_minor: bigint;
  readonly effective_on: string;
  readonly settles_at: Date;
  readonly later_on: string;
  readonly later_settles_at: Date;
  /** It has reversals, and pays nothing. */
  readonly reverses: boolean | null;
}

/** A file that is not proven is reported, and counts as unknown. */
const columns = sql`file_id, connection_id, state, window_at, name, immediate_origin, immediate_destination, creation_date, creation_time,
  modifier, odfi_identification, first_sequence, entries, total_minor, is_same_day, same_day_max_minor, effective_on, settles_at, later_on, later_settles_at, reverses,
  ${achFiles.proofOrSkip("ach_files")}`;

export const insertAchFile = (
  tx: Tx,
  organizationId: OrganizationId,
  { file, at }: { file: Omit<AchFileRow, "state">; at: Date },
) =>
  tx.run(sql`
  insert into ach_files (organization_id, file_id, connection_id, state, window_at, name, immediate_origin, immediate_destination,
                         creation_date, creation_time, modifier, odfi_identification, first_sequence, entries, total_minor, is_same_day,
                         same_day_max_minor, effective_on, settles_at, later_on, later_settles_at, reverses, planned_at)
  values (${organizationId}, ${file.file_id}, ${file.connection_id}, ${achFileStates.initial[0]}, ${file.window_at}, ${file.name}, ${file.immediate_origin}, ${file.immediate_destination},
          ${file.creation_date}, ${file.creation_time}, ${file.modifier}, ${file.odfi_identification}, ${file.first_sequence}, ${file.entries}, ${file.total_minor.toString()}, ${file.is_same_day},
          ${file.same_day_max_minor.toString()}, ${file.effective_on}, ${file.settles_at}, ${file.later_on}, ${file.later_settles_at}, ${file.reverses}, ${at})
  returning ${achFiles.inserted()}`);

/** The same payments and trace numbers, with the dates of a later window. */
export const replanAchFile = (tx: Tx, organizationId: OrganizationId, file: Omit<AchFileRow, "state">) =>
  tx.run(
    achFiles.update({
      set: sql`window_at = ${file.window_at}, name = ${file.name}, creation_date = ${file.creation_date}, creation_time = ${file.creation_time},
         modifier = ${file.modifier}, is_same_day = ${file.is_same_day}, effective_on = ${file.effective_on}, settles_at = ${file.settles_at},
         later_on = ${file.later_on}, later_settles_at = ${file.later_settles_at}`,
      where: sql`organization_id = ${organizationId} and file_id = ${file.file_id}
     and ${isOneOf(sql`state`, achFileStates.statesBefore("replan"))}`,
    }),
  );

/** Files whose content is not stored yet. */
export const plannedFiles = (db: Queryable, organizationId: OrganizationId) =>
  db.many<AchFileRow>(sql`
  select ${columns} from ach_files where organization_id = ${organizationId} and state = 'planned' order by file_id`);

/** Files that the bank has not answered. */
export const writtenFiles = (db: Queryable, organizationId: OrganizationId) =>
  db.many<{ file_id: BankFileId; connection_id: ConnectionId; reverses: boolean | null }>(sql`
  select file_id, connection_id, reverses, ${achFiles.proofOrSkip("ach_files")} from ach_files
   where organization_id = ${organizationId} and state = 'written' order by file_id`);

export const lockAchFile = (tx: Tx, organizationId: OrganizationId, fileId: BankFileId) =>
  tx.maybe<AchFileRow>(
    sql`select ${columns} from ach_files where organization_id = ${organizationId} and file_id = ${fileId} for update`,
  );

export const findAchFile = (db: Queryable, organizationId: OrganizationId, fileId: BankFileId) =>
  db.maybe<AchFileRow>(
    sql`select ${columns} from ach_files where organization_id = ${organizationId} and file_id = ${fileId}`,
  );

/** The file that has these values in its header, of one connection. */
export const findFileByIdentity = (db: Queryable, organizationId: OrganizationId, file: FileByIdentity) =>
  db.maybe<AchFileRow>(sql`
  select ${columns} from ach_files
   where organization_id = ${organizationId} and connection_id = ${file.connectionId} and creation_date::text = ${file.creationDate}
     and creation_time = ${file.creationTime} and modifier = ${file.modifier} and immediate_origin = ${file.immediateOrigin}
     and immediate_destination = ${file.immediateDestination} and state <> 'planned'`);

/** The latest files of a connection that reached the bank, for a bank's own words about one of them. */
export const filesOfConnection = (db: Queryable, organizationId: OrganizationId, connectionId: ConnectionId) =>
  db.many<AchFileRow>(sql`
  select ${columns} from ach_files
   where organization_id = ${organizationId} and connection_id = ${connectionId} and state in ('written', 'accepted', 'rejected')
   order by file_id desc limit 200`);

export interface FileByIdentity {
  readonly connectionId: ConnectionId;
  readonly immediateOrigin: string;
  readonly immediateDestination: string;
  readonly creationDate: string;
  readonly creationTime: string;
  readonly modifier: string;
}

/** Returns the number of files moved: 0 if the file was in another state. */
export const moveAchFile = (
  tx: Tx,
  organizationId: OrganizationId,
  { fileId, trigger, at }: { fileId: BankFileId; trigger: "write" | "rehearse" | "drop"; at: Date },
) =>
  tx.run(
    achFiles.update({
      set: sql`state = ${achFileStates.moves[trigger].to}, written_at = ${trigger === "drop" ? null : at}`,
      where: sql`organization_id = ${organizationId} and file_id = ${fileId}
     and ${isOneOf(sql`state`, achFileStates.statesBefore(trigger))}`,
    }),
  );

export const answerAchFile = (
  tx: Tx,
  organizationId: OrganizationId,
  { fileId, trigger, at }: { fileId: BankFileId; trigger: "accept" | "reject"; at: Date },
) =>
  tx.run(
    achFiles.update({
      set: sql`state = ${achFileStates.moves[trigger].to}, answered_at = ${at}`,
      where: sql`organization_id = ${organizationId} and file_id = ${fileId}
     and ${isOneOf(sql`state`, achFileStates.statesBefore(trigger))}`,
    }),
  );
