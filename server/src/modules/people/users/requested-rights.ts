import { type FieldProblem, invalidRequest } from "../../../kernel/http/http-refusals.ts";
import { holdsHidden } from "../../../kernel/values/hidden-characters.ts";
import { type Caller, isScopeName } from "../../identity/index.ts";
import { refusePeople } from "../people-refusals.ts";
import { covers, type HeldRights, isPermissionName, type Rights, rightsOf } from "../roles.ts";
import type { User, UserRole } from "../user.ts";

/** A role, and for `custom` what it may do. */
export interface RequestedRole {
  readonly role: UserRole;
  readonly customPermissions: readonly string[];
}

/** Refuses with `invalidRequest` a list on a role that takes none, and names that are neither scope nor permission. */
export function requireKnownRights({ role, customPermissions }: RequestedRole): void {
  const problems: FieldProblem[] = [];
  const path = "customPermissions";
  if (role === "custom" && customPermissions.length === 0)
    problems.push({ path, message: "must name at least one scope or permission for the role custom" });
  if (role !== "custom" && customPermissions.length > 0)
    problems.push({ path, message: "are chosen for the role custom only" });
  const unknown = customPermissions.filter((name) => !isScopeName(name) && !isPermissionName(name));
  if (unknown.length > 0)
    problems.push({ path, message: `must be scopes or permissions: ${unknown.slice(0, 5).join(", ")} is not` });
  if (problems.length > 0) throw invalidRequest(problems);
}

/**
 * What the person who manages people may do, of their row under a lock: what they give cannot slip past a role taken away
 * or a lock that came meanwhile. Refuses with `notPermitted`.
 */
export function requireGiver(user: User | undefined): Rights {
  const rights = user && user.lockedAt === undefined ? rightsOf(user.role, user.customPermissions) : undefined;
  if (rights?.permissions.has("manageUsers") !== true)
    throw refusePeople("notPermitted", { details: { needed: "manageUsers" } });
  return rights;
}

/** Whether somebody with these rights may give a role, or take it from somebody. */
export const mayGive = (held: HeldRights, { role, customPermissions }: RequestedRole): boolean =>
  held.permissions.has("manageUsers") && covers(held, rightsOf(role, customPermissions));

/** Refuses with `beyondOwnRights` who would give, or take from somebody, more than they have. An operator (undefined) may. */
export function requireCovered(giver: Rights | undefined, concerned: RequestedRole): void {
  if (giver !== undefined && !mayGive(giver, concerned)) throw refusePeople("beyondOwnRights");
}

export const userActions = ["rename", "changeRole", "endSessions", "lock", "unlock"] as const;

/** What a person may do with a user, but for what depends on others: that an administrator remains. */
export function allowedActionsOn(user: User, caller: Caller): readonly (typeof userActions)[number][] {
  const { scopes, person } = caller;
  if (person === undefined || !mayGive({ scopes, permissions: person.permissions }, user)) return [];
  if (user.userId === caller.userId) return ["rename"];
  return user.lockedAt === undefined
    ? ["rename", "changeRole", "endSessions", "lock"]
    : ["rename", "changeRole", "unlock"];
}

const NAME_LENGTH_MAX = 100;
/** Without the signs that frame or separate addresses in a header: `<a@b>` is an address with something around it. */
const EMAIL = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,185}$/u;

/** Texts of a person, trimmed; the address in lower case. Refuses with `invalidRequest`. */
export function personTexts<Given extends { email?: string; firstName?: string; lastName?: string }>(
  given: Given,
): Given {
  const problems: FieldProblem[] = [];
  const email = given.email?.trim().toLowerCase();
  if (email !== undefined && !EMAIL.test(email)) problems.push({ path: "email", message: "must be an e-mail address" });
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
