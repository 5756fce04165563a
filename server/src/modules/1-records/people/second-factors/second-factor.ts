import { randomInt } from "node:crypto";
import { Secret } from "otpauth";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { actorOf, recordAudit } from "#records/audit";
import type { Caller } from "#records/identity";
import { sendNotice } from "../notices/security-notices.ts";
import { refusePeople } from "../people-refusals.ts";
import type { PeopleService } from "../people-service.ts";
import { personOf, requireStepUp } from "../person.ts";
import { hashOfSecret } from "../secret-text.ts";
import { type FactorFacts, type FactorStanding, factorStanding } from "../sign-in/sign-in-policy.ts";
import { totpContents } from "../tables.ts";
import type { User } from "../user.ts";
import { findUser } from "../users.queries.ts";
import { factorFactsOf } from "./factors.queries.ts";
import {
  confirmTotp,
  endRecoveryCodes,
  insertRecoveryCode,
  lockTotp,
  removeTotp,
  startTotp,
  storeStep,
  type TotpRow,
  useRecoveryCode,
} from "./totp.queries.ts";
import { acceptedStep, newTotpSecret, otpauthUri } from "./totp.ts";
import { findRelyingParty } from "./webauthn.ts";

type WhoseFactor = Pick<User, "organizationId" | "userId">;

const RECOVERY_CODES = 10;
/** Without characters that are easily confused. */
const RECOVERY_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/** How the organization's policy applies to a user with these ways to sign in. */
export const standingOf = ({ config }: Pick<Service, "config">, facts: FactorFacts): FactorStanding =>
  factorStanding(facts, { passkeysWork: findRelyingParty(config) !== undefined });

/** The same for a user. */
export const findSecondFactors = async (
  service: Pick<Service, "config">,
  db: Queryable,
  { organizationId, userId }: WhoseFactor,
): Promise<FactorStanding> => standingOf(service, await factorFactsOf(db, organizationId, userId));

/** Verifies and consumes a TOTP code: true once for each code, across all processes. */
export async function takeTotpCode(
  service: PeopleService,
  tx: Tx,
  { organizationId, userId, code, unconfirmed = false }: WhoseFactor & { code: string; unconfirmed?: boolean },
): Promise<boolean> {
  const row = await lockTotp(tx, organizationId, userId);
  if (!isStarted(row) || (row.confirmed_at === null) !== unconfirmed) return false;
  const secret = Secret.fromHex(
    await service.vault.open(tx, organizationId, totpContents.contextOf(userId), row.secret),
  );
  const step = acceptedStep(secret, code, { at: service.machineClock.now(), lastStep: Number(row.last_step) });
  return step !== undefined && (await storeStep(tx, organizationId, userId, step)) === 1;
}

/** Not one that was removed. */
const isStarted = (row: TotpRow | undefined): row is TotpRow => row !== undefined && row.secret.length > 0;

const codeHash = (service: Service, { organizationId, userId }: WhoseFactor, code: string): Buffer =>
  hashOfSecret(service, "recoveryCode", `${organizationId}/${userId}/${code.toUpperCase().replaceAll(/[\s-]/g, "")}`);

/** Consumes one of the user's recovery codes: true once for each. */
export const takeRecoveryCode = async (
  service: PeopleService,
  tx: Tx,
  { code, ...whose }: WhoseFactor & { code: string },
): Promise<boolean> =>
  (await useRecoveryCode(tx, whose.organizationId, {
    userId: whose.userId,
    codeHash: codeHash(service, whose, code),
    at: service.machineClock.now(),
  })) === 1;

/**
 * Creates a secret for the user's authenticator app, effective once confirmed. Refuses with `secondFactorIsOn`, or
 * `stepUpNeeded`, so that an unattended session cannot enroll another person's app.
 */
export async function startEnrolment(service: PeopleService, caller: Caller) {
  requireStepUp(caller);
  const { organizationId, userId } = personOf(caller);
  const secret = newTotpSecret();
  return service.database.transaction(async (tx) => {
    if ((await lockTotp(tx, organizationId, userId))?.confirmed_at) throw refusePeople("secondFactorIsOn");
    const sealed = await service.vault.seal(tx, organizationId, totpContents.contextOf(userId), secret.hex);
    const started = await startTotp(tx, organizationId, { userId, secret: sealed, at: service.machineClock.now() });
    if (started === 0) throw refusePeople("secondFactorIsOn");
    const account = (await findUser(tx, organizationId, userId))?.email ?? userId;
    return { secret: secret.base32, uri: otpauthUri(secret, { issuer: "Bursar", account }) };
  });
}

/** Turns the second factor on and returns its recovery codes, once. Refuses with `wrongCode` or `secondFactorIsOff`. */
export function confirmEnrolment(service: PeopleService, caller: Caller, code: string): Promise<readonly string[]> {
  const { organizationId, userId } = personOf(caller);
  return service.database.transaction(async (tx) => {
    const row = await lockTotp(tx, organizationId, userId);
    if (!isStarted(row)) throw refusePeople("secondFactorIsOff");
    if (row.confirmed_at !== null) throw refusePeople("secondFactorIsOn");
    if (!(await takeTotpCode(service, tx, { organizationId, userId, code, unconfirmed: true })))
      throw refusePeople("wrongCode");
    const at = service.machineClock.now();
    await confirmTotp(tx, organizationId, userId, at);
    await endRecoveryCodes(tx, organizationId, { userId, at });
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    for (const code of codes)
      await insertRecoveryCode(tx, organizationId, userId, codeHash(service, { organizationId, userId }, code));
    await recordAudit(service, tx, {
      organizationId,
      actor: actorOf(caller),
      entries: [{ action: "user.enableSecondFactor", resourceType: "user", resourceId: userId }],
    });
    await sendNotice(service, tx, { organizationId, userId, origin: caller, notice: { kind: "authenticatorAdded" } });
    return codes;
  });
}

/** Turns the second factor off. Refuses with `stepUpNeeded` or `secondFactorIsOff`. */
export async function removeSecondFactor(service: PeopleService, caller: Caller): Promise<void> {
  requireStepUp(caller);
  const { organizationId, userId } = personOf(caller);
  await service.database.transaction(async (tx) => {
    const at = service.machineClock.now();
    if (!isStarted(await lockTotp(tx, organizationId, userId))) throw refusePeople("secondFactorIsOff");
    await dropSecondFactor(tx, { organizationId, userId, at });
    await recordAudit(service, tx, {
      organizationId,
      actor: actorOf(caller),
      entries: [{ action: "user.disableSecondFactor", resourceType: "user", resourceId: userId }],
    });
    await sendNotice(service, tx, { organizationId, userId, origin: caller, notice: { kind: "authenticatorRemoved" } });
  });
}

/** Changes only the rows. */
export async function dropSecondFactor(
  tx: Tx,
  { organizationId, userId, at }: WhoseFactor & { readonly at: Date },
): Promise<void> {
  await endRecoveryCodes(tx, organizationId, { userId, at });
  await removeTotp(tx, organizationId, userId);
}

/** Ten characters of 31 symbols: 49 bits, enough for a throttled secret that is used once. */
function newRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => RECOVERY_ALPHABET.charAt(randomInt(RECOVERY_ALPHABET.length)));
  return `${letters.slice(0, 5).join("")}-${letters.slice(5).join("")}`;
}
