import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { provisionedUsers } from "../tables.ts";

/** Table: provisioned_users. */
export interface ProvisionedRow {
  readonly user_id: UserId;
  readonly external_id: string | null;
  readonly user_name: string;
  readonly deactivated_at: Date | null;
  readonly created_at: Date;
  readonly changed_at: Date;
}

const columns = sql`p.user_id, p.external_id, p.user_name, p.deactivated_at, p.created_at, p.changed_at`;

/** How the provider manages a user; undefined if it does not. Fails if the row is not proven. */
export const findProvisioned = (db: Queryable, organizationId: OrganizationId, userId: UserId) =>
  db.maybe<ProvisionedRow>(sql`
  select ${columns}, ${provisionedUsers.proof("p")} from provisioned_users p
   where p.organization_id = ${organizationId} and p.user_id = ${userId}`);

/** The same, by the provider's ID of the user. */
export const findProvisionedBy = (db: Queryable, organizationId: OrganizationId, externalId: string) =>
  db.maybe<ProvisionedRow>(sql`
  select ${columns}, ${provisionedUsers.proof("p")} from provisioned_users p
   where p.organization_id = ${organizationId} and p.external_id = ${externalId}`);

/** The same, by the provider's name of the user. */
export const findProvisionedNamed = (db: Queryable, organizationId: OrganizationId, userName: string) =>
  db.maybe<ProvisionedRow>(sql`
  select ${columns}, ${provisionedUsers.proof("p")} from provisioned_users p
   where p.organization_id = ${organizationId} and p.user_name = ${userName.toLowerCase()}`);

/** All whom the provider manages. */
export const listProvisioned = (db: Queryable, organizationId: OrganizationId) =>
  db.many<ProvisionedRow>(sql`
  select ${columns}, ${provisionedUsers.proofOrSkip("p")} from provisioned_users p
   where p.organization_id = ${organizationId} order by p.user_id`);

/** Of these users, those whom the provider manages. */
export const findProvisionedOf = (db: Queryable, organizationId: OrganizationId, userIds: readonly UserId[]) =>
  db.many<ProvisionedRow>(sql`
  select ${columns}, ${provisionedUsers.proofOrSkip("p")} from provisioned_users p
   where p.organization_id = ${organizationId} and p.user_id = any (${[...userIds]}::uuid[])`);

export const insertProvisioned = (tx: Tx, organizationId: OrganizationId, row: Omit<ProvisionedRow, "changed_at">) =>
  tx.run(sql`
  insert into provisioned_users (organization_id, user_id, external_id, user_name, deactivated_at, created_at, changed_at)
  values (${organizationId}, ${row.user_id}, ${row.external_id}, ${row.user_name.toLowerCase()}, ${row.deactivated_at},
          ${row.created_at}, ${row.created_at})
  returning ${provisionedUsers.inserted()}`);

export const updateProvisioned = (
  tx: Tx,
  organizationId: OrganizationId,
  row: Pick<ProvisionedRow, "user_id" | "external_id" | "user_name" | "deactivated_at" | "changed_at">,
) =>
  tx.run(
    provisionedUsers.update({
      set: sql`external_id = ${row.external_id}, user_name = ${row.user_name.toLowerCase()},
               deactivated_at = ${row.deactivated_at}, changed_at = ${row.changed_at}`,
      where: sql`t.organization_id = ${organizationId} and t.user_id = ${row.user_id}`,
    }),
  );
