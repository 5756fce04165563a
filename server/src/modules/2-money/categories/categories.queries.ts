import type { Keyset } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { CategoryId, OrganizationId } from "#kernel/values/ids.ts";

export interface CategoryRow {
  readonly category_id: CategoryId;
  readonly name: string;
  readonly visible_for_card_spend: boolean;
  readonly visible_for_reimbursements: boolean;
  readonly visible_for_other: boolean;
}

/** The key for paging a list of categories. */
export const categoryKey = sql`category_id`;

const columns = sql`category_id, name, visible_for_card_spend, visible_for_reimbursements, visible_for_other`;

export const findCategory = (db: Queryable, organizationId: OrganizationId, categoryId: string) =>
  db.maybe<CategoryRow>(sql`
  select ${columns} from categories
   where organization_id = ${organizationId} and category_id = ${categoryId} and deleted_at is null`);

/** For a page's cursor. Deleted categories count: a page's last one may be deleted before the next page is requested. */
export const categoryWithId = (organizationId: OrganizationId, categoryId: string): Sql => sql`
  select category_id from categories where organization_id = ${organizationId} and category_id = ${categoryId}`;

export const lockCategory = (tx: Tx, organizationId: OrganizationId, categoryId: string) =>
  tx.maybe<CategoryRow>(sql`
  select ${columns} from categories
   where organization_id = ${organizationId} and category_id = ${categoryId} and deleted_at is null for update`);

export const listCategoryRows = (db: Queryable, organizationId: OrganizationId, keyset: Keyset) =>
  db.many<CategoryRow>(sql`
  select ${columns} from categories
   where organization_id = ${organizationId} and deleted_at is null and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`);

export const insertCategory = (tx: Tx, organizationId: OrganizationId, row: CategoryRow, at: Date) =>
  tx.run(sql`
  insert into categories (organization_id, category_id, name, visible_for_card_spend, visible_for_reimbursements,
                          visible_for_other, created_at)
  values (${organizationId}, ${row.category_id}, ${row.name}, ${row.visible_for_card_spend},
          ${row.visible_for_reimbursements}, ${row.visible_for_other}, ${at})`);

export const updateCategory = (tx: Tx, organizationId: OrganizationId, row: CategoryRow) =>
  tx.run(sql`
  update categories
     set name = ${row.name}, visible_for_card_spend = ${row.visible_for_card_spend},
         visible_for_reimbursements = ${row.visible_for_reimbursements}, visible_for_other = ${row.visible_for_other}
   where organization_id = ${organizationId} and category_id = ${row.category_id}`);

export const deleteCategoryRow = (tx: Tx, organizationId: OrganizationId, categoryId: string, at: Date) =>
  tx.run(sql`
  update categories set deleted_at = ${at}
   where organization_id = ${organizationId} and category_id = ${categoryId} and deleted_at is null`);
