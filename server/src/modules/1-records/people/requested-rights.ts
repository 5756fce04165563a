import { holdsHidden } from "bursar-banking/text/hidden-characters";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import { type Caller, isScopeName } from "#records/identity";
import { refusePeople } from "./people-refusals.ts";
import { covers, type HeldRights, isPermissionName, type Rights, rightsOf } from "./roles.ts";
import type { User, UserRole } from "./user.ts";

/** A role, and the rights of `custom`. */
export interface RequestedRole {
  readonly role: UserRole;
  readonly customPermissions: readonly string[];
}

/**
 * Refuses with `invalidRequest` a list for a role that takes none, and names that are neither a scope nor a permission.
 */
export function requireKnownRights({ role, customPermissions }: RequestedRole): void {
  const problems: FieldProblem[] = [];
  const path = "customPermissions";
  if (role === "custom" && customPermissions.length === 0)
    problems.push({ path, message: "must name at least one scope or permission for the role custom" });
  if (role !== "custom" && customPermissions.length > 0)
    problems.push({ path, message: "apply to the role custom only" });
  const unknown = customPermissions.filter((name) => !isScopeName(name) && !isPermissionName(name));
  if (unknown.length > 0)
    problems.push({ path, message: `must be scopes or permissions: ${unknown.slice(0, 5).join(", ")} is not` });
  if (problems.length > 0) throw invalidRequest(problems);
}

/**
 * The rights of the user who manages users, from their locked row, so that a role change or a lock takes effect first.
 * Refuses with `notPermitted`.
 */
export function requireUserManager(user: User | undefined): Rights {
  const rights = user && user.lockedAt === undefined ? rightsOf(user.role, user.customPermissions) : undefined;
  if (rights?.permissions.has("manageUsers") !== true)
    throw refusePeople("notPermitted", { details: { needed: "manageUsers" } });
  return rights;
}

/** Whether a user with these rights may grant a role or remove it. */
export const mayGive = (held: HeldRights, { role, customPermissions }: RequestedRole): boolean =>
  held.permissions.has("manageUsers") && covers(held, rightsOf(role, customPermissions));

/**
 * Refuses with `beyondOwnRights` if the user would grant or remove more rights than they have. An operator (undefined)
 * may.
 */
export function requireCovered(giver: Rights | undefined, concerned: RequestedRole): void {
  if (giver !== undefined && !mayGive(giver, concerned)) throw refusePeople("beyondOwnRights");
}

export const userActions = ["rename", "changeRole", "endSessions", "lock", "unlock"] as const;

/** What a user may do with another user, except for what depends on third users: that an administrator remains. */
export function allowedActionsOn(user: User, caller: Caller): readonly (typeof userActions)[number][] {
  const { scopes, person } = caller;
  if (person === undefined || !mayGive({ scopes, permissions: person.permissions }, user)) return [];
  if (user.userId === caller.userId) return ["rename"];
  return user.lockedAt === undefined
    ? ["rename", "changeRole", "endSessions", "lock"]
    : ["rename", "changeRole", "unlock"];
}

const NAME_LENGTH_MAX = 100;
/** Without the characters that enclose or separate addresses in a header, as in `<a@b>`. */
const EMAIL = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,185}$/u;

/** Trims a user's texts and lowercases the address. Refuses with `invalidRequest`. */
export function personTexts<Given extends { email?: string; firstName?: string; lastName?: string }>(
  given: Given,
): Given {
  const problems: FieldProblem[] = [];
  const email = given.email?.trim().toLowerCase();
  if (email !== undefined && !EMAIL.test(email)) problems.push({ path: "email", message: "must be an email address" });
  const names = { firstName: given.firstName?.trim(), lastName: given.lastName?.trim() };
  for (const [path, name] of Object.entries(names)) {
    if (name !== undefined && (name === "" || name.length > NAME_LENGTH_MAX || holdsHidden(name)))
      problems.push({ path, message: `must have 1 to ${NAME_LENGTH_MAX} characters on one line` });
  }
  if (problems.length > 0) throw invalidRequest(problems);
  return {
    ...given,
    ...(email === undefined ? {} : { email }),
    ...(names.firstName === undefined ? {} : { firstName: names.firstName }),
    ...(names.lastName === undefined ? {} : { lastName: names.lastName }),
  };
}
