import type { FastifyReply, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** How many query parameters of the request were ignored (decision P5). */
    ignoredParameters: number;
  }
}

const NAMES_MAX = 20;
const NAME_LENGTH_MAX = 40;
/** A response's header must stay small, whatever a request has: 8,000 names fit in one. */
const HEADER_LENGTH_MAX = 1_000;

/**
 * Removes the query parameters that the route does not have, and names the first ones in a header, percent-encoded:
 * a name may contain a comma, a line break, or any other character.
 */
export function ignoreUnknown(declared: object, request: FastifyRequest, reply: FastifyReply): void {
  // Made by the query parser, as an object without a prototype.
  const query = request.query as Record<string, unknown>;
  const unknown = Object.keys(query).filter((name) => !Object.hasOwn(declared, name));
  if (unknown.length === 0) return;
  for (const name of unknown) delete query[name];
  request.ignoredParameters = unknown.length;
  const named: string[] = [];
  let length = 0;
  for (const name of unknown.slice(0, NAMES_MAX)) {
    const encoded = encodeURIComponent(name.slice(0, NAME_LENGTH_MAX).toWellFormed());
    length += encoded.length + 2;
    if (length > HEADER_LENGTH_MAX) break;
    if (encoded !== "") named.push(encoded);
  }
  if (named.length > 0) reply.header("bursar-ignored-parameters", named.join(", "));
}
