import { type RefusalTable, refuser } from "../../kernel/refusal.ts";

/**
 * Why a caller is not let in, in the order of the checks: credential, rate, scope, address. What a guesser learns is only
 * that a guess was wrong; `tokenExpired` and `tokenRevoked` are said to holders of the whole token alone.
 */
export const identityRefusals = {
  authenticationRequired: {
    status: 401,
    title: "The request carries no token",
    message: "Send the API token as Authorization: Bearer <token>, or as the user name of HTTP Basic",
  },
  noTokenInDBButMaybeMalformed: {
    status: 401,
    title: "What was sent does not look like a token of this service",
    message:
      "This is not a whole API token: a token starts with secret-token:bursar_ and must be sent unchanged, prefix included",
  },
  productionToken: {
    status: 401,
    title: "A production token was sent to a sandbox",
    message:
      "This token belongs to production and this service is a sandbox: use a sandbox token, and revoke this one if others could have seen it",
  },
  invalidToken: {
    status: 401,
    title: "No such token",
    message: "No API token matches: check that it belongs to this service and was copied whole",
  },
  tokenExpired: {
    status: 401,
    title: "The token's expiry date has passed",
    message: "This API token expired at {expiredAt}: create a new one",
  },
  tokenRevoked: {
    status: 401,
    title: "The token was revoked",
    message: "This API token was revoked at {revokedAt}: create a new one",
  },
  tokenAwaitsConfirmation: {
    status: 401,
    title: "The token may send, and no second person has confirmed it yet",
    message: "This API token waits for a second person to confirm it in the dashboard, under Settings",
  },
  tooManyFailedAttempts: {
    status: 429,
    title: "Too many requests with a wrong token came from this address",
    message: "Too many requests with a wrong token came from your address: try again in {retryAfterSeconds} s",
  },
  rateLimited: {
    status: 429,
    title: "The token made more requests per minute than it may",
    message: "This token may make {limit} requests per minute: try again in {retryAfterSeconds} s",
  },
  tokenNotInScope: {
    status: 403,
    title: "The token lacks the scope of the route",
    message: "This token lacks the scope {requiredScope}: use a token that has it",
  },
  personNeeded: {
    status: 403,
    title: "Only a person signed in to the dashboard may do this",
    message: "No API token may do this: sign in to the dashboard and do it there",
  },
  settingsChanged: {
    status: 409,
    title: "The organization's settings changed since they were read",
    message: "Somebody changed the settings meanwhile: read version {version} of them and change that",
  },
  ipNotWhitelisted: {
    status: 401,
    title: "The caller's address is not on the token's allowlist",
    message: "{problem}",
  },
} as const satisfies RefusalTable;

export const refuseIdentity = refuser(identityRefusals);

/** Codes that any route with a token can give: for the reference page and OpenAPI. */
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
