import { createHash } from "node:crypto";
import type { BankAgreement } from "../agreement/bank-agreement.ts";
import { messageTime } from "../scripts/instants.ts";
import type { BankBooks } from "../state/bank-books.ts";

/** A file for the customer's inbox. */
export interface AnswerFile {
  readonly name: string;
  readonly content: string;
  /** When the bank has made it, in ISO 8601. */
  readonly at: string;
}

/** What every answer is made from. */
export interface Answering {
  readonly agreement: BankAgreement;
  readonly books: BankBooks;
}

/** Whom and what an answer is about, and when it is given: the same values always make the same answer. */
export interface AnswerKey {
  /** Such as `pain002`; at most ten letters and digits. */
  readonly prefix: string;
  readonly at: string;
  readonly about: string;
}

/** What identifies an answer: its name, message id, and time of creation. */
export interface AnswerIdentity {
  readonly messageId: string;
  readonly createdAt: string;
  /** The name of the file, without its ending. */
  readonly name: string;
}

/** Identifiers that are the same in every run, because they are derived from what the answer is about. */
export function answerIdentityOf({ prefix, at, about }: AnswerKey): AnswerIdentity {
  const digest = createHash("sha256").update(`${prefix} ${at} ${about}`).digest("hex").toUpperCase();
  const stamp = at.slice(0, 19).replaceAll(/[-:]/g, "");
  return {
    messageId: `${prefix.toUpperCase()}-${digest.slice(0, 20)}`,
    createdAt: messageTime(at),
    name: `${prefix}-${stamp}Z-${digest.slice(0, 8).toLowerCase()}`,
  };
}

/** The members in groups by a key, in the order of their first member. */
export function grouped<T>(members: readonly T[], keyOf: (member: T) => string): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const member of members) {
    const key = keyOf(member);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [member]);
    else group.push(member);
  }
  return [...groups.values()];
}
