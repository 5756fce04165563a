import { randomBytes, timingSafeEqual } from "node:crypto";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import type { PeopleService } from "../people-service.ts";
import { hashOfSecret } from "../secret-text.ts";
import { findDevice, hasSignedInBefore, upsertDevice } from "./devices.queries.ts";

/** Browsers keep no cookie longer (RFC 6265bis §5.5). */
export const DEVICE_MS = 400 * DAY_MS;
const SECRET_BYTES = 24;
const MAC_BYTES = 16;
const TEXT = /^[A-Za-z0-9_-]{54}$/;

/**
 * Identifies a browser at later sign-ins: random bits, and a keyed hash that proves we issued them, so that an invented
 * text costs no lookup. It identifies no user and grants no access; it only affects how long a sign-in waits and
 * whether the user is notified.
 */
export function makeDeviceText(service: Pick<Service, "vault">): string {
  const secret = randomBytes(SECRET_BYTES);
  return Buffer.concat([secret, macOf(service, secret)]).toString("base64url");
}

export function isDeviceText(service: Pick<Service, "vault">, text: string): boolean {
  if (!TEXT.test(text)) return false;
  const bytes = Buffer.from(text, "base64url");
  return timingSafeEqual(bytes.subarray(SECRET_BYTES), macOf(service, bytes.subarray(0, SECRET_BYTES)));
}

const macOf = ({ vault }: Pick<Service, "vault">, secret: Buffer): Buffer =>
  vault.mac("tokens", `deviceText:${secret.toString("hex")}`).subarray(0, MAC_BYTES);

interface Whose {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
}

/** The stored hash of a device; it differs for each of the device's users. */
const deviceHash = (service: Pick<Service, "vault">, { organizationId, userId }: Whose, text: string): Buffer =>
  hashOfSecret(service, "device", `${organizationId}/${userId}/${text}`);

/** Whether one of the users has signed in on the device before. */
export async function isKnownDevice(
  service: PeopleService,
  db: Queryable,
  { users, text }: { readonly users: readonly Whose[]; readonly text: string | undefined },
): Promise<boolean> {
  if (text === undefined || !isDeviceText(service, text)) return false;
  for (const user of users) {
    const hash = deviceHash(service, user, text);
    if ((await findDevice(db, user.organizationId, { userId: user.userId, hash })) !== undefined) return true;
  }
  return false;
}

/**
 * Records the device of a successful sign-in. Returns the text for the browser, and whether to notify the user of a new
 * device. The first sign-in of a user is never reported.
 */
export async function rememberDevice(
  service: PeopleService,
  tx: Tx,
  { text: given, ...user }: Whose & { readonly text: string | undefined },
): Promise<{ readonly text: string; readonly isNew: boolean }> {
  const { organizationId, userId } = user;
  const text = given !== undefined && isDeviceText(service, given) ? given : makeDeviceText(service);
  const { found: hasBefore } = await hasSignedInBefore(tx, organizationId, userId);
  const at = service.machineClock.now();
  const isNew = await upsertDevice(tx, organizationId, {
    userId,
    hash: deviceHash(service, user, text),
    at,
    validAfter: plusMs(at, -DEVICE_MS),
  });
  return { text, isNew: isNew && hasBefore };
}
