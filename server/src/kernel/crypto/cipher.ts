import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes } from "node:crypto";

/** AES-256-GCM (NIST SP 800-38D): 96-bit random nonce, 128-bit tag. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;

/**
 * nonce | tag | ciphertext. `context` is authenticated but not stored, so a value copied to another row cannot be
 * opened.
 */
export function encrypt(key: Buffer, context: string, plaintext: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** Throws if the key, the context, or one bit of the ciphertext is wrong. */
export function decrypt(key: Buffer, context: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

export const hmacSha256 = (key: Buffer, text: string | Buffer): Buffer =>
  createHmac("sha256", key).update(text).digest();

export const sha256 = (text: string | Buffer): Buffer => hash("sha256", text, "buffer");
export const sha256Hex = (text: string): string => hash("sha256", text, "hex");
