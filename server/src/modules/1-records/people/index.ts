/**
 * The users of an organization, how they sign in, and their sessions.
 *
 * Guarantees: passwords are stored as Argon2id hashes; secrets of sessions and links are stored as keyed hashes and
 * shown once; every process rejects a locked user, an ended session, or a lost role within a second; an unknown
 * address, a wrong password, and a locked user cannot be distinguished; an organization keeps an administrator who is
 * not locked; no user alone can grant rights beyond reading, or remove rights from a user who confirms changes.
 *
 * Folders, from the bottom: tokens, notices, passwords, sign-in, second-factors, users, invitations.
 */
import type { Api } from "#kernel/http/api.ts";
import type { AnyChangeKind } from "#records/controls";
import { forgottenRoutes } from "./invitations/forgotten-password.routes.ts";
import { invitationKind } from "./invitations/invitation-changes.ts";
import { invitationRoutes } from "./invitations/invitations.routes.ts";
import type { PeopleService } from "./people-service.ts";
import { passkeyRoutes } from "./second-factors/passkeys.routes.ts";
import { totpRoutes } from "./second-factors/totp.routes.ts";
import { sessionRoutes } from "./sign-in/session.routes.ts";
import type { SessionGate } from "./sign-in/session-gate.ts";
import { signInRoutes } from "./sign-in/sign-in.routes.ts";
import { tokenKind, tokenLimitsKind } from "./tokens/token-changes.ts";
import { managedTokenRoutes } from "./tokens/tokens.routes.ts";
import { roleRoutes } from "./users/roles.routes.ts";
import { userLockKind, userRoleKind, userUnlockKind } from "./users/user-changes.ts";
import { userRoutes } from "./users/users.routes.ts";

export { invitationStates } from "./invitations/invitation-states.ts";
export {
  lockInvitationByEmail,
  markAccepted as markInvitationAccepted,
  withdrawByEmail as withdrawInvitationsTo,
} from "./invitations/invitations.queries.ts";
export { invite } from "./invitations/invitations.ts";
export { makeResetLink, type OneTimeLink } from "./invitations/one-time-links.ts";
export { listActors, nameActors } from "./names.ts";
export { heldRights, listNotifiableUsers, type NotifiableUser } from "./notices/notifiable-users.ts";
export { hashPassword } from "./passwords/password.ts";
export { requireGoodPassword } from "./passwords/password-rules.ts";
export {
  findUsersWithPermission,
  listPeople,
  lockUsersForShare,
  mayApprovePayments,
  mayRequestPayments,
  type Person,
} from "./people.queries.ts";
export { peopleRefusals } from "./people-refusals.ts";
export { CustomPermissions, Email, Password, PersonName, Role } from "./people-schemas.ts";
export type { PeopleService } from "./people-service.ts";
export { personOf, requireStepUp, requireStepUpForAmount } from "./person.ts";
export { personTexts, type RequestedRole, requireKnownRights } from "./requested-rights.ts";
export type { PermissionName } from "./roles.ts";
export { usersWithoutSecondFactor } from "./second-factors/missing-factors.ts";
export { findSecondFactors } from "./second-factors/second-factor.ts";
export { findRelyingParty } from "./second-factors/webauthn.ts";
export { hashOfSecret, makeSecretText, organizationOfSecret, withinSecretOf } from "./secret-text.ts";
export { peopleCleanUpJob } from "./sign-in/clean-up.ts";
export { requireOwnOrigin } from "./sign-in/own-origin.ts";
export { withPasswordTurn } from "./sign-in/password-turns.ts";
export { type OpenedSession, type Origin, openSession, userActor } from "./sign-in/session.ts";
export { sessionCookies } from "./sign-in/session-cookie.ts";
export { createSessionGate } from "./sign-in/session-gate.ts";
export { endProviderSessions, findSession, markSteppedUp } from "./sign-in/sessions.queries.ts";
export { originOf } from "./sign-in/sign-in.routes.ts";
export { throttled } from "./sign-in/throttled.ts";
export { type User, type UserRole, userRoles, userStatusOf } from "./user.ts";
export { admitFirstAdministrator, type FirstAdministrator } from "./users/first-administrator.ts";
export { changeUser, lockUser, unlockUser } from "./users/manage-users.ts";
export { protectionNames, readProtections } from "./users/protections.ts";
export { onlyReads } from "./users/two-people.ts";
export { findUsersWhoCanGrant } from "./users/user-changes.ts";
export { findUser, findUserByEmail, insertUser, listUsersFrom, lockUserRow } from "./users.queries.ts";
export { renderWaiting, TAKES_TWO, WaitingChangeSchema } from "./waiting-change.ts";

/** The kinds of changes to users and their tokens that need two people. */
export const peopleChangeKinds = (service: PeopleService): readonly AnyChangeKind[] => [
  invitationKind(service),
  userRoleKind(service),
  userLockKind(service),
  userUnlockKind(service),
  tokenKind(service),
  tokenLimitsKind(service),
];

/** All routes about users: signing in and out, the user's own account, and the organization's users. */
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
