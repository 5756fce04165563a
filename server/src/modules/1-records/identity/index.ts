/**
 * Organizations, their API tokens, and authentication. Users and their sessions belong to modules/1-records/people, which gives
 * registerAuthentication the gate for requests with a session.
 *
 * Guarantees: a token's text is stored only as a keyed hash and shown once; every process rejects a revoked or
 * locked-out token within a second; no handler of a route with a scope runs without a caller that has it; a forged
 * X-Forwarded-For never determines an address.
 */

export { type PersonGate, registerAuthentication } from "./authenticate.ts";
export { type Caller, callerFacts, callerForUser, callerOf, noTokenLimits } from "./caller.ts";
export { type AuthorizationRequest, grantAccess, readAuthorization, refusedUrlOf } from "./grants/authorize.ts";
export { oauthRoutes } from "./grants/oauth.routes.ts";
export { authenticationRefusalCodes, identityRefusals } from "./identity-refusals.ts";
export { readCutOffs, storeCutOffs } from "./organization/cut-offs.queries.ts";
export { dueWork, organizationsWith } from "./organization/due-work.queries.ts";
export {
  getOrganization,
  setBrandColor,
  setLegalAddress,
  setOrganizationDetails,
  setPlan,
} from "./organization/manage-organization.ts";
export { organizationRoutes } from "./organization/organization.routes.ts";
export {
  billingCadences,
  type Organization,
  type OrganizationSettings,
  organizationKinds,
  type Plan,
  type PostalAddress,
  plans,
  postalLines,
} from "./organization/organization.ts";
export { lockOrganization, shareOrganization } from "./organization/organization-lock.queries.ts";
export {
  readSignOnPolicy,
  sendsRemittanceAdvice,
  storeSignOnPolicy,
  validationRequiredSince,
  waiveSecondFactor,
} from "./organization/organization-settings.queries.ts";
export {
  changeSettings,
  readSettings,
  type VersionedSettings,
} from "./organization/organization-settings.ts";
export {
  anyOrganization,
  findOrganization,
  findStepUpAmount,
  insertOrganization,
  listOrganizations,
  lockOrganizations,
  setDirectSendBound,
} from "./organization/organizations.queries.ts";
export { rateCountsJob } from "./rates/rate-limiter.ts";
export { registerRoutePolicy } from "./route-policy.ts";
export {
  canSendWithoutApproval,
  isScopeName,
  readScopeNames,
  type ScopeName,
  scopeCatalog,
  scopeNames,
  scopesOf,
  type TokenKind,
  tokenKinds,
} from "./scopes.ts";
export { organizations } from "./tables.ts";
export type { ApiToken } from "./tokens/api-token.ts";
export { limitsOfRow, listTokens, tokenStateAt, tokenStates } from "./tokens/api-token.ts";
export { auditedLimits, lockLimited, setLimits } from "./tokens/change-limits.ts";
export { confirmToken } from "./tokens/confirm-token.ts";
export { createToken } from "./tokens/create-token.ts";
export { LimitsLeftSchema, limitsLeft } from "./tokens/limits-left.ts";
export { revokeToken, revokeTokensOf } from "./tokens/revoke-token.ts";
export { tokenRoutes } from "./tokens/token.routes.ts";
export { type CredentialCache, createCredentialCache } from "./tokens/token-cache.ts";
export {
  exceededTokenLimit,
  LIMITED_TO_MAX,
  loosensLimits,
  type TokenLimits,
  type TokenUsage,
  unlimited,
  usageOn,
  usageWith,
  usageWithout,
} from "./tokens/token-limits.ts";
export { addSpend, findSpend, limitedTokens, raiseSpend, subtractSpend } from "./tokens/token-spend.queries.ts";
export { findUsage, lockUsage, storeUsage } from "./tokens/token-usage.queries.ts";
export { findToken, findTokenCreator, findTokenNames, listTokenNames } from "./tokens/tokens.queries.ts";
export { identityMetrics } from "./wrong-credentials.ts";
