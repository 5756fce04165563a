import { present } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { isUuid } from "#kernel/values/ids.ts";
import { actorOf, recordAudit } from "#records/audit";
import { type Caller, findOrganization } from "#records/identity";
import { sendNotice } from "../notices/security-notices.ts";
import { checkPasswords } from "../passwords/check-password.ts";
import { hashPassword } from "../passwords/password.ts";
import { contextOf, requireGoodPassword } from "../passwords/password-rules.ts";
import { refusePeople } from "../people-refusals.ts";
import type { PeopleService } from "../people-service.ts";
import { personOf } from "../person.ts";
import { personTexts } from "../requested-rights.ts";
import { provesByPasskey } from "../second-factors/passkey-proof.ts";
import { findSecondFactors, takeTotpCode } from "../second-factors/second-factor.ts";
import type { Assertion } from "../second-factors/webauthn.ts";
import type { User } from "../user.ts";
import { findUser, lockUserRow, setPasswordHash, updateUser } from "../users.queries.ts";
import { withPasswordTurn } from "./password-turns.ts";
import { endSessionsOf } from "./session.ts";
import { endSignInsOf, markEnded, markSteppedUp } from "./sessions.queries.ts";
import { accountOfUser, throttled } from "./throttled.ts";

/** A session identifies the user, so floods of sign-ins do not delay them. */
const attemptOf = (caller: Caller) => {
  const person = personOf(caller);
  return { account: accountOfUser(person), address: caller.address, knownDevice: `session/${person.sessionId}` };
};

/**
 * Reauthenticates the user: with a passkey, a code, or, without a second factor, the password. Refuses with
 * `stepUpRefused` or `tooManySignIns`.
 */
export async function stepUp(
  service: PeopleService,
  caller: Caller,
  given: { readonly password?: string; readonly code?: string; readonly passkey?: Assertion },
): Promise<void> {
  const person = personOf(caller);
  const proved = await throttled(
    service,
    attemptOf(caller),
    async () => (await proves(service, caller, given)) || undefined,
  );
  if (proved === undefined) throw refusePeople("stepUpRefused");
  await service.database.transaction(async (tx) => {
    await markSteppedUp(tx, person.organizationId, person.sessionId, service.machineClock.now());
    await recordAudit(service, tx, {
      organizationId: person.organizationId,
      actor: actorOf(caller),
      entries: [{ action: "session.stepUp", resourceType: "session", resourceId: person.sessionId }],
    });
  });
}

async function proves(
  service: PeopleService,
  caller: Caller,
  { password, code, passkey }: Parameters<typeof stepUp>[2],
): Promise<boolean> {
  const person = personOf(caller);
  if (passkey !== undefined) return provesByPasskey(service, caller, passkey);
  const { takesCode, passwordSuffices } = await findSecondFactors(service, service.database, person);
  if (takesCode)
    return code !== undefined && service.database.transaction((tx) => takeTotpCode(service, tx, { ...person, code }));
  return passwordSuffices && password !== undefined && isPassword(service, caller, password);
}

async function isPassword(service: PeopleService, caller: Caller, password: string): Promise<boolean> {
  const { organizationId, userId } = personOf(caller);
  const user = await findUser(service.database, organizationId, userId);
  const place = { ...attemptOf(caller), isKnown: true };
  const [matches] = await withPasswordTurn(place, () => checkPasswords(password, [user?.passwordHash]));
  return matches === true;
}

/**
 * Changes the user's password and ends their other sessions. Refuses with `stepUpRefused` if the current password is
 * wrong, `tooManySignIns`, or `invalidRequest` for a weak new password.
 */
export async function changePassword(
  service: PeopleService,
  caller: Caller,
  { password, newPassword }: { readonly password: string; readonly newPassword: string },
): Promise<void> {
  const person = personOf(caller);
  const { organizationId, userId, sessionId } = person;
  const user = present(await findUser(service.database, organizationId, userId), "a signed-in caller is a user");
  const organization = await findOrganization(service.database, organizationId);
  await requireGoodPassword(newPassword, { path: "newPassword", about: contextOf(user, organization) });
  const proved = await throttled(
    service,
    attemptOf(caller),
    async () => (await isPassword(service, caller, password)) || undefined,
  );
  if (proved === undefined) throw refusePeople("stepUpRefused");
  const place = { ...attemptOf(caller), isKnown: true };
  const passwordHash = await withPasswordTurn(place, () => hashPassword(newPassword));
  const at = service.machineClock.now();
  const actor = actorOf(caller);
  await service.database.transaction(async (tx) => {
    await lockUserRow(tx, organizationId, userId);
    await setPasswordHash(tx, organizationId, userId, passwordHash);
    await endSignInsOf(tx, organizationId, userId, at);
    await recordAudit(service, tx, {
      organizationId,
      actor,
      entries: [{ action: "user.changePassword", resourceType: "user", resourceId: userId }],
    });
    await endSessionsOf(service, tx, { organizationId, userId, except: sessionId, at, actor });
    await sendNotice(service, tx, { organizationId, userId, origin: caller, notice: { kind: "passwordChanged" } });
  });
}

/** Changes the user's own name. Refuses with `invalidRequest`. */
export async function changeOwnName(
  service: PeopleService,
  caller: Caller,
  given: { readonly firstName: string; readonly lastName: string },
): Promise<User> {
  const { organizationId, userId } = personOf(caller);
  const { firstName, lastName } = personTexts(given);
  return service.database.transaction(async (tx) => {
    const before = present(await lockUserRow(tx, organizationId, userId), "a signed-in caller is a user");
    const after = { ...before, firstName, lastName };
    await updateUser(tx, after);
    const namesOf = (user: User) => ({ firstName: user.firstName, lastName: user.lastName });
    await recordAudit(service, tx, {
      organizationId,
      actor: actorOf(caller),
      entries: [
        {
          action: "user.update",
          resourceType: "user",
          resourceId: userId,
          before: namesOf(before),
          after: namesOf(after),
        },
      ],
    });
    return after;
  });
}

/** Ends one of the user's own sessions. Refuses with `resourceNotFound`. */
export async function endOwnSession(service: PeopleService, caller: Caller, sessionId: string): Promise<void> {
  const { organizationId, userId } = personOf(caller);
  await service.database.transaction(async (tx) => {
    const ended =
      isUuid(sessionId) && (await markEnded(tx, organizationId, { userId, sessionId, at: service.machineClock.now() }));
    if (!ended) throw notFound("session");
    await recordAudit(service, tx, {
      organizationId,
      actor: actorOf(caller),
      entries: [{ action: "session.end", resourceType: "session", resourceId: sessionId }],
    });
  });
}
