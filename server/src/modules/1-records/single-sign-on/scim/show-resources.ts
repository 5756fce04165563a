import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { isUuid } from "#kernel/values/ids.ts";
import { findUser, findUserByEmail, listUsersFrom, type PeopleService, type User } from "#records/people";
import {
  findProvisionedBy,
  findProvisionedNamed,
  findProvisionedOf,
  type ProvisionedRow,
} from "../users/provisioned-users.queries.ts";
import type { Filter } from "./read-resource.ts";
import {
  countGroups,
  findGroup,
  type GroupRow,
  groupsOfUsers,
  listGroups,
  membersOfGroup,
} from "./scim-groups.queries.ts";
import { GROUP_SCHEMA, LIST_SCHEMA, USER_SCHEMA } from "./scim-schemas.ts";

export interface ListRange {
  /** Of the first resource, counted from one. */
  readonly startIndex: number;
  readonly count: number;
}

/** A page of a list (RFC 7644 §3.4.2). */
export const listPage = ({
  resources,
  total,
  startIndex,
}: {
  readonly resources: readonly unknown[];
  readonly total: number;
  readonly startIndex: number;
}) => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

const metaOf = (
  { config }: PeopleService,
  { type, id, createdAt, changedAt }: { type: "User" | "Group"; id: string; createdAt: Date; changedAt: Date },
) => ({
  resourceType: type,
  created: createdAt.toISOString(),
  lastModified: changedAt.toISOString(),
  location: `${config.publicUrl}/scim/v2/${type}s/${id}`,
});

type Group = { readonly group_id: string; readonly name: string };

function render(
  service: PeopleService,
  user: User,
  { row, groups }: { readonly row: ProvisionedRow | undefined; readonly groups: readonly Group[] },
) {
  const { userId, email, firstName, lastName, createdAt, lockedAt } = user;
  return {
    schemas: [USER_SCHEMA],
    id: userId,
    ...(row?.external_id ? { externalId: row.external_id } : {}),
    userName: row?.user_name ?? email,
    name: { givenName: firstName, familyName: lastName, formatted: `${firstName} ${lastName}` },
    displayName: `${firstName} ${lastName}`,
    emails: [{ value: email, type: "work", primary: true }],
    active: lockedAt === undefined,
    groups: groups.map(({ group_id: value, name: display }) => ({ value, display })),
    meta: metaOf(service, { type: "User", id: userId, createdAt, changedAt: row?.changed_at ?? createdAt }),
  };
}

async function renderUsers(service: PeopleService, organizationId: OrganizationId, users: readonly User[]) {
  const ids = users.map((user) => user.userId);
  const rows = new Map(
    (await findProvisionedOf(service.database, organizationId, ids)).map((row) => [row.user_id, row]),
  );
  const groups = Map.groupBy(await groupsOfUsers(service.database, organizationId, ids), (group) => group.user_id);
  return users.map((user) =>
    render(service, user, { row: rows.get(user.userId), groups: groups.get(user.userId) ?? [] }),
  );
}

export async function showUser(service: PeopleService, organizationId: OrganizationId, userId: string) {
  const user = await findUser(service.database, organizationId, userId);
  return user && (await renderUsers(service, organizationId, [user]))[0];
}

/** Also users whom the provider does not manage yet: it finds them by their address and then does. */
export async function showUsers(
  service: PeopleService,
  organizationId: OrganizationId,
  { filter, page }: { readonly filter: Filter | undefined; readonly page: ListRange },
) {
  const { startIndex, count } = page;
  if (filter !== undefined) {
    const user = await userOfFilter(service, organizationId, filter);
    const found = user === undefined ? [] : [user];
    const resources = startIndex === 1 && count > 0 ? await renderUsers(service, organizationId, found) : [];
    return listPage({ resources, total: found.length, startIndex });
  }
  const { users, total } = await listUsersFrom(service.database, organizationId, {
    offset: startIndex - 1,
    limit: count,
  });
  return listPage({ resources: await renderUsers(service, organizationId, users), total, startIndex });
}

async function userOfFilter(
  { database }: PeopleService,
  organizationId: OrganizationId,
  { attribute, value }: Filter,
): Promise<User | undefined> {
  if (attribute === "emails.value") return findUserByEmail(database, organizationId, value);
  const idOf = async (): Promise<UserId | string | undefined> => {
    if (attribute === "id") return value;
    if (attribute === "externalId") return (await findProvisionedBy(database, organizationId, value))?.user_id;
    return (await findProvisionedNamed(database, organizationId, value))?.user_id;
  };
  const userId = await idOf();
  if (userId !== undefined) return isUuid(userId) ? findUser(database, organizationId, userId) : undefined;
  if (attribute !== "userName") return undefined;
  const user = await findUserByEmail(database, organizationId, value);
  // One whom the provider calls something else has that name.
  const [managed] = user ? await findProvisionedOf(database, organizationId, [user.userId]) : [];
  return managed === undefined ? user : undefined;
}

async function renderGroup(service: PeopleService, organizationId: OrganizationId, row: GroupRow, withMembers = true) {
  const { group_id: id, external_id: externalId, name, created_at: createdAt, changed_at: changedAt } = row;
  const members = withMembers ? await membersOfGroup(service.database, organizationId, id) : [];
  return {
    schemas: [GROUP_SCHEMA],
    id,
    ...(externalId === null ? {} : { externalId }),
    displayName: name,
    members: members.map(({ user_id: value, user_name: display }) => ({ value, display })),
    meta: metaOf(service, { type: "Group", id, createdAt, changedAt }),
  };
}

export async function showGroup(service: PeopleService, organizationId: OrganizationId, groupId: string) {
  const row = await findGroup(service.database, organizationId, groupId);
  return row && renderGroup(service, organizationId, row);
}

export async function showGroups(
  service: PeopleService,
  organizationId: OrganizationId,
  {
    filter,
    page,
    withMembers,
  }: { readonly filter: Filter | undefined; readonly page: ListRange; readonly withMembers: boolean },
) {
  const { database } = service;
  const { startIndex, count } = page;
  const shown = (rows: readonly GroupRow[]) =>
    Promise.all(rows.map((row) => renderGroup(service, organizationId, row, withMembers)));
  if (filter?.attribute === "id") {
    const row = isUuid(filter.value) ? await findGroup(database, organizationId, filter.value) : undefined;
    const rows = row === undefined ? [] : [row];
    return listPage({ resources: await shown(rows), total: rows.length, startIndex });
  }
  const name = filter?.attribute === "displayName" ? filter.value : null;
  const externalId = filter?.attribute === "externalId" ? filter.value : null;
  const { count: total } = await countGroups(database, organizationId, { name, externalId });
  const rows = await listGroups(database, organizationId, { name, externalId, offset: startIndex - 1, limit: count });
  return listPage({ resources: await shown(rows), total: Number(total), startIndex });
}
