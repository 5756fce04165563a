import type { Refusal } from "#kernel/refusal.ts";
import { refuseIdentity } from "./identity-refusals.ts";
import type { RateStanding } from "./rates/sliding-window.ts";

/** RFC 6750 §3: no error code when no token was sent, otherwise invalid_token. */
const challenge = (code: string): string =>
  code === "authenticationRequired" ? 'Bearer realm="bursar"' : 'Bearer realm="bursar", error="invalid_token"';

export const unauthorized = (
  code: Parameters<typeof refuseIdentity>[0],
  details: Readonly<Record<string, string>> = {},
): Refusal => refuseIdentity(code, { details, headers: { "www-authenticate": challenge(code) } });

export const expired = (expiredAt: Date): Refusal =>
  unauthorized("tokenExpired", { expiredAt: expiredAt.toISOString() });

const retryHeaders = (standing: RateStanding) => ({
  details: { limit: standing.limit, retryAfterSeconds: standing.retryAfterSeconds },
  headers: { "retry-after": String(standing.retryAfterSeconds) },
});
export const rateLimited = (rate: RateStanding): Refusal => refuseIdentity("rateLimited", retryHeaders(rate));
export const tooManyFailures = (standing: RateStanding): Refusal =>
  refuseIdentity("tooManyFailedAttempts", retryHeaders(standing));

export const notInScope = (requiredScope: string): Refusal =>
  refuseIdentity("tokenNotInScope", {
    details: { requiredScope },
    headers: { "www-authenticate": `Bearer realm="bursar", error="insufficient_scope", scope="${requiredScope}"` },
  });

export const notAllowlisted = (ip: string, isEmpty: boolean): Refusal =>
  refuseIdentity("ipNotWhitelisted", {
    details: {
      ip,
      problem: isEmpty
        ? `This token has an empty IP allowlist, so it cannot send payments directly. Create a token that allows ${ip}, or use POST /account/{accountId}/request-send-money.`
        : `The address ${ip} is not on this token's IP allowlist. Call from an allowlisted address, or create a token that allows this one.`,
    },
    headers: { "www-authenticate": 'Bearer realm="bursar"' },
  });
