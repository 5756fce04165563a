import { notFound } from "#kernel/http/http-refusals.ts";
import { type Tx, violatedConstraint } from "#kernel/sql/database.ts";
import { isUuid, type OrganizationId, type UserId } from "#kernel/values/ids.ts";
import { type Actor, actorOf, recordAudit } from "#records/audit";
import { type Caller, lockOrganization } from "#records/identity";
import { lockUserRow, type PeopleService } from "#records/people";
import { domainOf } from "../provider.ts";
import { adopt, providerOf } from "./change-users.ts";
import { giveMappedRoles } from "./mapped-roles.ts";
import type { GroupChange, SentGroup } from "./read-resource.ts";
import {
  findGroup,
  insertGroup,
  insertMember,
  lockMembership,
  membersOfGroup,
  type ProvisionedGroupId,
  setRemoved,
  updateGroup,
} from "./scim-groups.queries.ts";
import { invalidValue, refuseScim } from "./scim-refusals.ts";

const notUnique = () =>
  refuseScim("scimNotUnique", { details: { resource: "group", attribute: "displayName", scimType: "uniqueness" } });

/** Two at once with one name: the second is refused, too. */
const refusingTwice = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    if (violatedConstraint(error) === "provisioned_groups_name") throw notUnique();
    throw error;
  });

/** Refuses with `scimNotUnique` or `scimInvalidValue`. */
export function addGroup(service: PeopleService, caller: Caller, sent: SentGroup): Promise<ProvisionedGroupId> {
  const { organizationId } = caller;
  const actor = actorOf(caller);
  const { displayName, externalId = null, members = [] } = sent;
  if (displayName === undefined) throw invalidValue("displayName is missing.");
  return refusingTwice(
    service.database.transaction(async (tx) => {
      await lockOrganization(tx, organizationId);
      const at = service.machineClock.now();
      const groupId = service.newId<ProvisionedGroupId>();
      const row = { group_id: groupId, external_id: externalId, name: displayName, created_at: at, changed_at: at };
      await insertGroup(tx, organizationId, row);
      await audit(service, tx, { organizationId, actor, groupId }, "create", { name: displayName, members });
      await setMembers(service, tx, { organizationId, actor, groupId, members: new Set(members) });
      return groupId;
    }),
  );
}

/**
 * Changes a group and, where groups decide roles, the roles of its present and former members. Refuses with
 * `resourceNotFound`, `scimNotUnique`, `scimInvalidValue`, or `lastAdministrator`.
 */
export function changeGroup(
  service: PeopleService,
  caller: Caller,
  { groupId, change }: { readonly groupId: string; readonly change: GroupChange },
): Promise<void> {
  const { organizationId } = caller;
  const actor = actorOf(caller);
  return refusingTwice(
    service.database.transaction(async (tx) => {
      await lockOrganization(tx, organizationId);
      const group = isUuid(groupId) ? await findGroup(tx, organizationId, groupId) : undefined;
      if (group === undefined) throw notFound("group");
      const { displayName = group.name, externalId = group.external_id, changeMembers } = change;
      const at = service.machineClock.now();
      if (displayName !== group.name || externalId !== group.external_id)
        await updateGroup(tx, organizationId, {
          group_id: group.group_id,
          external_id: externalId,
          name: displayName,
          changed_at: at,
          deleted_at: null,
        });
      const present = (await membersOfGroup(tx, organizationId, group.group_id)).map((member) => member.user_id);
      const members = changeMembers(new Set(present));
      const whose = { organizationId, actor, groupId: group.group_id };
      await audit(service, tx, whose, "update", { name: displayName, members: [...members].slice(0, 1_000) });
      await setMembers(service, tx, { ...whose, members });
      // A new name may fit another mapping.
      if (displayName !== group.name) await giveMappedRoles(service, tx, { organizationId, userIds: present, actor });
    }),
  );
}

/** The group and the roles that it gave are gone. Refuses with `resourceNotFound` or `lastAdministrator`. */
export function deleteGroup(service: PeopleService, caller: Caller, groupId: string): Promise<void> {
  const { organizationId } = caller;
  const actor = actorOf(caller);
  return service.database.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const group = isUuid(groupId) ? await findGroup(tx, organizationId, groupId) : undefined;
    if (group === undefined) throw notFound("group");
    const userIds = (await membersOfGroup(tx, organizationId, group.group_id)).map((member) => member.user_id);
    const at = service.machineClock.now();
    await updateGroup(tx, organizationId, { ...group, changed_at: at, deleted_at: at });
    await audit(service, tx, { organizationId, actor, groupId: group.group_id }, "delete", { name: group.name });
    await giveMappedRoles(service, tx, { organizationId, userIds, actor });
  });
}

interface Membership {
  readonly organizationId: OrganizationId;
  readonly actor: Actor;
  readonly groupId: ProvisionedGroupId;
}

async function setMembers(
  service: PeopleService,
  tx: Tx,
  { members, ...membership }: Membership & { readonly members: ReadonlySet<string> },
): Promise<void> {
  const { organizationId, groupId, actor } = membership;
  const present = new Set<string>((await membersOfGroup(tx, organizationId, groupId)).map((row) => row.user_id));
  const changed: UserId[] = [];
  for (const id of members.difference(present)) changed.push(await join(service, tx, membership, id));
  for (const id of present.difference(members)) {
    // From a row of the group.
    const userId = id as UserId;
    await lockMembership(tx, organizationId, groupId, userId);
    await setRemoved(tx, organizationId, { groupId, userId, at: service.machineClock.now(), removed: true });
    changed.push(userId);
  }
  await giveMappedRoles(service, tx, { organizationId, userIds: changed, actor });
}

async function join(service: PeopleService, tx: Tx, membership: Membership, id: string): Promise<UserId> {
  const { organizationId, groupId, actor } = membership;
  const user = isUuid(id) ? await lockUserRow(tx, organizationId, id) : undefined;
  const { emailDomains } = await providerOf(tx, organizationId);
  if (user === undefined || !emailDomains.includes(domainOf(user.email)))
    throw invalidValue("A member must be a user of the company.");
  await adopt(service, tx, { user, actor });
  const { userId } = user;
  const at = service.machineClock.now();
  const former = await lockMembership(tx, organizationId, groupId, userId);
  if (former === undefined) await insertMember(tx, organizationId, { groupId, userId, at });
  else await setRemoved(tx, organizationId, { groupId, userId, at, removed: false });
  return userId;
}

const audit = (
  service: PeopleService,
  tx: Tx,
  { organizationId, actor, groupId }: Membership,
  verb: "create" | "update" | "delete",
  after: Readonly<Record<string, unknown>>,
) =>
  recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [{ action: `providerGroup.${verb}`, resourceType: "providerGroup", resourceId: groupId, after }],
  });
