import { randomBytes } from "node:crypto";
import { hashPassword, verifyPassword } from "./password.ts";

let nobodys: Promise<string> | undefined;

/**
 * Whether the password is the one of each stored text, one after the other: the caller has one turn (password-turns.ts). A
 * missing one is checked against nobody's password, so that how long it takes says nothing about who exists.
 */
export async function checkPasswords(
  password: string,
  stored: readonly (string | undefined)[],
): Promise<readonly boolean[]> {
  nobodys ??= hashPassword(randomBytes(16).toString("hex"));
  const dummy = await nobodys;
  const matches: boolean[] = [];
  for (const text of stored) {
    const matched = await verifyPassword(password, text ?? dummy);
    matches.push(matched && text !== undefined);
  }
  return matches;
}
