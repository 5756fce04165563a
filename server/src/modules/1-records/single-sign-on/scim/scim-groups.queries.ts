import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { Id, OrganizationId, UserId } from "#kernel/values/ids.ts";
import { provisionedGroups, provisionedMembers, provisionedUsers } from "../tables.ts";

export type ProvisionedGroupId = Id<"provisionedGroup">;

/** Table: provisioned_groups. */
export interface GroupRow {
  readonly group_id: ProvisionedGroupId;
  readonly external_id: string | null;
  readonly name: string;
  readonly created_at: Date;
  readonly changed_at: Date;
}

const columns = sql`g.group_id, g.external_id, g.name, g.created_at, g.changed_at`;

export const findGroup = (db: Queryable, organizationId: OrganizationId, groupId: string) =>
  db.maybe<GroupRow>(sql`
  select ${columns}, ${provisionedGroups.proof("g")} from provisioned_groups g
   where g.organization_id = ${organizationId} and g.group_id = ${groupId} and g.deleted_at is null`);

export const listGroups = (
  db: Queryable,
  organizationId: OrganizationId,
  {
    name,
    externalId,
    offset,
    limit,
  }: { name: string | null; externalId: string | null; offset: number; limit: number },
) =>
  db.many<GroupRow>(sql`
  select ${columns}, ${provisionedGroups.proofOrSkip("g")} from provisioned_groups g
   where g.organization_id = ${organizationId} and g.deleted_at is null
     and (${name}::text is null or lower(g.name) = lower(${name})) and (${externalId}::text is null or g.external_id = ${externalId})
   order by g.group_id offset ${offset} limit ${limit}`);

export const countGroups = (
  db: Queryable,
  organizationId: OrganizationId,
  { name, externalId }: { name: string | null; externalId: string | null },
) =>
  db.one<{ count: bigint }>(sql`
  select count(*) as count from provisioned_groups g
   where g.organization_id = ${organizationId} and g.deleted_at is null
     and (${name}::text is null or lower(g.name) = lower(${name})) and (${externalId}::text is null or g.external_id = ${externalId})`);

export const insertGroup = (tx: Tx, organizationId: OrganizationId, row: GroupRow) =>
  tx.run(sql`
  insert into provisioned_groups (organization_id, group_id, external_id, name, created_at, changed_at)
  values (${organizationId}, ${row.group_id}, ${row.external_id}, ${row.name}, ${row.created_at}, ${row.changed_at})
  returning ${provisionedGroups.inserted()}`);

export const updateGroup = (
  tx: Tx,
  organizationId: OrganizationId,
  row: Pick<GroupRow, "group_id" | "external_id" | "name" | "changed_at"> & { readonly deleted_at: Date | null },
) =>
  tx.run(
    provisionedGroups.update({
      set: sql`external_id = ${row.external_id}, name = ${row.name}, changed_at = ${row.changed_at},
               deleted_at = ${row.deleted_at}`,
      where: sql`t.organization_id = ${organizationId} and t.group_id = ${row.group_id} and t.deleted_at is null`,
    }),
  );

/** Present members. Fails if a membership is not proven. */
export const membersOfGroup = (db: Queryable, organizationId: OrganizationId, groupId: ProvisionedGroupId) =>
  db.many<{ user_id: UserId; user_name: string; removed_at: Date | null }>(sql`
  select m.user_id, p.user_name, m.removed_at, ${provisionedMembers.proof("m")}, ${provisionedUsers.proof("p")}
    from provisioned_members m
    join provisioned_users p on p.organization_id = m.organization_id and p.user_id = m.user_id
   where m.organization_id = ${organizationId} and m.group_id = ${groupId} and m.removed_at is null
   order by m.user_id`);

/** The groups that users are in: names decide roles, so each row is proven. */
export const groupsOfUsers = (db: Queryable, organizationId: OrganizationId, userIds: readonly UserId[]) =>
  db.many<{ user_id: UserId; group_id: ProvisionedGroupId; name: string }>(sql`
  select m.user_id, g.group_id, g.name, ${provisionedMembers.proof("m")}, ${provisionedGroups.proof("g")}
    from provisioned_members m
    join provisioned_groups g on g.organization_id = m.organization_id and g.group_id = m.group_id
   where m.organization_id = ${organizationId} and m.user_id = any (${[...userIds]}::uuid[]) and m.removed_at is null
     and g.deleted_at is null
   order by m.user_id, g.group_id`);

/** The membership, whether it is over or not. */
export const lockMembership = (tx: Tx, organizationId: OrganizationId, groupId: ProvisionedGroupId, userId: UserId) =>
  tx.maybe<{ removed_at: Date | null }>(sql`
  select m.removed_at, ${provisionedMembers.proof("m")} from provisioned_members m
   where m.organization_id = ${organizationId} and m.group_id = ${groupId} and m.user_id = ${userId} for update of m`);

export const insertMember = (
  tx: Tx,
  organizationId: OrganizationId,
  { groupId, userId, at }: { groupId: ProvisionedGroupId; userId: UserId; at: Date },
) =>
  tx.run(sql`
  insert into provisioned_members (organization_id, group_id, user_id, since)
  values (${organizationId}, ${groupId}, ${userId}, ${at})
  returning ${provisionedMembers.inserted()}`);

/** The caller has read the membership with lockMembership. */
export const setRemoved = (
  tx: Tx,
  organizationId: OrganizationId,
  { groupId, userId, at, removed }: { groupId: ProvisionedGroupId; userId: UserId; at: Date; removed: boolean },
) =>
  tx.run(sql`
  update provisioned_members
     set removed_at = ${removed ? at : null}::timestamptz, since = case when ${removed}::boolean then since else ${at} end
   where organization_id = ${organizationId} and group_id = ${groupId} and user_id = ${userId}
  returning ${provisionedMembers.changed()}`);
