/**
 * People of an organisation, how they sign in, and their sessions. Owns users, sessions, sign_ins, totp_secrets,
 * recovery_codes, known_devices, passkeys, used_passkey_challenges, invitations and sign_in_throttles.
 *
 * Promises: passwords are stored as Argon2id hashes, secrets of sessions and links as keyed hashes, each told once; a locked
 * user, an ended session and a role taken away are refused by every process within a second; an unknown address, a wrong
 * password and a locked user cannot be told apart; an organisation keeps an administrator who is not locked; nobody alone gives rights beyond reading, or takes them from
 * a person who confirms changes.
 */
import type { Api } from "../../kernel/http/api.ts";
import type { AnyChangeKind } from "../control-changes/index.ts";
import { forgottenRoutes } from "./forgotten.routes.ts";
import { invitationKind } from "./invitation-changes.ts";
import { invitationRoutes } from "./invitations.routes.ts";
import { passkeyRoutes } from "./passkeys.routes.ts";
import type { PeopleService } from "./people-service.ts";
import { roleRoutes } from "./roles.routes.ts";
import { sessionRoutes } from "./session.routes.ts";
import type { SessionGate } from "./session-gate.ts";
import { signInRoutes } from "./sign-in.routes.ts";
import { tokenKind } from "./token-changes.ts";
import { managedTokenRoutes } from "./tokens.routes.ts";
import { totpRoutes } from "./totp.routes.ts";
import { userLockKind, userRoleKind, userUnlockKind } from "./user-changes.ts";
import { userRoutes } from "./users.routes.ts";

export { peopleCleanUpJob } from "./clean-up.ts";
export { admitFirstAdministrator, type FirstAdministrator } from "./first-administrator.ts";
export { invite } from "./invitations.ts";
export { lockUser, type UserTarget } from "./manage-users.ts";
export { type NamedBy, nameActors } from "./names.ts";
export { type Invitee, makeResetLink, type OneTimeLink } from "./one-time-links.ts";
export { requireOwnOrigin } from "./own-origin.ts";
export { hashPassword, verifyPassword } from "./password.ts";
export { requireGoodPassword } from "./password-rules.ts";
export { inPasswordTurn } from "./password-turns.ts";
export { holdPeople, listPeople, mayApprovePayments, type Person, whoHas } from "./people.queries.ts";
export { peopleRefusals } from "./people-refusals.ts";
export { Email, Password, PersonName } from "./people-schemas.ts";
export type { PeopleService } from "./people-service.ts";
export { personOf, requireStepUp, requireStepUpForAmount } from "./person.ts";
export { protectionNames, readProtections } from "./protections.ts";
export { type PermissionName, type Rights, rightsOf } from "./roles.ts";
export { resealTotpSecrets } from "./second-factor.ts";
export { hashOfSecret, makeSecretText, organizationOfSecret, withinSecretOf } from "./secret-text.ts";
export type { OpenedSession, Origin } from "./session.ts";
export { sessionCookies } from "./session-cookie.ts";
export { createSessionGate, type SessionGate } from "./session-gate.ts";
export { originOf } from "./sign-in.routes.ts";
export { throttled } from "./throttled.ts";
export { type User, type UserRole, userRoles, userStatusOf } from "./user.ts";
export { findUserByEmail, insertUser, type NewUser } from "./users.queries.ts";
export { renderWaiting, TAKES_TWO, WaitingChangeSchema } from "./waiting-change.ts";
export { findRelyingParty } from "./webauthn.ts";

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
