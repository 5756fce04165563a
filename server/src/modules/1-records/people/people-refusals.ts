import { type RefusalTable, refuser } from "#kernel/refusal.ts";

/**
 * Why a user is not admitted or not permitted to do something. A wrong address, password, or code and a locked user all
 * get the same refusal, so that a guesser learns nothing.
 */
export const peopleRefusals = {
  signInRefused: {
    status: 401,
    title: "The email address, password, or code is wrong, or the user is locked",
    message: "The email address, password, or code is wrong. Check them and try again.",
  },
  signInExpired: {
    status: 401,
    title: "Too much time, or too many wrong codes, between the password and the second factor",
    message: "This sign-in has expired. Start again with your email address and password.",
  },
  providerNeeded: {
    status: 403,
    title: "The organization requires signing in with its identity provider",
    message: "Your organization requires you to sign in with your company account. Choose Sign in with your company.",
  },
  tooManySignIns: {
    status: 429,
    title: "Too many failed attempts to sign in or reauthenticate",
    message: "Too many failed attempts. Try again in {retryAfterSeconds} s.",
  },
  sessionEnded: {
    status: 401,
    title: "The session has ended",
    message: "This session has ended. Sign in again.",
  },
  crossOriginRefused: {
    status: 403,
    title: "The request comes from another site's page, or does not state its origin",
    message:
      "Requests with a session must come from this service's own pages ({expected}). Set PUBLIC_URL to the address that users open.",
  },
  tokenNeeded: {
    status: 403,
    title: "The route is for API tokens, not for signed-in users",
    message: "This route is for API tokens. Call it with a token instead of a dashboard session.",
  },
  notPermitted: {
    status: 403,
    title: "The user's role does not allow this",
    message: "Your role does not allow this: it needs {needed}. Ask an administrator.",
  },
  stepUpNeeded: {
    status: 403,
    title: "The user must reauthenticate first",
    message: "Confirm with your password, code, or passkey first: POST /session/step-up",
  },
  stepUpRefused: {
    status: 403,
    title: "The password, code, or passkey for reauthentication is wrong",
    message: "The password, code, or passkey is wrong. Users with a second factor enter a code or use a passkey.",
  },
  secondFactorNeeded: {
    status: 403,
    title: "The organization requires a second factor, and the user has none",
    message: "Your organization requires a second factor. Set up an authenticator app or a passkey to continue.",
  },
  invitationLinkNotOffered: {
    status: 403,
    title: "The invitation's link is not shown to this user",
    message:
      "A link is shown only if no mail server took its email, and only to a user who did not send the invitation. Correct the mail server's settings and resend it, or ask another administrator.",
  },
  wrongCode: {
    status: 400,
    title: "The code that confirms the second factor is wrong",
    message: "The code is wrong. Check that the clock of your device is right, and enter the current code.",
  },
  passkeyRefused: {
    status: 401,
    title: "The passkey does not belong to a user who may sign in, or took too long",
    message: "This passkey was not accepted. Try again, or sign in with your password.",
  },
  passkeyNotAdded: {
    status: 400,
    title: "The browser's reply is not a new passkey for this session",
    message: "The passkey could not be added. Start again.",
  },
  tooManyPasskeys: {
    status: 409,
    title: "The user has reached the maximum number of passkeys",
    message: "You already have {most} passkeys. Remove one first.",
  },
  passkeysUnavailable: {
    status: 409,
    title: "PUBLIC_URL is not a domain that passkeys can belong to",
    message: "Passkeys require a domain with https, or localhost. Set PUBLIC_URL to such an address.",
  },
  secondFactorIsOn: {
    status: 409,
    title: "The second factor is already on",
    message: "Your second factor is already on. Remove it before you set up another one.",
  },
  secondFactorIsOff: {
    status: 409,
    title: "No second factor is set up",
    message: "No second factor is set up. Start with POST /session/totp-enrolment.",
  },
  invitationInvalid: {
    status: 400,
    title: "The link is unknown, used, withdrawn, or expired",
    message: "This link no longer works. Request a new one.",
  },
  emailTaken: {
    status: 409,
    title: "A user of the organization already has the email address",
    message: "A user of this organization already has this email address. Use another address.",
  },
  beyondOwnRights: {
    status: 403,
    title: "The change concerns rights that the user does not have",
    message: "You can neither grant nor remove rights that you do not have yourself. Ask an administrator.",
  },
  agentConnectionInvalid: {
    status: 400,
    title: "What an application asks for, to connect as an agent, is not valid",
    message: "{problem} Start again in the application, or report it to its maker.",
  },
  ownAccount: {
    status: 403,
    title: "Users cannot lock themselves or change their own role",
    message: "You cannot lock yourself or change your own role. Ask another administrator.",
  },
  lastAdministrator: {
    status: 409,
    title: "The organization would be left without an administrator",
    message: "This is the organization's last active administrator. Make another user an administrator first.",
  },
} as const satisfies RefusalTable;

export const refusePeople = refuser(peopleRefusals);
