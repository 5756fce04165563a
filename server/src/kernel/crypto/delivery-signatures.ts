import { createHmac, randomBytes } from "node:crypto";
import { assert } from "#kernel/assert.ts";

/**
 * One secret serves two families of verifiers: the Mercury family keys its HMAC with the UTF-8 bytes of the whole text,
 * the Standard Webhooks family with the base64-decoded bytes after `whsec_`. Both have the same 256 random bits, so the
 * receiver stores one string for either verifier.
 */
const secretPrefix = "whsec_";
const secretBytes = 32;

/** What is signed: the exact text that is sent, at the time when it is sent. */
export type DeliveryToSign = {
  /** Newest first. Two during a rotation (24 hours, decision R9), otherwise one. */
  readonly secrets: readonly string[];
  /** The event's id: the same on every retry, so that receivers can ignore duplicates. */
  readonly eventId: string;
  /** The request body, byte for byte as sent (UTF-8). */
  readonly body: string;
  /** The time of this attempt. Receivers reject signatures older than five minutes, so each retry is signed again. */
  readonly at: Date;
};

/**
 * Creates the secret of a new or rotated endpoint: `whsec_` and 32 random bytes in base64, as Standard Webhooks
 * requires.
 */
export function newWebhookSecret(): string {
  return secretPrefix + randomBytes(secretBytes).toString("base64");
}

/**
 * The signature headers of one delivery attempt, in both families (decision R9; wire contract §6.2; Standard Webhooks
 * 1.0). Names are in lower case. Throws an assertion failure on a secret that `newWebhookSecret` did not make.
 */
export function signDelivery(delivery: DeliveryToSign): Record<string, string> {
  const { secrets, eventId, body, at } = delivery;
  assert(secrets.length > 0, "a delivery is signed with at least one secret");
  assert(/^[^.\s]+$/.test(eventId), "an event id has no dot or space, because a dot separates the signed parts");
  const timestamp = Math.floor(at.getTime() / 1000);
  assert(Number.isSafeInteger(timestamp) && timestamp > 0, "a delivery is signed at a real moment");

  // Sample verifiers of the Mercury family parse by position: `t` first, then one `v1`. During a rotation, that is the
  // newest secret's signature; verifiers that try every `v1` also find the old one after it.
  const hexSignatures = secrets.map((secret) => `v1=${hmac(mercuryKey(secret), `${timestamp}.${body}`, "hex")}`);
  const base64Signatures = secrets.map(
    (secret) => `v1,${hmac(standardKey(secret), `${eventId}.${timestamp}.${body}`, "base64")}`,
  );
  return {
    "mercury-signature": [`t=${timestamp}`, ...hexSignatures].join(","),
    "webhook-id": eventId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": base64Signatures.join(" "),
  };
}

/** The whole text is the key, including `whsec_`. */
function mercuryKey(secret: string): Buffer {
  return Buffer.from(secret, "utf8");
}

/** The bytes after `whsec_` are the key. */
function standardKey(secret: string): Buffer {
  assert(secret.startsWith(secretPrefix), "a webhook secret starts with whsec_");
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  assert(key.length === secretBytes, "a webhook secret carries 32 bytes");
  return key;
}

function hmac(key: Buffer, text: string, encoding: "hex" | "base64"): string {
  return createHmac("sha256", key).update(text, "utf8").digest(encoding);
}
