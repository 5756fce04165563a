import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { scopeNames } from "#records/identity";
import { listPeople } from "../people.queries.ts";
import type { PermissionName } from "../roles.ts";
import { rightsOf } from "../roles.ts";
import { findUsersWhoCanCreateToken } from "../tokens/token-changes.ts";
import { findUsersWhoCanGrant } from "./user-changes.ts";

export const protectionNames = ["users", "tokens", "rules", "settings"] as const;
export type ProtectionName = (typeof protectionNames)[number];

/** Whether a kind of change currently needs two people. */
export interface Protection {
  readonly name: ProtectionName;
  readonly isProtected: boolean;
  /** What one person can do alone, as a sentence for users. */
  readonly unprotected: string;
}

const sentences: Readonly<Record<ProtectionName, string>> = {
  users: "One user can invite users, change roles, and lock and unlock users without confirmation.",
  tokens: "One user can create an API token that sends payments without approval.",
  rules: "One user can change approval rules and approval limits without confirmation.",
  settings: "One user can relax the organization's settings, such as self-approval, without confirmation.",
};

/** Which changes need two people, judged by the change that the fewest users can make. */
export async function readProtections(db: Queryable, organizationId: OrganizationId): Promise<readonly Protection[]> {
  const people = await listPeople(db, organizationId);
  const withPermission = (name: PermissionName) =>
    people.filter(
      (person) => person.locked_at === null && rightsOf(person.role, person.custom_permissions).permissions.has(name),
    );
  const counts: Readonly<Record<ProtectionName, number>> = {
    users: (await findUsersWhoCanGrant(db, organizationId, [{ role: "administrator", customPermissions: [] }])).length,
    tokens: (await findUsersWhoCanCreateToken(db, organizationId, scopeNames)).length,
    rules: withPermission("manageRules").length,
    settings: withPermission("manageOrganization").length,
  };
  return protectionNames.map((name) => ({ name, isProtected: counts[name] > 1, unprotected: sentences[name] }));
}
