import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { listPeople, mayApprovePayments } from "../people.queries.ts";
import { managingPermissions, rightsOf } from "../roles.ts";
import { usersWithFactor } from "./factors.queries.ts";
import { findRelyingParty } from "./webauthn.ts";

/** The names of unlocked users who approve payments, or confirm changes, with a password alone. */
export async function usersWithoutSecondFactor(
  { config, database }: Pick<Service, "config" | "database">,
  organizationId: OrganizationId,
): Promise<readonly string[]> {
  const passkeysWork = findRelyingParty(config) !== undefined;
  const found = await usersWithFactor(database, organizationId, { passkeysWork });
  const having = new Set(found.map((row) => row.user_id));
  return (await listPeople(database, organizationId))
    .filter((person) => person.locked_at === null && !having.has(person.user_id))
    .filter((person) => {
      const { permissions } = rightsOf(person.role, person.custom_permissions);
      return mayApprovePayments(person) || managingPermissions.some((name) => permissions.has(name));
    })
    .map((person) => `${person.first_name} ${person.last_name}`);
}
