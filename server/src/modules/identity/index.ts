/**
 * Organisations and their API tokens, and who is let in. Owns organizations and api_tokens; reads token_spend. People and their
 * sessions are modules/people: it gives registerAuthentication the gate for requests that carry a session.
 *
 * Promises: a token's text is stored only as a keyed hash and told once; a revoked or locked-out token is refused by every
 * process within a second; no handler of a route that states a scope runs without a caller that has it; a forged
 * X-Forwarded-For never makes an address.
 */
export type { ApiToken, TokenState } from "./api-token.ts";
export { tokenStateAt, tokenStates } from "./api-token.ts";
export { type AuthenticationOptions, type PersonGate, registerAuthentication } from "./authenticate.ts";
export { confirmToken } from "./confirm-token.ts";
export { type CreatedToken, createToken, type NewToken } from "./create-token.ts";
export { authenticationRefusalCodes, identityRefusals } from "./identity-refusals.ts";
export { listTokens } from "./list-tokens.ts";
export { getOrganization, setPlan } from "./manage-organization.ts";
export { organizationRoutes } from "./organization.routes.ts";
export {
  type BillingCadence,
  type NewOrganization,
  type Organization,
  type OrganizationSettings,
  type Plan,
  plans,
} from "./organization.ts";
export { lockOrganization, shareOrganization } from "./organization-lock.queries.ts";
export { waiveSecondFactor } from "./organization-settings.queries.ts";
export {
  changeSettings,
  readSettings,
  type VersionedSettings,
} from "./organization-settings.ts";
export {
  findOrganization,
  findStepUpAmount,
  insertOrganization,
  listOrganizations,
  setDirectSendBound,
} from "./organizations.queries.ts";
export { type Revocation, revokeToken, revokeTokensOf } from "./revoke-token.ts";
export {
  isOfferedScope,
  isScopeName,
  offeredScopes,
  readScopeNames,
  type Scope,
  type ScopeName,
  scopeNames,
  scopesOf,
  sendsAlone,
  type TokenKind,
  tokenKinds,
} from "./scopes.ts";
export { tokenRoutes } from "./token.routes.ts";
export { type CredentialCache, createCredentialCache } from "./token-cache.ts";
export { findSpend, findToken, findTokenCreator, findTokenNames } from "./tokens.queries.ts";
