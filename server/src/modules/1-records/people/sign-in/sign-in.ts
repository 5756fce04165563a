import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { isUuid, type OrganizationId, type SignInId } from "#kernel/values/ids.ts";
import { findOrganization } from "#records/identity";
import { sendNotice } from "../notices/security-notices.ts";
import { checkPasswords } from "../passwords/check-password.ts";
import { refusePeople } from "../people-refusals.ts";
import type { PeopleService } from "../people-service.ts";
import { findSecondFactors, takeRecoveryCode, takeTotpCode } from "../second-factors/second-factor.ts";
import { countUnusedCodes } from "../second-factors/totp.queries.ts";
import { hashOfSecret, makeSecretText, organizationOfSecret } from "../secret-text.ts";
import type { User } from "../user.ts";
import { findUserByEmail, lockUserRow, type UserWithPassword, usersByEmail } from "../users.queries.ts";
import { isDeviceText, isKnownDevice } from "./device.ts";
import { withPasswordTurn } from "./password-turns.ts";
import { type OpenedSession, type Origin, openSession } from "./session.ts";
import { countWrongCode, endSignIn, findSignIn, insertSignIn } from "./sessions.queries.ts";
import { accountOfUser, throttled } from "./throttled.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly organizationId?: string;
  readonly origin: Origin;
}

/** The next step after a correct password. Secrets are returned once and stored nowhere. */
export type SignInStep =
  | { readonly next: "signedIn"; readonly opened: OpenedSession }
  | { readonly next: "totp"; readonly signIn: string }
  | { readonly next: "passkey" }
  | {
      readonly next: "chooseOrganization";
      readonly organizations: readonly { readonly id: OrganizationId; readonly legalBusinessName: string }[];
    };

/** How long the second factor may take. */
const SIGN_IN_MS = 5 * MINUTE_MS;
const WRONG_CODES_MAX = 5;
/** The number of organizations searched for an address if none is named. This many passwords are always checked. */
const ORGANIZATIONS_TRIED = 3;

/**
 * The first step of signing in. Refuses with `signInRefused`, after the same amount of work, if the address is unknown,
 * the password is wrong, or the user is locked; with `tooManySignIns` before any of that. Only a correct password
 * reveals the organizations of the address.
 */
export async function signIn(
  service: PeopleService,
  { email, password, organizationId, origin }: Credentials,
): Promise<SignInStep> {
  const account = email.trim().toLowerCase();
  const isKnown = await isOnKnownDevice(service, { account, organizationId, device: origin.device });
  const attempt = { account, address: origin.address, knownDevice: isKnown ? origin.device : undefined };
  const users = await withPasswordTurn({ ...attempt, isKnown }, () =>
    throttled(service, attempt, () => matchingUsers(service, { account, organizationId, password })),
  );
  if (users === undefined) throw refusePeople("signInRefused");
  const [user, ...others] = users;
  if (user === undefined || others.length > 0)
    return { next: "chooseOrganization", organizations: await named(service, users) };
  return service.database.transaction((tx) => afterPassword(service, tx, { user, origin }));
}

/** Before waiting for a turn: only a device text that we issued costs a lookup. */
async function isOnKnownDevice(
  service: PeopleService,
  { account, organizationId, device }: Whom & { readonly device: string | undefined },
): Promise<boolean> {
  if (device === undefined || !isDeviceText(service, device)) return false;
  const candidates = await candidatesOf(service, { account, organizationId });
  const users = candidates.filter((user) => user !== undefined);
  return isKnownDevice(service, service.database, { users, text: device });
}

/** The users who may sign in with the password; undefined if there are none. */
async function matchingUsers(
  service: PeopleService,
  { password, ...whom }: Whom & { readonly password: string },
): Promise<readonly UserWithPassword[] | undefined> {
  const candidates = await candidatesOf(service, whom);
  const matches = await checkPasswords(
    password,
    candidates.map((user) => user?.passwordHash),
  );
  const found = candidates.filter(
    (user, at): user is UserWithPassword => matches[at] === true && user !== undefined && user.lockedAt === undefined,
  );
  return found.length === 0 ? undefined : found;
}

interface Whom {
  /** The address, in lower case. */
  readonly account: string;
  readonly organizationId: string | undefined;
}

/** As many as are always checked; undefined where no user exists. */
async function candidatesOf(
  service: PeopleService,
  { account: email, organizationId }: Whom,
): Promise<readonly (UserWithPassword | undefined)[]> {
  if (organizationId === undefined) {
    const found = await usersByEmail(service.database, email, ORGANIZATIONS_TRIED);
    return Array.from({ length: ORGANIZATIONS_TRIED }, (_, at) => found[at]);
  }
  // The database knows whether an organization has this id.
  return [
    isUuid(organizationId)
      ? await findUserByEmail(service.database, organizationId as OrganizationId, email)
      : undefined,
  ];
}

