import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { createAuthenticator } from "../worlds/authenticator.ts";
import { browse, PASSWORD, signedIn } from "../worlds/people.ts";
import { codeNow, turnOnSecondFactor } from "../worlds/second-factor.ts";
import { mailedLink } from "../worlds/two-people.ts";
import { type Everything, type Fixture, type Fixtures, PAGE } from "./everything.ts";

const someone: Fixture = async (all) => {
  const { userId, email } = await all.newPerson();
  return { userId, email, password: PASSWORD };
};
/** A user who signed in a moment ago. */
const signed: Fixture = async (all) => {
  const person = await all.newPerson();
  return { email: person.email, password: PASSWORD, cookie: await signedIn(all.world.app, person) };
};
const manager: Fixture = async (all) => ({ ...(await someone(all)), cookie: await all.newAdministrator() });

/** Each change of the settings names the version on which it is based. */
const presentSettings: Fixture = async (all) => {
  const cookie = await all.newAdministrator();
  const { body } = await browse(all.world.app, { url: "/organization/settings", cookie });
  return { cookie, version: body.version };
};

/** Halfway through a sign-in with a second factor. */
const secondFactor =
  (codeOf: (all: Everything, factor: Awaited<ReturnType<typeof turnOnSecondFactor>>) => string): Fixture =>
  async (all) => {
    const { world } = all;
    const person = await all.newPerson();
    const factor = await turnOnSecondFactor(world, person);
    world.clock.set(plusMs(world.clock.now(), MINUTE_MS));
    const begun = await browse(world.app, { url: "/session", body: { email: person.email, password: PASSWORD } });
    return { signIn: begun.body.signIn, code: codeOf(all, factor) };
  };

async function passkey({ world, newAdministrator }: Everything) {
  const cookie = await newAdministrator();
  const begun = await browse(world.app, { method: "POST", url: "/session/passkeys/options", cookie });
  const authenticator = createAuthenticator(PAGE);
  const { transports: _, ...made } = authenticator.make(begun.body);
  return { cookie, made, authenticator };
}

/** A user with a passkey, and the passkey's answer to a sign-in. */
const addedPasskey: Fixture = async (all) => {
  const { cookie, made, authenticator } = await passkey(all);
  const body = { name: "Laptop", transports: [], ...made };
  const added = await browse(all.world.app, { url: "/session/passkeys", body, cookie });
  const options = await browse(all.world.app, { method: "POST", url: "/session/passkey/options" });
  return { cookie, passkeyId: added.body.id, ...authenticator.sign(options.body.challenge) };
};

async function invite(all: Everything) {
  const email = `new-${(await all.newPerson()).email}`;
  const cookie = await all.newAdministrator();
  const body = { email, firstName: "A", lastName: "B", role: "viewer" };
  const { body: invited } = await browse(all.world.app, { url: "/users/invitations", body, cookie });
  return { email, cookie, invitationId: invited.id as string };
}
const invited: Fixture = invite;

/** A change of a user's role that waits for a second administrator, with who proposed it and who may confirm it. */
async function waiting(all: Everything) {
  const { userId } = await all.newPerson();
  const proposer = await all.newAdministrator();
  const call = { method: "PATCH" as const, url: `/users/${userId}`, body: { role: "viewer" }, cookie: proposer };
  const { body } = await browse(all.world.app, call);
  return { changeId: body.changeId as string, proposer };
}
const confirmable: Fixture = async (all) => ({
  changeId: (await waiting(all)).changeId,
  cookie: await all.newAdministrator(),
});

/** What an application asks for that has just registered. */
/** What the page of an application that asks to be an agent gets, packed. */
export async function connectionRequest(app: Everything["world"]["app"]): Promise<string> {
  const redirectUri = "http://127.0.0.1:9100/back";
  const registered = await browse(app, { url: "/oauth/register", body: { redirect_uris: [redirectUri] } });
  const query = new URLSearchParams({
    response_type: "code",
    client_id: registered.body.client_id,
    redirect_uri: redirectUri,
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    resource: "http://127.0.0.1:8765/mcp",
  });
  return Buffer.from(query.toString()).toString("base64url");
}

const connecting: Fixture = async (all) => ({
  cookie: await all.newAdministrator(),
  request: await connectionRequest(all.world.app),
});

export const peopleFixtures: Fixtures = {
  signIn: someone,
  signOut: signed,
  stepUp: signed,
  changePassword: signed,
  changeOwnName: signed,
  forgotPassword: someone,
  signInWithTotp: secondFactor(({ world }, { secret }) => codeNow(world, secret)),
  signInWithRecoveryCode: secondFactor((_, { recoveryCodes }) => recoveryCodes[0] ?? ""),
  startTotpEnrolment: async (all) => ({ cookie: await all.newAdministrator() }),
  confirmTotpEnrolment: async (all) => {
    const cookie = await all.newAdministrator();
    const started = await browse(all.world.app, { method: "POST", url: "/session/totp-enrolment", cookie });
    return { cookie, code: codeNow(all.world, started.body.secret) };
  },
  removeTotpEnrolment: async (all) => {
    const { world } = all;
    const { cookie, secret } = await turnOnSecondFactor(world, await all.newPerson());
    world.clock.set(plusMs(world.clock.now(), MINUTE_MS));
    await browse(world.app, { url: "/session/step-up", body: { code: codeNow(world, secret) }, cookie });
    return { cookie };
  },
  startPasskey: manager,
  addPasskey: async (all) => {
    const { cookie, made } = await passkey(all);
    return { cookie, ...made };
  },
  renamePasskey: addedPasskey,
  removePasskey: addedPasskey,
  signInWithPasskey: addedPasskey,
  startPasskeyStepUp: addedPasskey,
  endSession: async (all) => {
    const cookie = await all.newAdministrator();
    const { body } = await browse(all.world.app, { url: "/sessions", cookie });
    return { cookie, sessionId: body.sessions[0].id };
  },
  editUser: manager,
  lockUser: manager,
  unlockUser: manager,
  endUserSessions: manager,
  inviteUser: async (all) => ({
    email: `new-${(await all.newPerson()).email}`,
    cookie: await all.newAdministrator(),
  }),
  resendInvitation: invited,
  withdrawInvitation: invited,
  acceptInvitation: async (all) => {
    const link = await mailedLink(all.world.app, all.organization.token, (await invite(all)).email);
    return { secret: link.split("#")[1] ?? "", password: "three herons above the weir" };
  },
  createToken: manager,
  revokeToken: async (all) => {
    const cookie = await all.newAdministrator();
    const body = { name: "Leaving", kind: "readOnly" };
    const created = await browse(all.world.app, { url: "/tokens", body, cookie });
    return { cookie, tokenId: created.body.apiToken.tokenId };
  },
  connectAgent: connecting,
  changeTokenLimits: async (all) => {
    const cookie = await all.newAdministrator();
    const created = await browse(all.world.app, { url: "/tokens", body: { name: "Limited", kind: "agent" }, cookie });
    return { cookie, tokenId: created.body.apiToken.tokenId };
  },
  proposeApprovalRuleChange: manager,
  setApproverLimit: manager,
  changeOrganizationSettings: presentSettings,
  patchOrganizationSettings: presentSettings,
  confirmControlChange: confirmable,
  declineControlChange: confirmable,
  withdrawControlChange: async (all) => {
    const { changeId, proposer } = await waiting(all);
    return { changeId, cookie: proposer };
  },
};
