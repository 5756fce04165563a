import { randomBytes } from "node:crypto";
import { hashPassword, verifyPassword } from "./password.ts";

let nobodys: Promise<string> | undefined;

/**
 * Verifies the password against each stored hash in turn, within one turn of the caller (password-turns.ts). A missing
 * hash is replaced by a dummy, so that the time taken does not reveal which users exist.
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
