import { type FieldProblem, invalidRequest } from "../../kernel/http/http-refusals.ts";

export const PASSWORD_LENGTH_MIN = 12;
/** Long enough for any passphrase; Argon2's work does not grow with it. */
export const PASSWORD_LENGTH_MAX = 200;

/** The commonest passwords of leaked lists that have twelve characters or more, in lower case. */
const COMMONEST: ReadonlySet<string> = new Set([
  "123456789012",
  "1234567890123",
  "123123123123",
  "111111111111",
  "000000000000",
  "987654321098",
  "1q2w3e4r5t6y",
  "1qaz2wsx3edc",
  "q1w2e3r4t5y6",
  "qwertyuiop12",
  "qwertyuiop123",
  "qwerty123456",
  "qwerty1234567",
  "qwertyuiopasdf",
  "asdfghjkl123",
  "abcdefghijkl",
  "abc123456789",
  "password1234",
  "password12345",
  "password123456",
  "passwordpassword",
  "passw0rd1234",
  "iloveyou1234",
  "administrator",
  "administrator1",
  "letmeinletmein",
  "welcome12345",
  "welcome123456",
  "changeme1234",
  "changemechangeme",
  "unitedstates",
  "christopher1",
  "correcthorsebatterystaple",
  "trustno1trustno1",
]);

/** NIST SP 800-63B §5.1.1.2: length and a list of the commonest, no rules of composition. */
export function requireGoodPassword(password: string, { path, email }: { path: string; email: string }): void {
  // Cut first: normalizing a long run of combining marks takes time that grows with the square of its length.
  const text = password
    .slice(0, 4 * PASSWORD_LENGTH_MAX)
    .normalize("NFKC")
    .toLowerCase();
  const length = [...text].length;
  const problems: FieldProblem[] = [];
  if (length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX)
    problems.push({ path, message: `must have ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters` });
  else if (COMMONEST.has(text) || new Set(text).size < 4 || text === email)
    problems.push({ path, message: "is among the first ones that guessers try: choose another one" });
  if (problems.length > 0) throw invalidRequest(problems);
}
