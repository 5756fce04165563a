import { Type } from "typebox";
import { systemClock } from "#kernel/clock/clock.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { OneOf, object } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import {
  findUserByEmail,
  invite,
  lockUser,
  makeResetLink,
  type OneTimeLink,
  type PeopleService,
  type User,
  userRoles,
  userStatusOf,
} from "#records/people";
import { type AdminCommand, adminCommand } from "./command.ts";
import { pickOrganization } from "./pick-organization.ts";

/** A one-time link as the command line shows it. */
export interface ShownLink {
  readonly email: string;
  readonly link: string;
  readonly expiresAt: string;
}

const shown = (email: string, { link, expiresAt }: OneTimeLink): ShownLink => ({
  email,
  link,
  expiresAt: expiresAt.toISOString(),
});

/** Sign-in uses the machine's time, here too. */
const peopleOf = (service: Service): PeopleService => ({ ...service, machineClock: systemClock });

async function getUser(tx: Tx, organizationId: OrganizationId, email: string): Promise<User> {
  const user = await findUserByEmail(tx, organizationId, email.trim());
  if (user === undefined) throw notFound("user");
  return user;
}

const OneUser = object({ organization: Type.Optional(Type.String()), email: Type.String() });

export const userCommands: Readonly<Record<string, AdminCommand>> = {
  "user.invite": adminCommand(
    object({
      organization: Type.Optional(Type.String()),
      email: Type.String(),
      firstName: Type.String(),
      lastName: Type.String(),
      role: OneOf(userRoles, "The user's role."),
      customPermissions: Type.Array(Type.String()),
    }),
    async ({ service }, { organization, ...invitee }, actor) => {
      const { organizationId } = await pickOrganization(service, organization);
      const people = peopleOf(service);
      const made = await service.database.transaction((tx) =>
        // Without a caller, no second person confirms: the operator is trusted with everything (SECURITY.md).
        invite(people, tx, { organizationId, invitee, actor, caller: undefined }),
      );
      return shown(invitee.email, made);
    },
  ),
  "user.lock": adminCommand(OneUser, async ({ service }, { organization, email }, actor) => {
    const { organizationId } = await pickOrganization(service, organization);
    const locked = await service.database.transaction(async (tx) => {
      const { userId } = await getUser(tx, organizationId, email);
      return lockUser(peopleOf(service), tx, { organizationId, userId, actor, caller: undefined });
    });
    return { userId: locked.userId, email: locked.email, status: userStatusOf(locked) };
  }),
  "user.reset": adminCommand(OneUser, async ({ service }, { organization, email }, actor) => {
    const { organizationId } = await pickOrganization(service, organization);
    const made = await service.database.transaction(async (tx) =>
      makeResetLink(peopleOf(service), tx, { user: await getUser(tx, organizationId, email), actor }),
    );
    return shown(email, made);
  }),
};
