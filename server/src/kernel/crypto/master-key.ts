import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { hmacSha256, KEY_BYTES, sha256 } from "./cipher.ts";

/**
 * The key that wraps all other keys. It never enters the database. Several may be configured, newest first: the first
 * wraps, and the others still unwrap, so the master key can be replaced without downtime (`bursar key rotate`,
 * docs/spec/operations.md).
 */
export interface MasterKeys {
  readonly current: MasterKey;
  readonly ids: readonly string[];
  byId(id: string): MasterKey | undefined;
}

export interface MasterKey {
  /** The first bytes of the key's SHA-256: they identify the key without revealing it. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** Keys as base64 or hex of 32 bytes, separated by commas or white space, newest first. */
export function parseMasterKeys(text: string): MasterKeys {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(parseKey);
  const current = keys[0];
  if (!current)
    throw new Error("The master key is empty. Set it to 32 random bytes as base64 (openssl rand -base64 32).");
  return { current, ids: keys.map(({ id }) => id), byId: (id) => keys.find((key) => key.id === id) };
}

function parseKey(text: string): MasterKey {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, "hex") : Buffer.from(text, "base64");
  if (bytes.length !== KEY_BYTES) {
    throw new Error("The master key must be 32 bytes as base64 or hex (openssl rand -base64 32).");
  }
  return { id: sha256(bytes).subarray(0, 8).toString("hex"), bytes };
}

/** A proof that the holder of the master key wrote the text for this purpose. */
export const masterKeyProof = (key: MasterKey, purpose: string, text: string): string =>
  hmacSha256(hmacSha256(key.bytes, `purpose/${purpose}`), text).toString("hex");

/** The key in the file, created with mode 0600 if it does not exist. Sandbox mode only. */
export async function readOrCreateMasterKeyFile(path: string): Promise<MasterKeys> {
  try {
    await writeFile(path, `${randomBytes(KEY_BYTES).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return parseMasterKeys(await readFile(path, "utf8"));
}
