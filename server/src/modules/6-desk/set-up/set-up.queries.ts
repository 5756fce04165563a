import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import type { SetUpItemName } from "./set-up-items.ts";

export interface ConfirmationRow {
  readonly item: SetUpItemName;
  readonly confirmed_by: UserId;
  readonly confirmed_at: Date;
}

export const confirmationsOf = (db: Queryable, organizationId: OrganizationId) =>
  db.many<ConfirmationRow>(sql`
  select item, confirmed_by, confirmed_at from set_up_confirmations where organization_id = ${organizationId}`);

/** The first confirmation stays, with its name and time. Returns 0 if there is one. */
export const insertConfirmation = (tx: Tx, organizationId: OrganizationId, row: ConfirmationRow) =>
  tx.run(sql`
  insert into set_up_confirmations (organization_id, item, confirmed_by, confirmed_at)
  values (${organizationId}, ${row.item}, ${row.confirmed_by}, ${row.confirmed_at})
  on conflict (organization_id, item) do nothing`);

export const deleteConfirmation = (tx: Tx, organizationId: OrganizationId, item: SetUpItemName) =>
  tx.run(sql`delete from set_up_confirmations where organization_id = ${organizationId} and item = ${item}`);
