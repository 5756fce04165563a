/**
 * People of an organisation, how they sign in, and their sessions.
 *
 * Promises: passwords are stored as Argon2id hashes, secrets of sessions and links as keyed hashes, each told once; a locked
 * user, an ended session and a role taken away are refused by every process within a second; an unknown address, a wrong
 * password and a locked user cannot be told apart; an organisation keeps an administrator who is not locked; nobody alone gives rights beyond reading, or takes them from
 * a person who confirms changes.
 */
import type { Api } from "../../kernel/http/api.ts";
import type { AnyChangeKind } from "../control-changes/index.ts";
import { forgottenRoutes } from "./invitations/forgotten-password.routes.ts";
import { invitationKind } from "./invitations/invitation-changes.ts";
import { invitationRoutes } from "./invitations/invitations.routes.ts";
import type { PeopleService } from "./people-service.ts";
import { passkeyRoutes } from "./second-factors/passkeys.routes.ts";
import { totpRoutes } from "./second-factors/totp.routes.ts";
import { sessionRoutes } from "./sign-in/session.routes.ts";
import type { SessionGate } from "./sign-in/session-gate.ts";
import { signInRoutes } from "./sign-in/sign-in.routes.ts";
import { tokenKind } from "./tokens/token-changes.ts";
import { managedTokenRoutes } from "./tokens/tokens.routes.ts";
import { roleRoutes } from "./users/roles.routes.ts";
import { userLockKind, userRoleKind, userUnlockKind } from "./users/user-changes.ts";
import { userRoutes } from "./users/users.routes.ts";

export { invitationStates } from "./invitations/invitation-states.ts";
export { invite } from "./invitations/invitations.ts";
export { makeResetLink, type OneTimeLink } from "./invitations/one-time-links.ts";
export { nameActors } from "./names.ts";
export { hashPassword } from "./passwords/password.ts";
export { requireGoodPassword } from "./passwords/password-rules.ts";
export { inPasswordTurn } from "./passwords/password-turns.ts";
export { holdPeople, listPeople, mayApprovePayments, type Person, whoHas } from "./people.queries.ts";
export { peopleRefusals } from "./people-refusals.ts";
export { Email, Password, PersonName } from "./people-schemas.ts";
export type { PeopleService } from "./people-service.ts";
export { personOf, requireStepUp, requireStepUpForAmount } from "./person.ts";
export { resealTotpSecrets } from "./second-factors/second-factor.ts";
export { findRelyingParty } from "./second-factors/webauthn.ts";
export { hashOfSecret, makeSecretText, organizationOfSecret, withinSecretOf } from "./secret-text.ts";
export { peopleCleanUpJob } from "./sign-in/clean-up.ts";
export { requireOwnOrigin } from "./sign-in/own-origin.ts";
export type { OpenedSession, Origin } from "./sign-in/session.ts";
export { sessionCookies } from "./sign-in/session-cookie.ts";
export { createSessionGate } from "./sign-in/session-gate.ts";
export { originOf } from "./sign-in/sign-in.routes.ts";
export { throttled } from "./sign-in/throttled.ts";
export { type User, type UserRole, userRoles, userStatusOf } from "./user.ts";
export { admitFirstAdministrator, type FirstAdministrator } from "./users/first-administrator.ts";
export { lockUser } from "./users/manage-users.ts";
export { protectionNames, readProtections } from "./users/protections.ts";
export { renderWaiting, TAKES_TWO, WaitingChangeSchema } from "./users/waiting-change.ts";
export { findUserByEmail, insertUser } from "./users.queries.ts";

/** The kinds of changes to people and their tokens that take two people. */
export const peopleChangeKinds = (service: PeopleService): readonly AnyChangeKind[] => [
  invitationKind(service),
  userRoleKind(service),
  userLockKind(service),
  userUnlockKind(service),
  tokenKind(service),
];

/** Every route about people: sign in and out, one's own account, the organisation's users. */
export function peopleRoutes(app: Api, service: PeopleService, gate: SessionGate): void {
  signInRoutes(app, service);
  forgottenRoutes(app, service);
  passkeyRoutes(app, service, gate);
  sessionRoutes(app, service, gate);
  totpRoutes(app, service, gate);
  userRoutes(app, service);
  roleRoutes(app);
  invitationRoutes(app, service);
  managedTokenRoutes(app, service);
}
