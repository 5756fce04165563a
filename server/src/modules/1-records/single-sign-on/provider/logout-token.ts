import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from "jose";
import type { Configuration } from "openid-client";
import type { PeopleService } from "#records/people";
import type { Provider } from "../provider.ts";
import type { ProviderReach } from "./reach.ts";
import { CLOCK_TOLERANCE_SECONDS } from "./relying-party.ts";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** A logout token is used at once; older ones are refused, so that only these need to be remembered. */
export const LOGOUT_TOKEN_SECONDS = 300;
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
const TIMEOUT_MS = 10_000;

/** Whose sessions end: those of one session at the provider, or all of a user. */
export interface ProviderLogout {
  readonly jti: string;
  readonly sid: string | undefined;
  readonly subject: string | undefined;
}

/** Whether it is worth asking the provider for its keys. */
export function seemsMeantFor({ issuer, clientId }: Provider, token: string): boolean {
  try {
    const { iss, aud } = decodeJwt(token);
    return iss === issuer && [aud].flat().includes(clientId);
  } catch {
    return false;
  }
}

/** What the provider's logout token says; undefined if it is not one. */
export async function readLogoutToken(
  service: PeopleService,
  { reach, config, provider }: { reach: ProviderReach; config: Configuration; provider: Provider },
  token: string,
): Promise<ProviderLogout | undefined> {
  const { jwks_uri: keysUrl } = config.serverMetadata();
  if (keysUrl === undefined) return undefined;
  const keys = createRemoteJWKSet(new URL(keysUrl), {
    timeoutDuration: TIMEOUT_MS,
    [customFetch]: (url, options) => reach.fetch(url, options),
  });
  const verified = await jwtVerify(token, keys, {
    issuer: provider.issuer,
    audience: provider.clientId,
    algorithms: ALGORITHMS,
    requiredClaims: ["iat", "jti", "events"],
    maxTokenAge: LOGOUT_TOKEN_SECONDS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: service.machineClock.now(),
  }).catch(() => undefined);
  if (verified === undefined) return undefined;
  const { events, nonce, jti, sid, sub } = verified.payload;
  const isLogout = typeof events === "object" && events !== null && Object.hasOwn(events, EVENT);
  // A nonce means an ID token, which must not end a session.
  if (!isLogout || nonce !== undefined || typeof jti !== "string" || jti === "") return undefined;
  if (sid !== undefined && typeof sid !== "string") return undefined;
  return sid === undefined && sub === undefined ? undefined : { jti, sid, subject: sub };
}
