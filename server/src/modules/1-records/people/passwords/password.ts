import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** Memory in KiB. */
interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/**
 * Argon2id (RFC 9106) with the first choice of parameters in OWASP's password storage cheat sheet: 19 MiB, two passes,
 * one lane. Stored in the PHC string format, which includes the parameters, so old hashes stay verifiable after an
 * increase.
 */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const derive = promisify(argon2);

/** The stored form of a password. Takes tens of milliseconds off the main thread; tests may use a lower cost. */
export async function hashPassword(password: string, cost: Cost = COST): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const hash = await derive("argon2id", { message: message(password), nonce, tagLength: HASH_BYTES, ...cost });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(nonce)}$${unpadded(hash)}`;
}

/** Whether the password matches the stored hash. Throws on a text that hashPassword did not create. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const match = PHC.exec(stored);
  if (!match) throw new TypeError("The stored password hash is not in the known format");
  const [, memory, passes, parallelism, salt = "", hash = ""] = match;
  const expected = Buffer.from(hash, "base64");
  const given = await derive("argon2id", {
    message: message(password),
    nonce: Buffer.from(salt, "base64"),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(given, expected);
}

/** Keyboards encode the same letter in several ways; NFKC unifies them (NIST SP 800-63B §5.1.1.2). */
const message = (password: string): Buffer => Buffer.from(password.normalize("NFKC"));
const unpadded = (bytes: Buffer): string => bytes.toString("base64").replace(/={1,2}$/, "");
