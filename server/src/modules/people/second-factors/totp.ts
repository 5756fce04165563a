import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * One-time codes by time (RFC 6238 over RFC 4226): HMAC-SHA-1, six digits, steps of 30 seconds, which is what authenticator
 * apps do by default. A code of the step before or after counts too: clocks differ.
 */
const STEP_SECONDS = 30;
const DIGITS = 6;
const DRIFT_STEPS = 1;
const SECRET_BYTES = 20;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** RFC 4648 §6 without padding, as authenticator apps want it. */
export function base32(bytes: Buffer): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{1,5}/g) ?? []).map((group) => BASE32.charAt(Number.parseInt(group.padEnd(5, "0"), 2))).join("");
}

export const totpStepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / STEP_SECONDS);

/** The code of a step (RFC 4226 §5.3). */
export function totpCode(secret: Buffer, step: number, digits: number = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const truncated = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(truncated % 10 ** digits).padStart(digits, "0");
}

/**
 * The step the code belongs to, when it is of now or a neighbouring step and later than the last one used: a code seen over
 * a shoulder is of no use once its owner has used it.
 */
export function acceptedStep(
  secret: Buffer,
  code: string,
  { at, lastStep }: { at: Date; lastStep: number },
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const given = Buffer.from(code);
  const now = totpStepAt(at);
  let found: number | undefined;
  for (let step = now - DRIFT_STEPS; step <= now + DRIFT_STEPS; step += 1) {
    if (timingSafeEqual(Buffer.from(totpCode(secret, step)), given) && step > lastStep) found ??= step;
  }
  return found;
}

/** What a QR code for an authenticator app says (Key URI format). */
export const otpauthUri = (secret: Buffer, { issuer, account }: { issuer: string; account: string }): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
