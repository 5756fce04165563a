import { type FieldProblem, invalidRequest } from "../../../kernel/http/http-refusals.ts";
import type { Organization } from "../../identity/index.ts";
import type { User } from "../user.ts";
import { compact, isCommonPassword } from "./common-passwords.ts";

export const PASSWORD_LENGTH_MIN = 12;
/** Long enough for any passphrase; Argon2's work does not grow with it. */
export const PASSWORD_LENGTH_MAX = 200;
const DISTINCT_MIN = 4;
/** What must remain of a password without the words that anybody who knows its owner tries first. */
const REST_LENGTH_MIN = 6;
const TERM_LENGTH_MIN = 3;
/** The service's own name counts for everybody. */
const SERVICE_NAME = "bursar";

/**
 * NIST SP 800-63B §5.1.1.2: a minimum length, a list of common passwords, and words from the context; no rules of composition.
 * `about` holds that context: e-mail address, names, company.
 */
export async function requireGoodPassword(
  password: string,
  { path, about }: { readonly path: string; readonly about: readonly string[] },
): Promise<void> {
  // Cut first: normalizing a long run of combining marks takes time that grows with the square of its length.
  const text = password
    .slice(0, 4 * PASSWORD_LENGTH_MAX)
    .normalize("NFKC")
    .toLowerCase();
  const length = [...text].length;
  const problems: FieldProblem[] = [];
  if (length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX)
    problems.push({ path, message: `must have ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters` });
  else if (new Set(text).size < DISTINCT_MIN || (await isCommonPassword(text)))
    problems.push({ path, message: "is too common. Use a few unrelated words instead" });
  else if (await isAboutOwner(text, about))
    problems.push({
      path,
      message: "is too close to your name, e-mail address, or company. Use a few unrelated words instead",
    });
  if (problems.length > 0) throw invalidRequest(problems);
}

/** What guessers try first of a person. */
export const contextOf = (
  { email, firstName, lastName }: Pick<User, "email" | "firstName" | "lastName">,
  organization: Pick<Organization, "legalBusinessName" | "dbas"> | undefined,
): readonly string[] => [
  email,
  firstName,
  lastName,
  ...(organization === undefined ? [] : [organization.legalBusinessName, ...organization.dbas]),
];

/** Whether little, or something common, is left without the owner's own words. */
async function isAboutOwner(text: string, about: readonly string[]): Promise<boolean> {
  const bare = compact(text);
  const terms = termsOf(about);
  const rest = terms.reduce((left, term) => left.replaceAll(term, ""), bare);
  if (rest === bare) return false;
  const core = /[^\p{N}](?:.*[^\p{N}])?/su.exec(rest)?.[0] ?? "";
  return core.length < REST_LENGTH_MIN || isCommonPassword(core);
}

/** Longest first, so that a word inside another does not leave its remains. */
function termsOf(about: readonly string[]): readonly string[] {
  const texts = [...about, SERVICE_NAME].map((text) => text.normalize("NFKC").toLowerCase());
  const terms = texts.flatMap((text) => [compact(text), ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(terms)].filter((term) => term.length >= TERM_LENGTH_MIN).toSorted((a, b) => b.length - a.length);
}
