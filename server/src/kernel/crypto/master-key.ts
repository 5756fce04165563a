import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { KEY_BYTES, sha256 } from "./cipher.ts";

/**
 * The key that wraps all others. It never enters the database. Several may be given, newest first: the first wraps, the
 * others still unwrap, so the master key is replaced without downtime (`bursar key rotate`, docs/spec/operations.md).
 */
export interface MasterKeys {
  readonly current: MasterKey;
  byId(id: string): MasterKey | undefined;
}

export interface MasterKey {
  /** First bytes of the key's SHA-256: names the key without telling it. */
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
  if (!current) throw new Error("The master key is empty: give 32 random bytes as base64 (openssl rand -base64 32)");
  return { current, byId: (id) => keys.find((key) => key.id === id) };
}

function parseKey(text: string): MasterKey {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, "hex") : Buffer.from(text, "base64");
  if (bytes.length !== KEY_BYTES) {
    throw new Error("The master key must be 32 bytes as base64 or hex (openssl rand -base64 32)");
  }
  return { id: sha256(bytes).subarray(0, 8).toString("hex"), bytes };
}

/** The key in the file, made there (mode 0600) when there is none yet. Sandbox mode only. */
export async function readOrCreateMasterKeyFile(path: string): Promise<MasterKeys> {
  try {
    await writeFile(path, `${randomBytes(KEY_BYTES).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return parseMasterKeys(await readFile(path, "utf8"));
}
