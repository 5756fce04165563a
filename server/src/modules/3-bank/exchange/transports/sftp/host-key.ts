import { hash, timingSafeEqual } from "node:crypto";

/** Families of host keys, in the names that ssh-keygen uses. */
export const hostKeyTypes = ["ed25519", "ecdsa", "rsa"] as const;
export type HostKeyType = (typeof hostKeyTypes)[number];

/** Signature algorithms for each family. SHA-1 (`ssh-rsa`) is not among them: OpenSSH disabled it in 2021 (8.8). */
export const algorithmsOf = {
  ed25519: ["ssh-ed25519"],
  ecdsa: ["ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521"],
  rsa: ["rsa-sha2-512", "rsa-sha2-256"],
} as const satisfies Readonly<Record<HostKeyType, readonly string[]>>;

/** `SHA256:` and 43 characters of base64, as `ssh-keygen -l` prints it. */
export const FINGERPRINT = "^SHA256:[A-Za-z0-9+/]{43}$";

/** The fingerprint of a key in the format of RFC 4253 §6.6. */
export const fingerprintOf = (key: Buffer): string => `SHA256:${hash("sha256", key, "base64").replaceAll("=", "")}`;

export const isPinned = (fingerprint: string, pinned: readonly string[]): boolean =>
  pinned.some(
    (accepted) =>
      accepted.length === fingerprint.length && timingSafeEqual(Buffer.from(accepted), Buffer.from(fingerprint)),
  );

/** The name at the start of a key, such as `ssh-ed25519`; empty if there is none. */
export function keyNameOf(key: Buffer): string {
  if (key.length < 4) return "";
  const length = key.readUInt32BE(0);
  const name = length <= 64 ? key.subarray(4, 4 + length).toString("latin1") : "";
  return /^[a-z0-9@.-]+$/.test(name) ? name : "";
}
