import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { sha256Hex } from "../crypto/cipher.ts";
import { invalidRequest, refuseHttp } from "../http/http-refusals.ts";
import { Nullable, object } from "../http/schemas.ts";
import type { OrganizationId } from "../values/ids.ts";

const MAX_KEY_LENGTH = 255;

/** The member `idempotencyKey` of every POST body (decision P5). */
export const IdempotencyKey = Type.Optional(
  Nullable(
    Type.String({
      title: "IdempotencyKey",
      maxLength: MAX_KEY_LENGTH,
      description:
        "A distinct key per request. A retry with the same key has no further effect and returns the original response, filtered for its caller and without secrets. The Idempotency-Key header does the same. Null or empty means no key.",
    }),
  ),
);

/** The body of a POST that needs none: an idempotency key, or nothing. */
export const KeyBodySchema = {
  ...Nullable(object({ idempotencyKey: IdempotencyKey }, { title: "IdempotencyKeyRequest" })),
  examples: [{ idempotencyKey: "2026-11-20/17" }],
};

/**
 * The client's key: `idempotencyKey` in the body or the Idempotency-Key header; an empty string counts as no key
 * (decision P5).
 *
 * A key that can be encoded in two ways is rejected, not normalized: a normalized key would not find replies stored
 * under the original. Header values have no agreed encoding beyond ASCII.
 */
export function idempotencyKeyOf(
  request: Pick<FastifyRequest, "headers">,
  body: { readonly idempotencyKey?: string | null } | null,
): string | undefined {
  const header = request.headers["idempotency-key"];
  const fromHeader = typeof header === "string" && header !== "" ? header : undefined;
  if (fromHeader !== undefined && !/^[ -~]*$/.test(fromHeader))
    throw invalidRequest([{ path: "Idempotency-Key", message: "must be ASCII; send other keys in the body" }]);
  const fromBody = body?.idempotencyKey || undefined;
  if (fromHeader !== undefined && fromBody !== undefined && fromHeader !== fromBody)
    throw refuseHttp("conflictingIdempotencyKeys");
  const key = fromBody ?? fromHeader;
  if (key !== undefined && key.length > MAX_KEY_LENGTH) {
    throw invalidRequest([{ path: "idempotencyKey", message: `must have at most ${MAX_KEY_LENGTH} characters` }]);
  }
  if (key !== undefined && key.normalize("NFC") !== key)
    throw invalidRequest([{ path: "idempotencyKey", message: "must be in Unicode normalization form C (NFC)" }]);
  return key;
}

/** 128 bits of SHA-256 over organization, operation, and key, as a UUID: a narrow index is enough (ADR 0004). */
export function keyDigest(organizationId: OrganizationId, operation: string, key: string): string {
  const hex = sha256Hex(`${organizationId}\u0000${operation}\u0000${key}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
