import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { BankFileId } from "../bank-file.ts";
import type { ConnectionId } from "../bank-rail.ts";
import { bankFiles } from "../tables.ts";

/** Names a content that is about to be stored, so that the sweep finds it if no file ever refers to it. */
export const insertContent = (db: Queryable, organizationId: OrganizationId, objectName: string, at: Date) =>
  db.run(sql`
  insert into bank_file_contents (organization_id, object_name, created_at)
  values (${organizationId}, ${objectName}, ${at})`);

/** Takes a stored content from the sweep, for a file. 0 if the sweep has taken it. */
export const adoptContent = (tx: Tx, organizationId: OrganizationId, objectName: string) =>
  tx.run(sql`
  delete from bank_file_contents
   where organization_id = ${organizationId} and object_name = ${objectName} and not abandoned`);

export const organizationsWithLeftoverContents = (db: Queryable, before: Date) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select distinct organization_id from bank_file_contents where abandoned or created_at < ${before}`);

export const abandonContentsBefore = (
  db: Queryable,
  organizationId: OrganizationId,
  { before, limit }: { before: Date; limit: number },
) =>
  db.many<{ object_name: string }>(sql`
  update bank_file_contents set abandoned = true
   where organization_id = ${organizationId}
     and object_name in (select object_name from bank_file_contents
                          where organization_id = ${organizationId} and (abandoned or created_at < ${before})
                          order by created_at limit ${limit})
  returning object_name`);

export const deleteContent = (db: Queryable, organizationId: OrganizationId, objectName: string) =>
  db.run(sql`
  delete from bank_file_contents
   where organization_id = ${organizationId} and object_name = ${objectName} and abandoned`);

export interface ContentRow {
  readonly connection_id: ConnectionId;
  readonly name: string;
  readonly object_name: string;
  readonly content_key: Buffer;
  readonly bytes: bigint;
  readonly sha256: Buffer;
}

export const findFileContent = (db: Queryable, organizationId: OrganizationId, fileId: BankFileId) =>
  db.maybe<ContentRow>(sql`
  select f.connection_id, f.name, f.object_name, f.content_key, f.bytes, f.sha256, ${bankFiles.proof("f")} from bank_files f
   where f.organization_id = ${organizationId} and f.file_id = ${fileId} and f.object_name is not null`);
