import { notFound } from "#kernel/http/http-refusals.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isUuid, type OrganizationId, type UserId } from "#kernel/values/ids.ts";
import { type Actor, actorOf } from "#records/audit";
import { type Caller, lockOrganization, readSignOnPolicy } from "#records/identity";
import {
  changeUser,
  findUserByEmail,
  lockInvitationByEmail,
  lockUser,
  lockUserRow,
  markInvitationAccepted,
  type PeopleService,
  type RequestedRole,
  type User,
  unlockUser,
  withdrawInvitationsTo,
} from "#records/people";
import { domainOf, type Provider } from "../provider.ts";
import { findProvider } from "../providers.queries.ts";
import { createUser, NO_RIGHTS } from "../users/provider-users.ts";
import {
  findProvisioned,
  findProvisionedBy,
  findProvisionedNamed,
  insertProvisioned,
  type ProvisionedRow,
  updateProvisioned,
} from "../users/provisioned-users.queries.ts";
import { giveMappedRoles } from "./mapped-roles.ts";
import type { SentUser } from "./read-resource.ts";
import { invalidValue, refuseScim } from "./scim-refusals.ts";

const notUnique = (attribute: string) =>
  refuseScim("scimNotUnique", { details: { resource: "user", attribute, scimType: "uniqueness" } });

/** The provider whose users these are. Refuses to manage users of an organization that has none. */
export async function providerOf(db: Queryable, organizationId: OrganizationId): Promise<Provider> {
  const provider = await findProvider(db, organizationId);
  if (provider?.enabled !== true) throw invalidValue("Single sign-on is not set up in Bursar.");
  return provider;
}

/** Users of other domains are not the company's: the provider may only deactivate them. */
const isOfCompany = ({ emailDomains }: Provider, email: string): boolean => emailDomains.includes(domainOf(email));

/**
 * Adds a user of the provider, without a password, and without a right that a mapping or an invitation does not give.
 * Refuses with `scimNotUnique` or `scimInvalidValue`.
 */
export function addUser(service: PeopleService, caller: Caller, sent: SentUser): Promise<UserId> {
  const { organizationId } = caller;
  const actor = actorOf(caller);
  const { userName, externalId = null, active = true } = sent;
  if (userName === undefined) throw invalidValue("userName is missing.");
  const email = (sent.email ?? userName).toLowerCase();
  return service.database.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const provider = await providerOf(tx, organizationId);
    if (!isOfCompany(provider, email))
      throw invalidValue(`The address must be of ${provider.emailDomains.join(" or ")}.`);
    await requireUnique(tx, { organizationId, userId: undefined, userName, externalId });
    if ((await findUserByEmail(tx, organizationId, email)) !== undefined) throw notUnique("address");
    const at = service.machineClock.now();
    const role = await firstRole(service, tx, { provider, email });
    const firstName = sent.firstName ?? email.split("@")[0] ?? email;
    const names = { firstName: firstName.slice(0, 100), lastName: sent.lastName ?? firstName.slice(0, 100) };
    const user = await createUser(service, tx, { organizationId, email, ...names, role, actor, from: "scim" });
    const { userId } = user;
    const row = { user_id: userId, external_id: externalId, user_name: userName, deactivated_at: null, created_at: at };
    await insertProvisioned(tx, organizationId, row);
    await giveMappedRoles(service, tx, { organizationId, userIds: [userId], actor });
    if (!active) await deactivate(service, tx, { user, actor });
    return userId;
  });
}

/** Where people choose roles in Bursar: that of an invitation, which the user need not accept any more. */
async function firstRole(
  service: PeopleService,
  tx: Tx,
  { provider, email }: { readonly provider: Provider; readonly email: string },
): Promise<RequestedRole> {
  const { organizationId, roleSource } = provider;
  const at = service.machineClock.now();
  const invitation = await lockInvitationByEmail(tx, organizationId, email, at);
  if (invitation === undefined) return NO_RIGHTS;
  await markInvitationAccepted(tx, organizationId, invitation.invitation_id, at);
  const { role, custom_permissions: customPermissions } = invitation;
  return roleSource === "bursar" ? { role, customPermissions } : NO_RIGHTS;
}

async function requireUnique(
  tx: Tx,
  {
    organizationId,
    userId,
    userName,
    externalId,
  }: {
    readonly organizationId: OrganizationId;
    readonly userId: UserId | undefined;
    readonly userName: string;
    readonly externalId: string | null;
  },
): Promise<void> {
  const named = await findProvisionedNamed(tx, organizationId, userName);
  if (named !== undefined && named.user_id !== userId) throw notUnique("userName");
  const holder = externalId === null ? undefined : await findProvisionedBy(tx, organizationId, externalId);
  if (holder !== undefined && holder.user_id !== userId) throw notUnique("externalId");
}

