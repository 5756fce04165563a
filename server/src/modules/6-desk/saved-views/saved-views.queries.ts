import type { KeysetRange } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import type { SavedViewId, SavedViewRow, ViewPage } from "./saved-view.ts";

/** The key for paging a list of views. */
export const savedViewKey = sql`v.view_id`;

const columns = sql`v.view_id, v.page, v.name, v.query, v.is_shared, v.created_by`;

/** What a person sees: shared views, and the person's own. */
interface SeenBy {
  readonly userId: UserId;
  readonly pages: readonly ViewPage[];
}

/** One page: of each kind as many, by its index, merged. */
export const listViewRows = (
  db: Queryable,
  organizationId: OrganizationId,
  { userId, pages, keyset }: SeenBy & { readonly keyset: KeysetRange },
) => {
  const some = (which: Sql): Sql => sql`
    (select ${columns} from saved_views v
      where v.organization_id = ${organizationId} and ${which} and v.page = any (${[...pages]}::text[]) and ${keyset.condition}
      order by ${keyset.order} limit ${keyset.limit})`;
  return db.many<SavedViewRow>(sql`
  select ${columns} from (${some(sql`v.created_by = ${userId}`)} union ${some(sql`v.is_shared`)}) v
   order by ${keyset.order} limit ${keyset.limit}`);
};

export const findView = (db: Queryable, organizationId: OrganizationId, viewId: string) =>
  db.maybe<SavedViewRow>(sql`
  select ${columns} from saved_views v where v.organization_id = ${organizationId} and v.view_id = ${viewId}`);

export const lockView = (tx: Tx, organizationId: OrganizationId, viewId: string) =>
  tx.maybe<SavedViewRow>(sql`
  select ${columns} from saved_views v
   where v.organization_id = ${organizationId} and v.view_id = ${viewId} for update`);

/** Stores a view unless its creator has as many as allowed; returns 0 then. */
export const insertView = (
  tx: Tx,
  organizationId: OrganizationId,
  { row, at, most }: { readonly row: SavedViewRow; readonly at: Date; readonly most: number },
) =>
  tx.run(sql`
  insert into saved_views (organization_id, view_id, page, name, query, is_shared, created_by, created_at)
  select ${organizationId}::uuid, ${row.view_id}::uuid, ${row.page}::text, ${row.name}::text, ${row.query}::text,
         ${row.is_shared}::boolean, ${row.created_by}::uuid, ${at}::timestamptz
   where (select count(*) from saved_views v
           where v.organization_id = ${organizationId} and v.created_by = ${row.created_by}) < ${most}::bigint`);

export const updateView = (tx: Tx, organizationId: OrganizationId, row: SavedViewRow) =>
  tx.run(sql`
  update saved_views set name = ${row.name}, query = ${row.query}, is_shared = ${row.is_shared}
   where organization_id = ${organizationId} and view_id = ${row.view_id}`);

export const deleteViewRow = (tx: Tx, organizationId: OrganizationId, viewId: SavedViewId) =>
  tx.run(sql`delete from saved_views where organization_id = ${organizationId} and view_id = ${viewId}`);
