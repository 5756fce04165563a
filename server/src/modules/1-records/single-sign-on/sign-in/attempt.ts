import { randomBytes, timingSafeEqual } from "node:crypto";
import { parseCookie, stringifySetCookie } from "cookie";
import { MINUTE_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { sha256 } from "#kernel/crypto/cipher.ts";
import type { Config } from "#kernel/process/config.ts";
import { isUuid, type OrganizationId, type SessionId } from "#kernel/values/ids.ts";
import { hashOfSecret, type PeopleService } from "#records/people";
import type { Bindings } from "../provider/relying-party.ts";
import { insertUsedToken } from "../providers.queries.ts";

/**
 * One way to the provider and back. It is kept in a cookie, with a keyed hash, so that only the browser that started it can
 * finish it, and starting it, which needs no authentication, writes nothing. State, nonce, and the PKCE verifier follow
 * from the cookie and a key of ours: no cookie, no sign-in. The database ensures that it is used only once.
 */
export interface ProviderAttempt {
  readonly organizationId: OrganizationId;
  /** The provider's version: an answer to an older one counts no more. */
  readonly version: number;
  /** The session that is to be stepped up; undefined for a sign-in. */
  readonly sessionId: SessionId | undefined;
  /** The page to return to. */
  readonly returnTo: string;
  readonly startedAt: Date;
}

/** Signing in at the provider may need a second factor, or a phone from another room. */
const ATTEMPT_MS = 15 * MINUTE_MS;
const NAME = "bursar_sign_in";
const TEXT = /^[A-Za-z0-9_-]{1,2000}\.[A-Za-z0-9_-]{43}$/;
const RETURN_LENGTH_MAX = 500;

/** Only pages of the dashboard, so that a link cannot redirect to another site after the sign-in. */
export const safeReturn = (text: string | undefined): string =>
  text !== undefined &&
  text.length <= RETURN_LENGTH_MAX &&
  /^\/dashboard\/[\x21-\x7e]*$/.test(text) &&
  !/[\\]|\/\//.test(text)
    ? text
    : "/dashboard/";

const macOf = (service: PeopleService, purpose: string, text: string): Buffer =>
  hashOfSecret(service, "providerAttempt", `${purpose}/${text}`);

/** A new attempt as the text of its cookie. */
export function makeAttempt(service: PeopleService, attempt: Omit<ProviderAttempt, "startedAt">): string {
  const content = {
    o: attempt.organizationId,
    v: attempt.version,
    s: attempt.sessionId ?? null,
    r: attempt.returnTo,
    t: service.machineClock.now().getTime(),
    n: randomBytes(16).toString("base64url"),
  };
  const text = Buffer.from(JSON.stringify(content)).toString("base64url");
  return `${text}.${macOf(service, "attempt", text).toString("base64url")}`;
}

/** What ties the provider's answer to this attempt. */
export const bindingsOf = (service: PeopleService, cookie: string): Bindings => ({
  state: macOf(service, "state", cookie).toString("base64url"),
  nonce: macOf(service, "nonce", cookie).toString("base64url"),
  verifier: macOf(service, "verifier", cookie).toString("base64url"),
});

/** The attempt in a cookie; undefined if it is not one of ours, or too old. */
export function readAttempt(service: PeopleService, cookie: string): ProviderAttempt | undefined {
  if (!TEXT.test(cookie)) return undefined;
  const [text = "", mac = ""] = cookie.split(".");
  const given = Buffer.from(mac, "base64url");
  const expected = macOf(service, "attempt", text);
  if (given.length !== expected.length || !timingSafeEqual(expected, given)) return undefined;
  // Ours: the hash over it is right.
  const { o, v, s, r, t } = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  const startedAt = new Date(t);
  const isOver = plusMs(startedAt, ATTEMPT_MS) <= service.machineClock.now();
  return isOver ? undefined : { organizationId: o, version: v, sessionId: s ?? undefined, returnTo: r, startedAt };
}

/** Consumes the attempt: true once. In its own commit, so that it stays used if a later step fails. */
export const takeAttempt = async (service: PeopleService, attempt: ProviderAttempt, cookie: string): Promise<boolean> =>
  (await insertUsedToken(service.database, attempt.organizationId, {
    tokenHash: sha256(Buffer.from(`attempt/${cookie}`)),
    expiresAt: plusMs(attempt.startedAt, ATTEMPT_MS),
  })) === 1;

/** Of a cookie that nobody has checked yet: only tells whose rows the request may read. */
export function organizationOfAttempt(cookie: string | undefined): OrganizationId | undefined {
  if (cookie === undefined || !TEXT.test(cookie)) return undefined;
  try {
    const { o } = JSON.parse(Buffer.from(cookie.split(".")[0] ?? "", "base64url").toString("utf8"));
    return typeof o === "string" && isUuid(o) ? (o as OrganizationId) : undefined;
  } catch {
    return undefined;
  }
}

const isSecure = ({ publicUrl }: Pick<Config, "publicUrl">): boolean => publicUrl.startsWith("https://");
const nameOf = (config: Pick<Config, "publicUrl">): string => (isSecure(config) ? `__Host-${NAME}` : NAME);

/** Lax: the browser comes back from the provider's site. */
const setCookie = (config: Pick<Config, "publicUrl">, value: string, maxAgeMs: number): string =>
  stringifySetCookie({
    name: nameOf(config),
    value,
    maxAge: maxAgeMs / SECOND_MS,
    path: "/",
    httpOnly: true,
    secure: isSecure(config),
    sameSite: "lax",
  });
export const attemptCookie = (config: Pick<Config, "publicUrl">, value: string): string =>
  setCookie(config, value, ATTEMPT_MS);
export const endedAttemptCookie = (config: Pick<Config, "publicUrl">): string => setCookie(config, "", 0);
export const attemptIn = (config: Pick<Config, "publicUrl">, header: string | undefined): string | undefined =>
  parseCookie(header ?? "")[nameOf(config)] || undefined;
