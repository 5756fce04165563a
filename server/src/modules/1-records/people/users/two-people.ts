import { readScopeNames, type ScopeName } from "#records/identity";
import type { RequestedRole } from "../requested-rights.ts";
import { covers, type HeldRights, managingPermissions, type PermissionName, type Rights, rightsOf } from "../roles.ts";

/**
 * Rights that only read; one user may grant them. The scope fetchRecipientInvites shows a link for entering bank
 * details, so it is not included. Neither is a new right until it is added here.
 */
const readingRights: ReadonlySet<string> = new Set<ScopeName | PermissionName>([
  ...readScopeNames.filter((name) => name !== "fetchRecipientInvites"),
  "readAudit",
]);

const rightsIn = ({ role, customPermissions }: RequestedRole): Rights => rightsOf(role, customPermissions);
const namesOf = ({ scopes, permissions }: Rights): readonly string[] => [...scopes, ...permissions];

/**
 * Whether the change grants a user a right beyond reading. Undefined stands for a new or locked user, who has no
 * rights.
 */
export function grantsRights(before: RequestedRole | undefined, after: RequestedRole): boolean {
  const held = new Set(before === undefined ? [] : namesOf(rightsIn(before)));
  const rights = rightsIn(after);
  const givesMore = namesOf(rights).some((name) => !held.has(name) && !readingRights.has(name));
  // Approval rules name roles: an approver with another role may approve what they could not before.
  const countsForOtherRules = before?.role !== after.role && rights.permissions.has("approvePayments");
  return givesMore || countsForOtherRules;
}

/** Whether none of the rights is beyond reading. */
export const onlyReads = (rights: Rights): boolean => namesOf(rights).every((name) => readingRights.has(name));

export const confirmsChanges = (person: RequestedRole): boolean =>
  managingPermissions.some((name) => rightsIn(person).permissions.has(name));

/**
 * Whether the change removes a right from a user who confirms changes: otherwise one user could remove the only second
 * one.
 */
export const removesConfirmerRights = (before: RequestedRole, after: RequestedRole): boolean =>
  confirmsChanges(before) && !covers(rightsIn(after) satisfies HeldRights, rightsIn(before));
