import { notFound } from "#kernel/http/http-refusals.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { type ChangeKind, type ControlChange, proposeChange } from "#records/controls";
import { endProviderSessions, findUser, findUsersWhoCanGrant, type PeopleService } from "#records/people";
import { endLink, findLinkOfUser } from "../links/links.queries.ts";

/**
 * Forgetting who a user is at the provider, because they have a new account there: the account that has the
 * user's address is linked next, so it takes two people.
 */
export const providerUnlinkKind = (service: PeopleService): ChangeKind<null> => ({
  name: "providerUnlink",
  permission: "manageUsers",
  whoMay: async (db, { organizationId, subject }) => {
    const user = await findUser(db, organizationId, subject);
    return user === undefined ? [] : findUsersWhoCanGrant(db, organizationId, [user]);
  },
  baseOf: async (db, { organizationId, subject }) =>
    (await findLinkOfUser(db, organizationId, subject))?.link_id ?? "none",
  apply: async (tx, { organizationId, subject }, { actor }) => {
    const link = await findLinkOfUser(tx, organizationId, subject);
    if (link === undefined) throw notFound("linked user");
    const at = service.machineClock.now();
    await endLink(tx, organizationId, link.link_id, at);
    await endProviderSessions(tx, organizationId, { sid: undefined, userId: link.user_id, at });
    await recordAudit(service, tx, {
      organizationId,
      actor,
      entries: [
        {
          action: "user.unlinkProvider",
          resourceType: "user",
          resourceId: link.user_id,
          before: { issuer: link.issuer, subject: link.subject },
        },
      ],
    });
  },
  describe: async (db, { organizationId, subject }) => {
    const user = await findUser(db, organizationId, subject);
    return `Forget which company account belongs to ${user ? `${user.firstName} ${user.lastName}` : "an unknown user"}`;
  },
});

/** Refuses with `resourceNotFound` if the user is not linked. */
export const proposeUnlink = (
  service: PeopleService,
  {
    organizationId,
    proposer,
    actor,
    userId,
  }: {
    readonly organizationId: OrganizationId;
    readonly proposer: UserId;
    readonly actor: Actor;
    readonly userId: string;
  },
): Promise<ControlChange | undefined> =>
  service.database.transaction(async (tx) => {
    if ((await findLinkOfUser(tx, organizationId, userId)) === undefined) throw notFound("linked user");
    const { change } = await proposeChange(service, tx, providerUnlinkKind(service), {
      organizationId,
      proposer,
      actor,
      subject: userId,
      proposal: null,
    });
    return change.status === "proposed" ? change : undefined;
  });
