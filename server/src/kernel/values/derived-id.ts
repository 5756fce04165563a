import { sha256Hex } from "../crypto/cipher.ts";

/**
 * An id that follows from its parts: the same parts give the same id, in every process and forever. UUIDv8 (RFC 9562,
 * section 5.8) over SHA-256, so it can never equal one that was made on a clock.
 */
export function derivedId<I extends string>(...parts: readonly string[]): I {
  const hex = sha256Hex(JSON.stringify(parts));
  // The branded type says what the id is for; the text is the same for all.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}` as I;
}
