import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import type { KindGroup } from "./kinds.ts";

/** How a user receives the emails of a group. The bell shows everything. */
export const deliveries = ["immediately", "digest", "off"] as const;
export type MailDelivery = (typeof deliveries)[number];

/** What users have chosen about a group. */
export const chosenDeliveries = (db: Queryable, organizationId: OrganizationId, group: KindGroup) =>
  db.many<{ user_id: UserId; delivery: MailDelivery }>(sql`
  select user_id, delivery from notification_preferences
   where organization_id = ${organizationId} and kind_group = ${group}`);

export const deliveriesOf = (db: Queryable, organizationId: OrganizationId, userId: UserId) =>
  db.many<{ kind_group: string; delivery: MailDelivery }>(sql`
  select kind_group, delivery from notification_preferences
   where organization_id = ${organizationId} and user_id = ${userId}`);

export const setDelivery = (
  tx: Tx,
  organizationId: OrganizationId,
  { userId, group, delivery }: { userId: UserId; group: KindGroup; delivery: MailDelivery },
) =>
  tx.run(sql`
  insert into notification_preferences (organization_id, user_id, kind_group, delivery)
  values (${organizationId}, ${userId}, ${group}, ${delivery})
  on conflict (organization_id, user_id, kind_group) do update set delivery = excluded.delivery`);
