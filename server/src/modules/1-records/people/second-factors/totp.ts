import { Secret, TOTP } from "otpauth";

/**
 * Time-based one-time codes (RFC 6238), with the defaults of authenticator apps. Enrolled apps rely on these values.
 */
const FORM = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Clocks differ, so codes of the previous and the next step are accepted, too. */
const DRIFT_STEPS = 1;
/** RFC 4226 §4: at least 128 bits, 160 recommended. */
const SECRET_BYTES = 20;

export const newTotpSecret = (): Secret => new Secret({ size: SECRET_BYTES });

/**
 * The step of the code, if it is the current step or an adjacent one and later than the last step used. A code that an
 * observer saw is therefore useless (RFC 6238 §5.2).
 */
export function acceptedStep(
  secret: Secret,
  code: string,
  { at, lastStep }: { at: Date; lastStep: number },
): number | undefined {
  // The library counts characters but compares bytes, so it would throw on multibyte characters.
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = at.getTime();
  const delta = TOTP.validate({ ...FORM, secret, token: code, timestamp, window: DRIFT_STEPS });
  if (delta === null) return undefined;
  const step = TOTP.counter({ ...FORM, timestamp }) + delta;
  return step > lastStep ? step : undefined;
}

/** The contents of the QR code that an authenticator app scans (Key URI format). */
export const otpauthUri = (secret: Secret, { issuer, account }: { issuer: string; account: string }): string =>
  new TOTP({ ...FORM, secret, issuer, label: account }).toString();
