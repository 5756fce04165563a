import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import {
  changeUser,
  insertUser,
  type PeopleService,
  personTexts,
  type RequestedRole,
  type User,
} from "#records/people";

/** Without any right: someone whose role the provider took away. */
export const NO_RIGHTS: RequestedRole = { role: "custom", customPermissions: [] };

/**
 * Gives the user the role that a mapping of two people gives; theirs stays if it is the same. Refuses with
 * `lastAdministrator`.
 */
export async function giveRole(
  service: PeopleService,
  tx: Tx,
  { user, role, actor }: { readonly user: User; readonly role: RequestedRole; readonly actor: Actor },
): Promise<void> {
  const namesOf = ({ customPermissions }: RequestedRole) => customPermissions.toSorted().join();
  if (user.role === role.role && namesOf(user) === namesOf(role)) return;
  const { organizationId, userId } = user;
  await changeUser(service, tx, { organizationId, userId, actor, caller: undefined, change: role });
}

/** A user without a password, as the provider describes them. Refuses with `invalidRequest`. */
export async function createUser(
  service: PeopleService,
  tx: Tx,
  {
    organizationId,
    role,
    actor,
    from,
    ...given
  }: {
    readonly organizationId: OrganizationId;
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly role: RequestedRole;
    readonly actor: Actor;
    readonly from: "provider" | "scim";
  },
): Promise<User> {
  const { email, firstName, lastName } = personTexts(given);
  const userId = service.newId<UserId>();
  const createdAt = service.machineClock.now();
  const user: User = { organizationId, userId, email, firstName, lastName, ...role, createdAt, lockedAt: undefined };
  await insertUser(tx, user);
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      { action: "user.create", resourceType: "user", resourceId: userId, after: { email, role: role.role, from } },
    ],
  });
  return user;
}

const NAME_LENGTH_MAX = 100;

/** Without characters that hide others or change their order. */
export const visible = (text: string): string =>
  text
    .slice(0, 4 * NAME_LENGTH_MAX)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, NAME_LENGTH_MAX)
    .toWellFormed()
    .trim();
