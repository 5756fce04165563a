import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import type { UserId } from "#kernel/values/ids.ts";
import { MENTIONS_MAX } from "./comment.ts";

/** `<@id>`, in lower case: the form in which ids are stored. */
const MENTION = /<@([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})>/g;

/** Eight digits or more, also in groups: possibly an account number. */
const LONG_NUMBER = /\d(?:[ -]?\d){7,}/g;

/** The users whom a text mentions, each once, in order. */
export const mentionsIn = (text: string): readonly UserId[] => [
  // Whether these are users of the organization is checked when the comment is stored.
  ...new Set([...text.matchAll(MENTION)].map(([, id]) => id as UserId)),
];

/** The text as it reads: mentions are names. */
export const spokenText = (text: string, nameOf: (userId: UserId) => string): string =>
  text.replaceAll(MENTION, (_, id: UserId) => `@${nameOf(id)}`);

/** For emails, which leave the service: of long numbers, only the last four digits. */
export const withoutNumbers = (text: string): string =>
  text.replaceAll(LONG_NUMBER, (number) => `••${number.replaceAll(/\D/g, "").slice(-4)}`);

/** Refuses with `invalidRequest` what the schema cannot say. */
export function checkText(text: string): void {
  const problems: FieldProblem[] = [];
  if (text.trim() === "") problems.push({ path: "text", message: "must not be blank" });
  if (!text.isWellFormed()) problems.push({ path: "text", message: "must be valid Unicode" });
  if (mentionsIn(text).length > MENTIONS_MAX)
    problems.push({ path: "text", message: `must mention at most ${MENTIONS_MAX} users` });
  if (problems.length > 0) throw invalidRequest(problems);
}
