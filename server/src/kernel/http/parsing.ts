import type { FastifyInstance } from "fastify";
import { refuseHttp } from "./http-refusals.ts";
import { JsonProblem, parseStrictJson } from "./strict-json.ts";

/**
 * Every API route answers at `/x` and at `/api/v1/x` (decisions P1). A client whose base already ends in /api/v1 and who
 * follows the specification to the letter doubles the prefix; that is accepted too.
 */
export const stripApiPrefix = (url: string): string => {
  let rest = url;
  while (rest.startsWith("/api/v1/") || rest === "/api/v1") rest = rest.slice("/api/v1".length) || "/";
  return rest;
};

/** JSON only, read strictly. An empty body counts as none: some clients send the content type with nothing. */
export function registerBodyParsing(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    const text = typeof body === "string" ? body : body.toString("utf8");
    if (text.trim() === "") return done(null, undefined);
    try {
      done(null, parseStrictJson(text));
    } catch (error) {
      const problem = error instanceof JsonProblem ? error.message : "The body is not valid JSON";
      done(refuseHttp("malformedJson", { details: { problem } }));
    }
  });
}
