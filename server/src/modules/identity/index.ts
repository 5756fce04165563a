/**
 * Organizations, their API tokens, and authentication. Owns organizations and api_tokens; reads token_spend. Users and
 * their sessions belong to modules/people, which gives registerAuthentication the gate for requests with a session.
 *
 * Guarantees: a token's text is stored only as a keyed hash and shown once; every process rejects a revoked or
 * locked-out token within a second; no handler of a route with a scope runs without a caller that has it; a forged
 * X-Forwarded-For never determines an address.
 */

export { type AuthenticationOptions, type PersonGate, registerAuthentication } from "./authenticate.ts";
export { type Caller, callerOf, type SignedInPerson } from "./caller.ts";
export { authenticationRefusalCodes, identityRefusals } from "./identity-refusals.ts";
export { getOrganization, setPlan } from "./organization/manage-organization.ts";
export { organizationRoutes } from "./organization/organization.routes.ts";
export {
  type BillingCadence,
  type NewOrganization,
  type Organization,
  type OrganizationSettings,
  type Plan,
  plans,
} from "./organization/organization.ts";
export { lockOrganization, shareOrganization } from "./organization/organization-lock.queries.ts";
export { waiveSecondFactor } from "./organization/organization-settings.queries.ts";
export {
  changeSettings,
  readSettings,
  type VersionedSettings,
} from "./organization/organization-settings.ts";
export {
  findOrganization,
  findStepUpAmount,
  insertOrganization,
  listOrganizations,
  setDirectSendBound,
} from "./organization/organizations.queries.ts";
export { type RouteFacts, registerRoutePolicy } from "./route-policy.ts";
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
export type { ApiToken, TokenState } from "./tokens/api-token.ts";
export { tokenStateAt, tokenStates } from "./tokens/api-token.ts";
export { confirmToken } from "./tokens/confirm-token.ts";
export { type CreatedToken, createToken, type NewToken } from "./tokens/create-token.ts";
export { listTokens } from "./tokens/list-tokens.ts";
export { type Revocation, revokeToken, revokeTokensOf } from "./tokens/revoke-token.ts";
export { tokenRoutes } from "./tokens/token.routes.ts";
export { type CredentialCache, createCredentialCache } from "./tokens/token-cache.ts";
export { findSpend, findToken, findTokenCreator, findTokenNames } from "./tokens/tokens.queries.ts";
