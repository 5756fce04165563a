import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { ListId } from "../screener.ts";
import { screeningLists } from "../tables.ts";

export interface LoadedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface ListRow {
  readonly list_id: ListId;
  readonly name: string;
  readonly published_on: string | null;
  readonly files: readonly LoadedFile[];
  readonly entries: number;
  readonly loaded_at: Date;
  readonly loaded_by: string;
}

const columns = sql`
  l.list_id, l.name, l.published_on::text as published_on, l.files, l.entries, l.loaded_at, l.loaded_by`;

export const insertList = (
  tx: Tx,
  organizationId: OrganizationId,
  list: Omit<ListRow, "list_id"> & {
    readonly listId: ListId;
    readonly content: Buffer;
    readonly contentSha256: Buffer;
  },
) =>
  tx.run(sql`
  insert into screening_lists (organization_id, list_id, name, published_on, files, entries, content_sha256, content, loaded_at, loaded_by)
  values (${organizationId}, ${list.listId}, ${list.name}, ${list.published_on}, ${JSON.stringify(list.files)}::jsonb, ${list.entries},
          ${list.contentSha256}, ${list.content}, ${list.loaded_at}, ${list.loaded_by})
  returning ${screeningLists.inserted()}`);

/** A process may still be reading the list before: its content goes with the one after. */
export const dropOldContents = (tx: Tx, organizationId: OrganizationId) =>
  tx.run(sql`
  update screening_lists set content = null
   where organization_id = ${organizationId} and content is not null
     and list_id < (select list_id from screening_lists where organization_id = ${organizationId} order by list_id desc offset 1 limit 1)`);

export const findList = (db: Queryable, organizationId: OrganizationId, listId: ListId) =>
  db.maybe<ListRow>(sql`
  select ${columns}, ${screeningLists.proof("l")} from screening_lists l
   where l.organization_id = ${organizationId} and l.list_id = ${listId}`);

export const readList = (db: Queryable, organizationId: OrganizationId, listId: ListId) =>
  db.maybe<{ name: string; content: Buffer | null; content_sha256: Buffer }>(sql`
  select l.name, l.content, l.content_sha256, ${screeningLists.proof("l")} from screening_lists l
   where l.organization_id = ${organizationId} and l.list_id = ${listId}`);

/** The newest first. */
export const listRows = (db: Queryable, organizationId: OrganizationId, limit: number) =>
  db.many<ListRow>(sql`
  select ${columns}, ${screeningLists.proofOrSkip("l")} from screening_lists l
   where l.organization_id = ${organizationId} order by l.list_id desc limit ${limit}`);