async function named(service: PeopleService, users: readonly User[]) {
  const organizations = await Promise.all(
    users.map(({ organizationId }) => findOrganization(service.database, organizationId)),
  );
  return organizations.flatMap((found) =>
    found === undefined ? [] : [{ id: found.organizationId, legalBusinessName: found.legalBusinessName }],
  );
}

async function afterPassword(
  service: PeopleService,
  tx: Tx,
  { user, origin }: { user: UserWithPassword; origin: Origin },
): Promise<SignInStep> {
  const { organizationId, userId } = user;
  await requireUnchanged(tx, user);
  const { takesCode, passwordSuffices, mustUseProvider } = await findSecondFactors(service, tx, user);
  if (mustUseProvider) throw refusePeople("providerNeeded");
  if (!takesCode && !passwordSuffices) return { next: "passkey" };
  if (!takesCode)
    return {
      next: "signedIn",
      opened: await openSession(service, tx, { organizationId, userId, signedInWith: "password", origin }),
    };
  const secret = makeSecretText(organizationId);
  await insertSignIn(tx, organizationId, {
    signInId: service.newId<SignInId>(),
    secretHash: hashOfSecret(service, "signIn", secret),
    userId,
    expiresAt: plusMs(service.machineClock.now(), SIGN_IN_MS),
  });
  return { next: "totp", signIn: secret };
}

/** Checking a password takes time: a user locked, or a password changed, in the meantime gets no session. */
async function requireUnchanged(tx: Tx, user: UserWithPassword): Promise<void> {
  const now = await lockUserRow(tx, user.organizationId, user.userId);
  if (now === undefined || now.lockedAt !== undefined || now.passwordHash !== user.passwordHash)
    throw refusePeople("signInRefused");
}

export interface SecondStep {
  /** The secret of `next: "totp"`. */
  readonly signIn: string;
  readonly code: string;
  readonly with: "totp" | "recoveryCode";
  readonly origin: Origin;
}

/**
 * Completes a sign-in with the second factor. Refuses with `signInRefused` for a wrong code, `signInExpired` after five
 * minutes or five wrong codes, or `tooManySignIns`.
 */
export async function completeSignIn(service: PeopleService, step: SecondStep): Promise<OpenedSession> {
  const organizationId = organizationOfSecret(step.signIn);
  const secretHash = hashOfSecret(service, "signIn", step.signIn);
  if (organizationId === undefined) throw refusePeople("signInExpired");
  const begun = await findSignIn(service.database, organizationId, secretHash, service.machineClock.now());
  if (begun === undefined) throw refusePeople("signInExpired");
  const { user_id: userId, sign_in_id: signInId } = begun;
  const { device, address } = step.origin;
  const isKnown = await isKnownDevice(service, service.database, { users: [{ organizationId, userId }], text: device });
  const attempt = {
    account: accountOfUser({ organizationId, userId }),
    address,
    knownDevice: isKnown ? device : undefined,
  };
  const session = await throttled(service, attempt, () =>
    service.database.transaction((tx) => prove(service, tx, { step, organizationId, userId, signInId })),
  );
  if (session !== undefined) return session;
  await service.database.transaction((tx) =>
    countWrongCode(tx, organizationId, { signInId, most: WRONG_CODES_MAX, at: service.machineClock.now() }),
  );
  throw refusePeople("signInRefused");
}

async function prove(
  service: PeopleService,
  tx: Tx,
  {
    step,
    organizationId,
    userId,
    signInId,
  }: Pick<User, "organizationId" | "userId"> & { step: SecondStep; signInId: SignInId },
): Promise<OpenedSession | undefined> {
  // The lock also prevents a user from being locked out between this check and the session.
  const user = await lockUserRow(tx, organizationId, userId);
  if (user === undefined || user.lockedAt !== undefined) return undefined;
  const take = step.with === "totp" ? takeTotpCode : takeRecoveryCode;
  if (!(await take(service, tx, { organizationId, userId, code: step.code }))) return undefined;
  if (step.with === "recoveryCode")
    await tellOfRecoveryCode(service, tx, { organizationId, userId, origin: step.origin });
  if ((await endSignIn(tx, organizationId, signInId, service.machineClock.now())) === 0)
    throw refusePeople("signInExpired");
  return openSession(service, tx, { organizationId, userId, signedInWith: step.with, origin: step.origin });
}

async function tellOfRecoveryCode(
  service: PeopleService,
  tx: Tx,
  { origin, ...user }: Pick<User, "organizationId" | "userId"> & { readonly origin: Origin },
): Promise<void> {
  const { count } = await countUnusedCodes(tx, user.organizationId, user.userId);
  await sendNotice(service, tx, { ...user, origin, notice: { kind: "recoveryCodeUsed", codesLeft: Number(count) } });
}
