import { sha256Hex } from "../crypto/cipher.ts";

/**
 * An id derived from its parts: the same parts always give the same id, in every process. UUIDv8 (RFC 9562, section
 * 5.8) over SHA-256, so it never equals a time-based id.
 */
export function derivedId<I extends string>(...parts: readonly string[]): I {
  const hex = sha256Hex(JSON.stringify(parts));
  // The branded type says what the id is for; the text has the same form for all.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}` as I;
}
