import type { Event } from "../generated/types.ts";

/** A delivery must not be processed: it is forged, changed, or too old. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

export interface Delivery {
  /** As it arrived, byte for byte: a parsed body that was written again has another signature. */
  readonly body: string | Uint8Array;
  /** Those of the request; names in any case. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface VerifyOptions {
  /** How old a signature may be, or how far ahead of this machine's clock, in seconds; 300 by default. */
  readonly toleranceSeconds?: number;
  /** Instead of this machine's clock. */
  readonly now?: Date;
}

const TOLERANCE_SECONDS = 300;
/** The service sends two at most. More would be work that a stranger can order. */
const MAX_SIGNATURES = 4;
const PREFIX = "whsec_";
const encoder = new TextEncoder();

/**
 * Checks the signature of a delivery, and returns its event. Reads the headers of Standard Webhooks, or
 * `Mercury-Signature` if those are missing. `secret` is that of the endpoint; while it is rotated, give the old and the
 * new one.
 *
 * @throws WebhookVerificationError if no signature of the delivery is right and recent
 */
async function verify(
  { body, headers }: Delivery,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: VerifyOptions = {},
): Promise<Event> {
  const secrets = typeof secret === "string" ? [secret] : secret;
  if (secrets.length === 0 || secrets.includes("")) throw new TypeError("webhooks.verify needs the endpoint's secret.");
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  const signed = standardSignature(headers) ?? mercurySignature(headers);
  if (signed === undefined) throw new WebhookVerificationError("The request has no signature.");
  const { signatures, prefix, timestamp, keyOf } = signed;
  if (!(Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= toleranceSeconds))
    throw new WebhookVerificationError("The signature is too old, or from the future.");
  const content = joined(encoder.encode(prefix), bytes);
  for (const each of secrets) {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", keyOf(each), algorithm, false, ["verify"]);
    // WebCrypto compares in constant time.
    for (const signature of signatures.slice(0, MAX_SIGNATURES))
      if (await crypto.subtle.verify("HMAC", key, signature, content)) return eventOf(bytes);
  }
  throw new WebhookVerificationError("The signature does not match. Check the endpoint's secret.");
}

/** For receivers of webhooks. They need no client and no token. */
export const webhooks = { verify };

interface Signed {
  readonly signatures: readonly Uint8Array<ArrayBuffer>[];
  readonly timestamp: string;
  /** Signed before the body. */
  readonly prefix: string;
  /** The key that a secret stands for. */
  keyOf(secret: string): Uint8Array<ArrayBuffer>;
}

/** Standard Webhooks 1.0: `v1,` and base64, separated by spaces, with the bytes of the secret as key. */
function standardSignature(headers: Delivery["headers"]): Signed | undefined {
  const [id, timestamp, list] = ["id", "timestamp", "signature"].map((name) => headerOf(headers, `webhook-${name}`));
  if (id === undefined || timestamp === undefined || list === undefined) return undefined;
  const signatures = list.split(" ").filter((each) => each.startsWith("v1,"));
  return {
    signatures: signatures.map((each) => bytesOfBase64(each.slice(3))).filter((each) => each !== undefined),
    timestamp,
    prefix: `${id}.${timestamp}.`,
    keyOf: (secret) => {
      const key = bytesOfBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
      if (key === undefined || key.length === 0) throw new TypeError("A secret is whsec_ and base64.");
      return key;
    },
  };
}

/** `t=<seconds>,v1=<hex>`, with the text of the secret as key. */
function mercurySignature(headers: Delivery["headers"]): Signed | undefined {
  const parts = headerOf(headers, "mercury-signature")
    ?.split(",")
    .map((part) => part.trim());
  const timestamp = parts?.find((part) => part.startsWith("t="))?.slice(2);
  if (parts === undefined || timestamp === undefined) return undefined;
  const signatures = parts.filter((part) => /^v1=(?:[0-9a-f]{2})+$/.test(part));
  return {
    signatures: signatures.map((part) =>
      Uint8Array.from(part.slice(3).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
    ),
    timestamp,
    prefix: `${timestamp}.`,
    keyOf: (secret) => encoder.encode(secret),
  };
}

function headerOf(headers: Delivery["headers"], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return typeof value === "string" ? value : value?.[0];
}

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function eventOf(body: Uint8Array): Event {
  try {
    // Signed by the service, which sends events (api/openapi.json).
    return JSON.parse(new TextDecoder().decode(body)) as Event;
  } catch {
    throw new WebhookVerificationError("The body is not JSON.");
  }
}
