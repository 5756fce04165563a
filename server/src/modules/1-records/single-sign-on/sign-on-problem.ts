/**
 * Why someone who comes back from the provider is not signed in. The browser is sent to the sign-in page with the code,
 * which says it in words.
 */
export const signOnProblems = [
  "abandoned",
  "providerUnavailable",
  "providerRefused",
  "answerRefused",
  "emailNotVerified",
  "otherDomain",
  "noAccount",
  "noRole",
  "linkedToAnother",
  "locked",
  "breakGlass",
  "notFresh",
] as const;
export type SignOnProblemCode = (typeof signOnProblems)[number];

export class SignOnProblem extends Error {
  override readonly name = "SignOnProblem";
  readonly code: SignOnProblemCode;
  constructor(code: SignOnProblemCode, options?: ErrorOptions) {
    super(`Not signed in with the identity provider: ${code}`, options);
    this.code = code;
  }
}
