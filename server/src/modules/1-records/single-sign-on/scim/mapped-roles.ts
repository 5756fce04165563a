import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import type { Actor } from "#records/audit";
import { readSignOnPolicy } from "#records/identity";
import { lockUserRow, type PeopleService } from "#records/people";
import { domainOf, mappedRole } from "../provider.ts";
import { findProvider } from "../providers.queries.ts";
import { giveRole, NO_RIGHTS } from "../users/provider-users.ts";
import { groupsOfUsers } from "./scim-groups.queries.ts";

/**
 * Gives users whom the provider manages the roles of their groups, where groups decide roles: as a mapping of two people
 * says, and no right without one. Break-glass administrators keep theirs. Refuses with `lastAdministrator`.
 */
export async function giveMappedRoles(
  service: PeopleService,
  tx: Tx,
  {
    organizationId,
    userIds,
    actor,
  }: { readonly organizationId: OrganizationId; readonly userIds: readonly UserId[]; readonly actor: Actor },
): Promise<void> {
  const provider = await findProvider(tx, organizationId);
  if (provider?.enabled !== true || provider.roleSource !== "groups" || userIds.length === 0) return;
  const { breakGlassUsers } = await readSignOnPolicy(tx, organizationId);
  const groups = Map.groupBy(await groupsOfUsers(tx, organizationId, userIds), (row) => row.user_id);
  for (const userId of userIds.toSorted()) {
    if (breakGlassUsers.includes(userId)) continue;
    const user = await lockUserRow(tx, organizationId, userId);
    const names = (groups.get(userId) ?? []).map(({ name }) => name);
    const role = mappedRole(provider.roleMappings, names) ?? NO_RIGHTS;
    // Users of other domains are not the company's.
    if (user === undefined || !provider.emailDomains.includes(domainOf(user.email))) continue;
    await giveRole(service, tx, { user, role, actor });
  }
}
