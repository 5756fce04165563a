import type { FastifyReply, FastifyRequest } from "fastify";
import { KeyRevoked } from "../crypto/vault.ts";
import { UnprovenRow } from "../proofs/unproven-row.ts";
import { Refusal } from "../refusal.ts";
import { isUnavailable } from "../sql/database.ts";
import { StorageUnavailable } from "../storage/object-store.ts";
import { needsJson, refuseHttp, unavailable } from "./http-refusals.ts";

/**
 * The one error shape (decision P3): `{"errors": {"errorCode", "message", "requestId", …details}, "message"}`. An error
 * that is not a refusal is a bug: it is logged in full and returned as a 500 without details.
 */
export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error);
  const line = { err: refusal.cause ?? error, requestId: request.id, code: refusal.code };
  // Under load or without its database, the service sends thousands of 503s. /readyz and the metrics report that to the
  // operator; the log is for bugs.
  if (refusal.status === 500) request.log.error(line, "request failed");
  else if (refusal.status > 500) request.log.debug(line, "request deferred");
  for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, value);
  return reply
    .code(refusal.status)
    .type("application/json; charset=utf-8")
    .header("x-request-id", request.id)
    .serializer((body) => JSON.stringify(body))
    .send(errorBody(refusal, request.id));
}

/** Whether nothing else explains the error, so that its reply is a 500. */
export const isBug = (error: unknown): boolean => refusalFor(error) === undefined;

/** The refusal that explains the error; undefined for a bug. */
export function refusalFor(error: unknown): Refusal | undefined {
  const refusal = asRefusal(error);
  return refusal.code === "internalError" ? undefined : refusal;
}

export const errorBody = (refusal: Refusal, requestId: string) => ({
  errors: { errorCode: refusal.code, message: refusal.message, requestId, ...refusal.details },
  message: refusal.message,
});

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof UnprovenRow) return refuseHttp("rowNotProven", { cause: error });
  if (error instanceof KeyRevoked)
    return refuseHttp("organizationKeyRevoked", { cause: error, headers: { "x-should-retry": "false" } });
  if (isUnavailable(error) || error instanceof StorageUnavailable) return unavailable(error);
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  switch (code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return refuseHttp("bodyTooLarge", { details: { limitBytes: 1024 * 1024 } });
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return needsJson();
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
    case "FST_ERR_BAD_URL":
    case "FST_ERR_MAX_PARAM_LENGTH":
    case "FST_ERR_ASYNC_CONSTRAINT":
      return refuseHttp("badRequest", { details: { problem: problemIn(error) } });
    default:
      return refuseHttp("internalError", { cause: error });
  }
}

const PROBLEM_LENGTH_MAX = 300;

/** Fastify's messages repeat the whole path, which may be 16 KB of characters that JSON escapes. */
const problemIn = (error: unknown): string =>
  (error instanceof Error ? error.message : "bad request").slice(0, PROBLEM_LENGTH_MAX).toWellFormed();
