import type { UserId } from "#kernel/values/ids.ts";
import { type IdentityLinkId, insertLink } from "#records/single-sign-on/links/links.queries.ts";
import { findProvider, insertProvider } from "#records/single-sign-on/providers.queries.ts";
import { openLyingProvider } from "../single-sign-on/lying-provider.ts";
import type { Everything, Fixture, Fixtures } from "./everything.ts";

let opened: ReturnType<typeof openLyingProvider> | undefined;

/** An identity provider of the organization, for the domain of the examples. */
async function withProvider({ world, organization }: Everything): Promise<string> {
  opened ??= openLyingProvider();
  const { issuer } = await opened;
  const { organizationId } = organization;
  await world.service.database.transaction(async (tx) => {
    if ((await findProvider(tx, organizationId)) !== undefined) return;
    await insertProvider(tx, organizationId, {
      enabled: true,
      name: "Example ID",
      issuer,
      clientId: "bursar",
      secretId: null,
      emailDomains: ["example.com"],
      createsUsers: false,
      roleSource: "bursar",
      roleClaim: null,
      roleMappings: [],
      version: 1,
      at: world.clock.now(),
    });
  });
  return issuer;
}

const signsOn: Fixture = async (all) => ({ issuer: await withProvider(all) });
const changes: Fixture = async (all) => ({ issuer: await withProvider(all), cookie: await all.newAdministrator() });

/** A user who has signed in with the provider. */
const linked: Fixture = async (all) => {
  const { userId } = await all.newPerson();
  await newLink(all, userId);
  return { userId, cookie: await all.newAdministrator() };
};

async function newLink(all: Everything, userId: UserId): Promise<void> {
  const { world, organization } = all;
  const issuer = await withProvider(all);
  const link = {
    linkId: world.service.newId<IdentityLinkId>(),
    issuer,
    subject: userId,
    userId,
    at: world.clock.now(),
  };
  await world.service.database.transaction((tx) => insertLink(tx, organization.organizationId, link));
}

export const signOnFixtures: Fixtures = {
  startSingleSignOn: signsOn,
  startProviderStepUp: signsOn,
  changeSingleSignOn: changes,
  patchSingleSignOn: changes,
  removeIdentityLink: linked,
};
