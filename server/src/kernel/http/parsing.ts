import { isUtf8 } from "node:buffer";
import type { FastifyInstance } from "fastify";
import { invalidRequest, needsJson, refuseHttp } from "./http-refusals.ts";
import { JsonProblem, NumberProblem, parseStrictJson } from "./strict-json.ts";

/**
 * Every API route is served at `/x` and at `/api/v1/x` (decision P1). A client whose base URL already ends in /api/v1
 * doubles the prefix if it follows the specification literally; that is accepted, too.
 */
export const stripApiPrefix = (url: string): string => {
  let rest = url;
  while (rest.startsWith("/api/v1/") || rest === "/api/v1") rest = rest.slice("/api/v1".length) || "/";
  return rest;
};

const malformed = (problem: string) => refuseHttp("malformedJson", { details: { problem } });

/** JSON is UTF-8 (RFC 8259 §8.1), with or without a charset parameter. */
function isInUtf8(contentType: string | undefined): boolean {
  if (contentType === undefined || !contentType.includes(";")) return true;
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType)?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}

/**
 * Accepts JSON only, read strictly. An empty body counts as no body, because some clients send a content type without
 * one.
 */
export function registerBodyParsing(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  registerJson(app, "application/json");
}

/** Also for the routes of a standard that gives JSON a name of its own. */
export function registerJson(app: FastifyInstance, mediaType: string): void {
  // Reading the body as text would silently replace invalid bytes with U+FFFD, so the bytes are checked first.
  app.addContentTypeParser<Buffer>(mediaType, { parseAs: "buffer" }, (request, body, done) => {
    if (!isInUtf8(request.headers["content-type"])) return done(needsJson());
    if (!isUtf8(body)) return done(malformed("The body is not valid UTF-8 text"));
    const text = body.toString();
    if (text.trim() === "") return done(null, undefined);
    try {
      done(null, parseStrictJson(text));
    } catch (error) {
      if (error instanceof NumberProblem)
        done(invalidRequest([{ path: error.path || "body", message: error.message }]));
      else done(malformed(error instanceof JsonProblem ? error.message : "The body is not valid JSON"));
    }
  });
}
