import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Organization } from "#records/identity";
import type { User } from "../user.ts";
import { compact, isCommonPassword } from "./common-passwords.ts";

export const PASSWORD_LENGTH_MIN = 12;
/** Long enough for any passphrase; the work of Argon2 does not grow with the length. */
export const PASSWORD_LENGTH_MAX = 200;
const DISTINCT_MIN = 4;
/** What must remain of a password without the words that an attacker who knows its owner tries first. */
const REST_LENGTH_MIN = 6;
const TERM_LENGTH_MIN = 3;
/** The service's own name counts for every user. */
const SERVICE_NAME = "bursar";

/**
 * NIST SP 800-63B §5.1.1.2: a minimum length, a list of common passwords, and context-specific words; no composition
 * rules. `about` holds the context: email address, names, company.
 */
export async function requireGoodPassword(
  password: string,
  { path, about }: { readonly path: string; readonly about: readonly string[] },
): Promise<void> {
  // Truncate first: normalizing a long run of combining marks takes quadratic time.
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
      message: "is too close to your name, email address, or company. Use a few unrelated words instead",
    });
  if (problems.length > 0) throw invalidRequest(problems);
}

/** Words that an attacker tries first for a user. */
export const contextOf = (
  { email, firstName, lastName }: Pick<User, "email" | "firstName" | "lastName">,
  organization: Pick<Organization, "legalBusinessName" | "dbas"> | undefined,
): readonly string[] => [
  email,
  firstName,
  lastName,
  ...(organization === undefined ? [] : [organization.legalBusinessName, ...organization.dbas]),
];

/** Whether little, or something common, remains without the owner's own words. */
async function isAboutOwner(text: string, about: readonly string[]): Promise<boolean> {
  const bare = compact(text);
  const terms = termsOf(about);
  const rest = terms.reduce((left, term) => left.replaceAll(term, ""), bare);
  if (rest === bare) return false;
  const core = /[^\p{N}](?:.*[^\p{N}])?/su.exec(rest)?.[0] ?? "";
  return core.length < REST_LENGTH_MIN || isCommonPassword(core);
}

/** Longest first, so that a word inside another leaves no remainder. */
function termsOf(about: readonly string[]): readonly string[] {
  const texts = [...about, SERVICE_NAME].map((text) => text.normalize("NFKC").toLowerCase());
  const terms = texts.flatMap((text) => [compact(text), ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(terms)].filter((term) => term.length >= TERM_LENGTH_MIN).toSorted((a, b) => b.length - a.length);
}
