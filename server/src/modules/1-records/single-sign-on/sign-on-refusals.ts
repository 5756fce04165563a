import { type RefusalTable, refuser } from "#kernel/refusal.ts";

/** Why single sign-on cannot be set up or used. */
export const signOnRefusals = {
  noProvider: {
    status: 404,
    title: "No organization signs in with an identity provider for this address",
    message: "No organization here signs in with a company account for this address. Sign in with your password.",
  },
  providerNotUsable: {
    status: 400,
    title: "The identity provider cannot be used as it was entered",
    message: "{problem}",
  },
  providerUnreachable: {
    status: 409,
    title: "The identity provider does not answer, or not as OpenID Connect requires",
    message: "The identity provider did not answer as expected. Check the issuer, or try again in a minute.",
  },
  breakGlassNeeded: {
    status: 409,
    title: "Requiring the identity provider needs administrators who get in without it",
    message: "{problem}",
  },
  signOnNotTried: {
    status: 409,
    title: "Nobody has signed in with the identity provider yet",
    message: "Sign in with the identity provider once before you require it, so that it is known to work.",
  },
  logoutRefused: {
    status: 400,
    title: "The logout token is not one of the provider, or was used before",
    message: "The logout token was not accepted.",
  },
} as const satisfies RefusalTable;

export const refuseSignOn = refuser(signOnRefusals);
