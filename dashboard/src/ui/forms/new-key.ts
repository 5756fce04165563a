/** A random idempotency key. (crypto.randomUUID needs a secure connection; this does not.) */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
