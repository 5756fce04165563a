import { readScopeNames, type ScopeName } from "../../identity/index.ts";
import { covers, type HeldRights, type PermissionName, type Rights, rightsOf } from "../roles.ts";
import type { RequestedRole } from "./requested-rights.ts";

/** Whoever has one of these confirms changes that take two people. */
export const managingPermissions: readonly PermissionName[] = [
  "manageUsers",
  "manageTokens",
  "manageRules",
  "manageOrganization",
];

/**
 * Rights that only read; one person may give them. A link to enter bank details can be read with the scope
 * fetchRecipientInvites, so that one is not among them. A right added later is not either, until it is put here.
 */
const readingRights: ReadonlySet<string> = new Set<ScopeName | PermissionName>([
  ...readScopeNames.filter((name) => name !== "fetchRecipientInvites"),
  "readAudit",
]);

const rightsIn = ({ role, customPermissions }: RequestedRole): Rights => rightsOf(role, customPermissions);
const namesOf = ({ scopes, permissions }: Rights): readonly string[] => [...scopes, ...permissions];

/** Whether the change gives somebody (undefined: a new or locked user, who has nothing) a right beyond reading. */
export function givesRights(before: RequestedRole | undefined, after: RequestedRole): boolean {
  const held = new Set(before === undefined ? [] : namesOf(rightsIn(before)));
  const rights = rightsIn(after);
  const givesMore = namesOf(rights).some((name) => !held.has(name) && !readingRights.has(name));
  // Rules name roles: an approver who becomes one of another role may approve what they could not before.
  const countsForOtherRules = before?.role !== after.role && rights.permissions.has("approvePayments");
  return givesMore || countsForOtherRules;
}

export const confirmsChanges = (person: RequestedRole): boolean =>
  managingPermissions.some((name) => rightsIn(person).permissions.has(name));

/** Whether the change takes a right from somebody who confirms changes: one person could remove the other pair of eyes. */
export const takesFromConfirmer = (before: RequestedRole, after: RequestedRole): boolean =>
  confirmsChanges(before) && !covers(rightsIn(after) satisfies HeldRights, rightsIn(before));
