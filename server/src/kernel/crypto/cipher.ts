import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  type KeyObject,
  randomFillSync,
} from "node:crypto";

/** AES-256-GCM (NIST SP 800-38D): 96-bit random nonce, 128-bit tag. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;

/** Random bytes for many nonces: the generator takes longer per call than encrypting a short text. */
const nonces = Buffer.alloc(256 * NONCE_BYTES);
let noncesUsed = nonces.length;

/** The next random bytes, each used once. Valid until the next call. */
function nextNonce(): Buffer {
  if (noncesUsed === nonces.length) {
    randomFillSync(nonces);
    noncesUsed = 0;
  }
  noncesUsed += NONCE_BYTES;
  return nonces.subarray(noncesUsed - NONCE_BYTES, noncesUsed);
}

/**
 * nonce | tag | ciphertext. `context` is authenticated but not stored, so a value copied to another row cannot be
 * opened.
 */
export function encrypt(key: Buffer, context: string, plaintext: Buffer): Buffer {
  const nonce = nextNonce();
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

/** Making a key of bytes takes half of the time of a short code, and few keys make all codes. */
const macKeys = new WeakMap<Buffer, KeyObject>();

export function hmacSha256(key: Buffer, text: string | Buffer): Buffer {
  const made = macKeys.get(key) ?? createSecretKey(key);
  macKeys.set(key, made);
  return createHmac("sha256", made).update(text).digest();
}

export const sha256 = (text: string | Buffer): Buffer => hash("sha256", text, "buffer");
export const sha256Hex = (text: string): string => hash("sha256", text, "hex");
