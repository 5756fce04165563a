import { type RefusalTable, refuser } from "../../kernel/refusal.ts";

/**
 * Why a person is not let in, or may not do something. A wrong address, a wrong password, a wrong code and a locked user are
 * one refusal: which of them it was is nobody's business.
 */
export const peopleRefusals = {
  signInRefused: {
    status: 401,
    title: "E-mail address, password or code is wrong, or the user is locked",
    message: "The e-mail address, password or code is wrong",
  },
  signInExpired: {
    status: 401,
    title: "Too long, or too many wrong codes, between the password and the second factor",
    message: "This sign-in can no longer be completed: start again with the e-mail address and password",
  },
  tooManySignIns: {
    status: 429,
    title: "Too many failed attempts to prove who one is",
    message: "Too many failed attempts: try again in {retryAfterSeconds} s",
  },
  sessionEnded: {
    status: 401,
    title: "The session has ended",
    message: "This session has ended: sign in again",
  },
  crossOriginRefused: {
    status: 403,
    title: "The request comes from another site's page, or does not say where it comes from",
    message:
      "Requests with a session must come from this service's own pages ({expected}): set PUBLIC_URL to the address people use",
  },
  tokenNeeded: {
    status: 403,
    title: "The route is for API tokens, not for people signed in",
    message: "This route is for API tokens: a dashboard session cannot use it",
  },
  notPermitted: {
    status: 403,
    title: "The person's role does not allow this",
    message: "Your role does not allow this: it needs {needed}",
  },
  stepUpNeeded: {
    status: 403,
    title: "The person must prove again to be who signed in",
    message: "Confirm with your password, code or passkey first: POST /session/step-up",
  },
  stepUpRefused: {
    status: 403,
    title: "The password, code or passkey given again is wrong",
    message: "The password, code or passkey is wrong; a person with a second factor gives a code or a passkey",
  },
  secondFactorNeeded: {
    status: 403,
    title: "The organization requires a second factor, and the person has none",
    message: "Your organization requires a second factor: set up an authenticator app or a passkey to continue",
  },
  wrongCode: {
    status: 400,
    title: "The code to confirm the second factor is wrong",
    message: "The code is wrong: check that the device's clock is right, and enter the code it shows now",
  },
  passkeyRefused: {
    status: 401,
    title: "The passkey is not one of a user who may sign in, or took too long",
    message: "This passkey was not accepted: try again, or sign in with your password",
  },
  passkeyNotAdded: {
    status: 400,
    title: "What the browser made is no new passkey for this session",
    message: "The passkey could not be added: begin again",
  },
  tooManyPasskeys: {
    status: 409,
    title: "The person has as many passkeys as one may have",
    message: "You have {most} passkeys already: remove one first",
  },
  passkeysUnavailable: {
    status: 409,
    title: "PUBLIC_URL is no domain that passkeys can belong to",
    message: "Passkeys need this service to be used under a domain with https, or at localhost: set PUBLIC_URL to it",
  },
  secondFactorIsOn: {
    status: 409,
    title: "The second factor is already on",
    message: "Your second factor is on: remove it before you set up another one",
  },
  secondFactorIsOff: {
    status: 409,
    title: "There is no second factor to confirm or remove",
    message: "There is no second factor set up: start with POST /session/totp-enrolment",
  },
  invitationInvalid: {
    status: 400,
    title: "The link is unknown, used, withdrawn or too old",
    message: "This link does not work any more: ask for a new one",
  },
  emailTaken: {
    status: 409,
    title: "A user of the organization already has the e-mail address",
    message: "A user of this organization already has this e-mail address",
  },
  beyondOwnRights: {
    status: 403,
    title: "The change concerns rights that the person does not have",
    message: "You may neither give nor take rights that you do not have yourself",
  },
  ownAccount: {
    status: 403,
    title: "Nobody locks or changes the role of themselves",
    message: "Nobody can lock themselves or change their own role: ask another administrator",
  },
  lastAdministrator: {
    status: 409,
    title: "The organization would be left without an administrator",
    message: "This is the organization's last administrator who is not locked: make another one first",
  },
} as const satisfies RefusalTable;

export const refusePeople = refuser(peopleRefusals);
