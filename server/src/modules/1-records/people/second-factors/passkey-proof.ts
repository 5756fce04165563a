import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import type { Caller } from "#records/identity";
import { refusePeople } from "../people-refusals.ts";
import type { PeopleService } from "../people-service.ts";
import { personOf } from "../person.ts";
import { isKnownDevice } from "../sign-in/device.ts";
import { type OpenedSession, type Origin, openSession } from "../sign-in/session.ts";
import { accountOfUser, throttled } from "../sign-in/throttled.ts";
import { lockUserRow } from "../users.queries.ts";
import { CHALLENGE_MS, type ChallengePurpose, makeChallenge, takeChallenge } from "./passkey-challenge.ts";
import { findPasskeyByCredential, markPasskeyUsed, type PasskeyRow, passkeysOf } from "./passkeys.queries.ts";
import { passkeyCredentialOf } from "./passkeys.ts";
import { type Assertion, challengeIn, getRelyingParty, readAssertion, userOfHandle } from "./webauthn.ts";

/** What a browser needs to sign in with any passkey for this service. Refuses with `passkeysUnavailable`. */
export const startPasskeySignIn = (service: PeopleService) => ({
  challenge: makeChallenge(service, { kind: "signIn" }),
  rpId: getRelyingParty(service.config).id,
  timeoutMs: CHALLENGE_MS,
});

/** What a browser needs to reauthenticate with one of the user's passkeys. Refuses with `passkeysUnavailable`. */
export async function startPasskeyStepUp(service: PeopleService, caller: Caller) {
  const { organizationId, userId, sessionId } = personOf(caller);
  const rows = await passkeysOf(service.database, organizationId, userId);
  return {
    challenge: makeChallenge(service, { kind: "stepUp", sessionId }),
    rpId: getRelyingParty(service.config).id,
    allowed: rows.map(passkeyCredentialOf),
    timeoutMs: CHALLENGE_MS,
  };
}

interface Whose {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
}

interface Proof {
  readonly passkey: PasskeyRow;
  readonly signCount: number;
}

/** What the assertion proves about the user; undefined if it proves nothing. Consumes the challenge. */
async function provedBy(
  service: PeopleService,
  { organizationId, userId }: Whose,
  { assertion, purpose }: { assertion: Assertion; purpose: ChallengePurpose },
): Promise<Proof | undefined> {
  const party = getRelyingParty(service.config);
  const credentialId = Buffer.from(assertion.id, "base64url");
  const passkey = await findPasskeyByCredential(service.database, organizationId, { userId, credentialId });
  if (passkey === undefined) return undefined;
  const challenge = challengeIn(assertion.clientDataJSON);
  if (!(await takeChallenge(service, organizationId, { challenge, purpose }))) return undefined;
  const signCount = await readAssertion(party, passkey, assertion);
  return signCount === undefined ? undefined : { passkey, signCount };
}

const noteUse = async (
  service: PeopleService,
  tx: Tx,
  { organizationId }: Whose,
  { passkey, signCount }: Proof,
): Promise<boolean> =>
  (await markPasskeyUsed(tx, organizationId, {
    passkeyId: passkey.passkey_id,
    signCount,
    at: service.machineClock.now(),
  })) === 1;

/**
 * Signs in with a passkey alone. Refuses with `passkeyRefused` for every problem (an unknown or removed passkey, an
 * expired or used challenge, a locked user) or with `tooManySignIns`.
 */
export async function signInWithPasskey(
  service: PeopleService,
  { assertion, origin }: { assertion: Assertion; origin: Origin },
): Promise<OpenedSession> {
  const whose = userOfHandle(assertion.userHandle ?? "");
  const account = whose && accountOfUser(whose);
  const isKnown = await isKnownDevice(service, service.database, { users: whose ? [whose] : [], text: origin.device });
  const attempt = { account, address: origin.address, knownDevice: isKnown ? origin.device : undefined };
  const session = await throttled(service, attempt, async () => {
    const proof = whose && (await provedBy(service, whose, { assertion, purpose: { kind: "signIn" } }));
    if (whose === undefined || proof === undefined) return undefined;
    return service.database.transaction(async (tx) => {
      // The lock also prevents the user from being locked out between this check and the session.
      const user = await lockUserRow(tx, whose.organizationId, whose.userId);
      if (user === undefined || user.lockedAt !== undefined) return undefined;
      if (!(await noteUse(service, tx, whose, proof))) return undefined;
      return openSession(service, tx, { ...whose, signedInWith: "passkey", origin });
    });
  });
  if (session === undefined) throw refusePeople("passkeyRefused");
  return session;
}

/** Whether the signed-in user proves their identity with one of their passkeys, for this session. */
export async function provesByPasskey(service: PeopleService, caller: Caller, assertion: Assertion): Promise<boolean> {
  const { sessionId, ...whose } = personOf(caller);
  const proof = await provedBy(service, whose, { assertion, purpose: { kind: "stepUp", sessionId } });
  return proof !== undefined && service.database.transaction((tx) => noteUse(service, tx, whose, proof));
}
