import { type RefusalTable, refuser } from "#kernel/refusal.ts";

/**
 * Why a caller is rejected, in the order of the checks: credential, rate, scope, address. A wrong guess reveals nothing
 * else; `tokenExpired` and `tokenRevoked` are returned only for the complete token.
 */
export const identityRefusals = {
  authenticationRequired: {
    status: 401,
    title: "The request has no API token",
    message: "Send the API token as Authorization: Bearer <token>, or as the user name of HTTP Basic.",
  },
  noTokenInDBButMaybeMalformed: {
    status: 401,
    title: "The credential does not have the format of an API token",
    message:
      "This is not a complete API token. Tokens start with secret-token:bursar_ and must be sent unchanged, including the prefix.",
  },
  productionToken: {
    status: 401,
    title: "A production token was sent to a sandbox",
    message:
      "This is a production token, but this service is a sandbox. Use a sandbox token, and revoke this one if others may have seen it.",
  },
  invalidToken: {
    status: 401,
    title: "The API token does not exist",
    message: "No API token matches. Check that the token belongs to this service and was copied completely.",
  },
  tokenExpired: {
    status: 401,
    title: "The token has expired",
    message: "This API token expired at {expiredAt}. Create a new one.",
  },
  tokenRevoked: {
    status: 401,
    title: "The token was revoked",
    message: "This API token was revoked at {revokedAt}. Create a new one.",
  },
  tokenAwaitsConfirmation: {
    status: 401,
    title: "The token can send payments and is waiting for confirmation",
    message: "This API token is waiting for confirmation by a second user. Confirm it in the dashboard under Settings.",
  },
  tooManyFailedAttempts: {
    status: 429,
    title: "Too many requests with an invalid token came from this address",
    message: "Too many requests with an invalid token came from your address. Try again in {retryAfterSeconds} s.",
  },
  rateLimited: {
    status: 429,
    title: "The token exceeded its rate limit",
    message: "This token is limited to {limit} requests per minute. Try again in {retryAfterSeconds} s.",
  },
  tokenNotInScope: {
    status: 403,
    title: "The token does not have the scope of the route",
    message: "This token does not have the scope {requiredScope}. Use a token that has it.",
  },
  personNeeded: {
    status: 403,
    title: "The route is only for users signed in to the dashboard",
    message: "API tokens cannot do this. Sign in to the dashboard and do it there.",
  },
  settingsChanged: {
    status: 409,
    title: "The organization's settings changed after they were read",
    message: "The settings were changed in the meantime. Get version {version} and apply your change to it.",
  },
  ipNotWhitelisted: {
    status: 401,
    title: "The caller's address is not on the token's allowlist",
    message: "{problem}",
  },
} as const satisfies RefusalTable;

export const refuseIdentity = refuser(identityRefusals);

/** Codes that any route with a token can return, for the reference page and OpenAPI. */
export const authenticationRefusalCodes = [
  "authenticationRequired",
  "noTokenInDBButMaybeMalformed",
  "productionToken",
  "invalidToken",
  "tokenExpired",
  "tokenRevoked",
  "tokenAwaitsConfirmation",
  "tooManyFailedAttempts",
  "rateLimited",
] as const satisfies readonly (keyof typeof identityRefusals)[];
