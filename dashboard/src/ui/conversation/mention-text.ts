import type { CommentUser } from "../../api/generated/types.gen.ts";

/** A user under a label that no other user has: it stands for the user while a comment is typed. */
export interface Mentionable extends CommentUser {
  readonly label: string;
}

/** Users with the same name are numbered, in the order of the list. */
export function mentionables(users: readonly CommentUser[]): readonly Mentionable[] {
  const taken = new Map<string, number>();
  return users.map((user) => {
    const count = (taken.get(user.name) ?? 0) + 1;
    taken.set(user.name, count);
    return { ...user, label: count === 1 ? user.name : `${user.name} (${count})` };
  });
}

/** Longer ones are not completed. */
const QUERY_LENGTH_MAX = 40;
const OFFERED_MAX = 6;
const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** What is typed after an @ before the caret, and where the @ is. An @ inside a word, as in an address, starts nothing. */
export function queryAt(text: string, caret: number): { readonly at: number; readonly query: string } | undefined {
  const at = text.lastIndexOf("@", caret - 1);
  if (at < 0 || caret - at > QUERY_LENGTH_MAX || isWordCharacter(text[at - 1])) return undefined;
  const query = text.slice(at + 1, caret);
  return query.includes("\n") ? undefined : { at, query };
}

/** The users whose first or last name begins with the query; none once a whole label and more was typed. */
export function offered(users: readonly Mentionable[], query: string): readonly Mentionable[] {
  const beginning = query.toLowerCase();
  const begins = ({ label }: Mentionable): boolean => {
    const name = label.toLowerCase();
    return name.startsWith(beginning) || name.includes(` ${beginning}`);
  };
  return users.filter((user) => user.label !== query && begins(user)).slice(0, OFFERED_MAX);
}

/** The text with the query replaced by the user's label, and where the caret then is. */
export function completed(
  text: string,
  { at, caret, label }: { readonly at: number; readonly caret: number; readonly label: string },
): { readonly text: string; readonly caret: number } {
  const before = `${text.slice(0, at)}@${label} `;
  const after = text.slice(caret);
  return { text: before + (after.startsWith(" ") ? after.slice(1) : after), caret: before.length };
}

interface Part {
  readonly from: number;
  readonly until: number;
  readonly user: Mentionable;
}

/** Each @ that is followed by a label, the longest one. */
function partsOf(text: string, users: readonly Mentionable[]): readonly Part[] {
  const longestFirst = users.toSorted((a, b) => b.label.length - a.label.length);
  const parts: Part[] = [];
  for (let from = text.indexOf("@"); from >= 0; from = text.indexOf("@", from + 1)) {
    const isNamed = ({ label }: Mentionable): boolean =>
      text.startsWith(label, from + 1) && !isWordCharacter(text[from + 1 + label.length]);
    const user = isWordCharacter(text[from - 1]) ? undefined : longestFirst.find(isNamed);
    if (user !== undefined) parts.push({ from, until: from + 1 + user.label.length, user });
  }
  return parts;
}

/** Whom a typed text mentions, each once. */
export const mentionedIn = (text: string, users: readonly Mentionable[]): readonly Mentionable[] => [
  ...new Set(partsOf(text, users).map(({ user }) => user)),
];

/** The text as the API takes it: mentions are ids. */
export function textToSend(text: string, users: readonly Mentionable[]): string {
  let sent = "";
  let done = 0;
  for (const { from, until, user } of partsOf(text, users)) {
    sent += `${text.slice(done, from)}<@${user.id}>`;
    done = until;
  }
  return (sent + text.slice(done)).trim();
}

const MENTION = /<@([0-9a-f-]{36})>/;

/** A comment's text in pieces: each mentioned user, and what is between. */
export const piecesOf = (text: string, mentions: readonly CommentUser[]): readonly (string | CommentUser)[] =>
  text.split(MENTION).map((piece, index) => {
    if (index % 2 === 0) return piece;
    return mentions.find(({ id }) => id === piece) ?? `<@${piece}>`;
  });

/** Without what the API rejects and nobody sees: text from other programs often has it. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll("\t", " ")
    .replaceAll(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu, "");
