/** Why the company's provider did not lead to a session, by the code in the address. */
const sentences: Readonly<Record<string, string>> = {
  abandoned: "This sign-in took too long, or was started in another window. Try again.",
  providerUnavailable: "Your company’s sign-in service did not answer. Try again in a minute.",
  providerRefused: "Your company’s sign-in service did not let you in.",
  answerRefused: "The answer of your company’s sign-in service was not accepted. Tell an administrator.",
  emailNotVerified: "Your company’s sign-in service does not vouch for your email address. Tell an administrator.",
  otherDomain: "Your email address does not belong to your company here.",
  noAccount: "You have no account here. Ask an administrator for an invitation.",
  noRole: "Your company gives you no role here. Ask an administrator.",
  linkedToAnother: "This company account does not belong to the user who has your address here. Ask an administrator.",
  locked: "Your account is locked. Ask an administrator.",
  breakGlass: "This account is for emergencies: sign in with your password and second factor.",
  notFresh: "Your company’s sign-in service did not ask you to sign in again, so your identity is not confirmed.",
};

const NAME = "signOnProblem";

/** What the address says went wrong; undefined if nothing did. */
export const signOnProblemIn = (search: string): string | undefined => {
  const code = new URLSearchParams(search).get(NAME);
  return code === null ? undefined : (sentences[code] ?? sentences["answerRefused"]);
};

// Read when the page loads: the router drops parameters that a page does not know.
let atStart = signOnProblemIn(window.location.search);

/** The problem with which the browser came back, once. */
export function takeSignOnProblem(): string | undefined {
  const problem = atStart;
  atStart = undefined;
  return problem;
}
