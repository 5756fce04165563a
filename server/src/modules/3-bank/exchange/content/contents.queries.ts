import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { eachOf, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { BankFileId } from "../bank-file.ts";
import type { ConnectionId } from "../bank-rail.ts";
import { bankFiles } from "../tables.ts";

/** Names a content that is about to be stored, so that the sweep finds it if no file ever refers to it. */
export const insertContent = (db: Queryable, organizationId: OrganizationId, objectName: string, at: Date) =>
  db.run(sql`
  insert into bank_file_contents (organization_id, object_name, created_at)
  values (${organizationId}, ${objectName}, ${at})`);

/** Takes stored contents from the sweep, for files. Returns how many the sweep has not taken. */
export const adoptContents = (tx: Tx, organizationId: OrganizationId, objectNames: readonly string[]) =>
  tx.run(sql`
  delete from bank_file_contents
   where organization_id = ${organizationId} and object_name = any (${[...objectNames]}::text[]) and not abandoned and content is null`);

/** Stores contents of files that the same transaction records. */
export const insertSmallContents = (
  tx: Tx,
  organizationId: OrganizationId,
  { contents, at }: { contents: readonly { readonly objectName: string; readonly content: Buffer }[]; at: Date },
) =>
  tx.run(sql`
  insert into bank_file_contents (organization_id, object_name, created_at, content)
  select ${organizationId}::uuid, c.name, ${at}::timestamptz, c.content
    from unnest(${contents.map(({ objectName }) => objectName)}::text[], ${contents.map(({ content }) => content)}::bytea[]) as c(name, content)`);

export const organizationsWithLeftoverContents = (db: Queryable, before: Date) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select distinct organization_id from bank_file_contents where content is null and (abandoned or created_at < ${before})`);

export const abandonContentsBefore = (
  db: Queryable,
  organizationId: OrganizationId,
  { before, limit }: { before: Date; limit: number },
) =>
  db.many<{ object_name: string }>(sql`
  update bank_file_contents set abandoned = true
   where organization_id = ${organizationId}
     and object_name in (select object_name from bank_file_contents
                          where organization_id = ${organizationId} and content is null and (abandoned or created_at < ${before})
                          order by created_at limit ${limit})
  returning object_name`);

export const deleteContent = (db: Queryable, organizationId: OrganizationId, objectName: string) =>
  db.run(sql`
  delete from bank_file_contents
   where organization_id = ${organizationId} and object_name = ${objectName} and abandoned`);

export interface ContentRow {
  readonly file_id: BankFileId;
  readonly connection_id: ConnectionId;
  readonly name: string;
  readonly object_name: string;
  readonly content_key: Buffer;
  readonly bytes: bigint;
  readonly sha256: Buffer;
  /** Null if the object store has it. */
  readonly small: Buffer | null;
}

export const findFileContents = (db: Queryable, organizationId: OrganizationId, fileIds: readonly BankFileId[]) =>
  db.many<ContentRow>(sql`
  select f.file_id, f.connection_id, f.name, f.object_name, f.content_key, f.bytes, f.sha256, c.content as small, ${bankFiles.proof("f")}
    from bank_files f
    left join bank_file_contents c on c.organization_id = f.organization_id and c.object_name = f.object_name
   where f.organization_id = ${organizationId} and f.file_id = any (${eachOf(fileIds)}) and f.object_name is not null`);