/**
 * Changes a user as the provider says: names, its own ID and name of them, and whether they are active. A user whom it did
 * not create is one that it manages from then on. Refuses with `resourceNotFound`, `scimNotUnique`, `scimInvalidValue`,
 * `lastAdministrator`, `lastBreakGlass`, or `lockedInBursar`.
 */
export function changeProvisionedUser(
  service: PeopleService,
  caller: Caller,
  { userId, sent }: { readonly userId: string; readonly sent: SentUser },
): Promise<void> {
  const { organizationId } = caller;
  const actor = actorOf(caller);
  return service.database.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const provider = await providerOf(tx, organizationId);
    const before = isUuid(userId) ? await lockUserRow(tx, organizationId, userId) : undefined;
    if (before === undefined) throw notFound("user");
    if (isOfCompany(provider, before.email)) await change(service, tx, { user: before, sent, actor });
    if (sent.active === undefined) return;
    const user = (await lockUserRow(tx, organizationId, userId)) ?? before;
    if (sent.active) await activate(service, tx, { user, actor });
    else await deactivate(service, tx, { user, actor });
  });
}

async function change(
  service: PeopleService,
  tx: Tx,
  { user, sent, actor }: { readonly user: User; readonly sent: SentUser; readonly actor: Actor },
): Promise<void> {
  const { organizationId, userId } = user;
  const row = await adopt(service, tx, { user, actor });
  const userName = sent.userName ?? row.user_name;
  const externalId = sent.externalId === undefined ? row.external_id : sent.externalId;
  await requireUnique(tx, { organizationId, userId, userName, externalId });
  if (userName.toLowerCase() !== row.user_name || externalId !== row.external_id)
    await updateProvisioned(tx, organizationId, {
      ...row,
      user_name: userName,
      external_id: externalId,
      changed_at: service.machineClock.now(),
    });
  const { firstName = user.firstName, lastName = user.lastName } = sent;
  if (firstName !== user.firstName || lastName !== user.lastName)
    await changeUser(service, tx, {
      organizationId,
      userId,
      actor,
      caller: undefined,
      change: { firstName, lastName },
    });
}

/** The provider manages the user from now on, if it does not already. */
export async function adopt(
  service: PeopleService,
  tx: Tx,
  { user, actor }: { readonly user: User; readonly actor: Actor },
): Promise<ProvisionedRow> {
  const { organizationId, userId, email } = user;
  const managed = await findProvisioned(tx, organizationId, userId);
  if (managed !== undefined) return managed;
  await requireUnique(tx, { organizationId, userId, userName: email, externalId: null });
  const at = service.machineClock.now();
  const row = { user_id: userId, external_id: null, user_name: email, deactivated_at: null, created_at: at };
  await insertProvisioned(tx, organizationId, row);
  await giveMappedRoles(service, tx, { organizationId, userIds: [userId], actor });
  return { ...row, changed_at: at };
}

type Whose = { readonly user: User; readonly actor: Actor };

/** Out everywhere: sessions, step-ups, unfinished sign-ins, tokens, and invitations end in this transaction. */
async function deactivate(service: PeopleService, tx: Tx, { user, actor }: Whose): Promise<void> {
  const { organizationId, userId, email } = user;
  if (user.lockedAt !== undefined) return;
  await requireOtherBreakGlass(tx, user);
  const row = await adopt(service, tx, { user, actor });
  await lockUser(service, tx, { organizationId, userId, actor, caller: undefined });
  const at = service.machineClock.now();
  await withdrawInvitationsTo(tx, organizationId, { email, askedFor: false, at });
  await updateProvisioned(tx, organizationId, { ...row, deactivated_at: at, changed_at: at });
}

/** Otherwise nobody would get in when the provider fails. */
async function requireOtherBreakGlass(tx: Tx, { organizationId, userId }: User): Promise<void> {
  const { breakGlassUsers } = await readSignOnPolicy(tx, organizationId);
  if (!breakGlassUsers.includes(userId)) return;
  const others = breakGlassUsers.filter((other) => other !== userId);
  const active = await Promise.all(others.map((other) => lockUserRow(tx, organizationId, other)));
  const remains = active.some((other) => other?.lockedAt === undefined && other?.role === "administrator");
  if (!remains) throw refuseScim("lastBreakGlass");
}

/** Only whom the provider deactivated: a user whom people locked stays locked until people unlock them. */
async function activate(service: PeopleService, tx: Tx, { user, actor }: Whose): Promise<void> {
  const { organizationId, userId } = user;
  const row = await findProvisioned(tx, organizationId, userId);
  const isDeactivated = row !== undefined && row.deactivated_at !== null;
  if (!isDeactivated) {
    if (user.lockedAt !== undefined) throw refuseScim("lockedInBursar");
    return;
  }
  const at = service.machineClock.now();
  await unlockUser(service, tx, { organizationId, userId, actor, caller: undefined });
  await updateProvisioned(tx, organizationId, { ...row, deactivated_at: null, changed_at: at });
  await giveMappedRoles(service, tx, { organizationId, userIds: [userId], actor });
}
