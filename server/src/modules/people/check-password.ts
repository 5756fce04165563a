import { randomBytes } from "node:crypto";
import { unavailable } from "../../kernel/http/http-refusals.ts";
import { hashPassword, verifyPassword } from "./password.ts";

/** Checks that may wait for a thread at once: a flood of sign-ins must not pile up without end. */
const WAITING_MAX = 32;
let waiting = 0;
let nobodys: Promise<string> | undefined;

/**
 * Whether the password is the one of each stored text. A missing one is checked against nobody's password all the same, so
 * that how long it takes says nothing about who exists. Refuses with `serviceUnavailable` when too many wait.
 */
export async function checkPasswords(
  password: string,
  stored: readonly (string | undefined)[],
): Promise<readonly boolean[]> {
  if (waiting >= WAITING_MAX) throw unavailable(new Error("too many passwords are being checked"));
  waiting += 1;
  try {
    nobodys ??= hashPassword(randomBytes(16).toString("hex"));
    const dummy = await nobodys;
    const matches = await Promise.all(stored.map((text) => verifyPassword(password, text ?? dummy)));
    return matches.map((matched, at) => matched && stored[at] !== undefined);
  } finally {
    waiting -= 1;
  }
}
