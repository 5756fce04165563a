import type { Queryable } from "#kernel/sql/database.ts";
import { eachOf, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, RecipientId } from "#kernel/values/ids.ts";
import { currentRoutings } from "./details/routing-columns.queries.ts";
import type { RecipientRow, RoutingColumns } from "./recipient.ts";
import { recipients } from "./tables.ts";

export type ScreenedRow = RoutingColumns &
  Pick<RecipientRow, "recipient_id" | "name" | "nickname" | "address" | "status">;

const columns = sql`r.recipient_id, r.name, r.nickname, r.address, r.status, ${currentRoutings}`;

/** Of these recipients, those that are proven. */
export const screenedRows = (db: Queryable, organizationId: OrganizationId, ids: readonly RecipientId[]) =>
  db.many<ScreenedRow>(sql`
  select ${columns}, ${recipients.proofOrSkip("r")} from recipients r
   where r.organization_id = ${organizationId} and r.recipient_id = any (${eachOf(ids)})`);

/** The recipients after one, in the order of their IDs. One that is not proven is reported, and cannot be paid. */
export const nextScreenedRows = (
  db: Queryable,
  organizationId: OrganizationId,
  { after, limit }: { after: RecipientId | null; limit: number },
) =>
  db.many<ScreenedRow>(sql`
  select ${columns}, ${recipients.proofOrSkip("r")} from recipients r
   where r.organization_id = ${organizationId} and r.recipient_id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
   order by r.recipient_id limit ${limit}`);
