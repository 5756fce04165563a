import { type RefusalTable, refuser } from "../refusal.ts";

/** Refusals any route can give. */
export const httpRefusals = {
  invalidRequest: {
    status: 400,
    title: "A field or parameter is missing, unknown or has a value that is not accepted",
    message: "The request has {count} problem(s): {summary}",
  },
  malformedDateParam: {
    status: 400,
    title: "A date parameter cannot be read",
    message: "{parameter} must be a day (YYYY-MM-DD) or an ISO 8601 instant",
  },
  malformedTransactionStatusParam: {
    status: 400,
    title: "A status filter names no transaction status",
    message: "status must be one of {accepted}",
  },
  unknownCursor: {
    status: 400,
    title: "A cursor names no item of this list",
    message: "{parameter} names no item of this list",
  },
  conflictingCursors: {
    status: 400,
    title: "More than one cursor was given",
    message: "Give only one of start_after, start_at and end_before",
  },
  conflictingIdempotencyKeys: {
    status: 400,
    title: "The body and the Idempotency-Key header name different keys",
    message: "idempotencyKey and the Idempotency-Key header differ: send one of them",
  },
  malformedJson: { status: 400, title: "The body is not JSON this service accepts", message: "{problem}" },
  badRequest: {
    status: 400,
    title: "The request cannot be read as HTTP",
    message: "The request cannot be read: {problem}",
  },
  requestTimeout: {
    status: 408,
    title: "The request did not arrive in time",
    message: "The request did not arrive whole within {limitSeconds} s: nothing was done, send it again",
  },
  headersTooLarge: {
    status: 431,
    title: "The request line and headers are larger than accepted",
    message: "The request line and headers are larger than {limitBytes} bytes",
  },
  resourceNotFound: {
    status: 404,
    title: "There is no such thing in this organization",
    message: "No {resource} with this id exists",
  },
  routeNotFound: {
    status: 404,
    title: "There is no such route",
    message: "There is no route {method} {path}: see /docs for all routes",
  },
  methodNotAllowed: {
    status: 405,
    title: "The route does not answer this method",
    message: "{path} does not answer {method}: use {allowed}",
  },
  idempotencyKeyReused: {
    status: 409,
    title: "The idempotency key was used for another instruction",
    message: "This idempotency key was already used for an instruction that differs in: {differs}",
  },
  originalResponseDeleted: {
    status: 409,
    title: "The idempotency key was used, and its response is no longer stored",
    message:
      "This idempotency key was used before an upgrade that deleted its stored response, which contained a secret. Nothing was done now: look up what the first call created, or use a new key",
  },
  bodyTooLarge: {
    status: 413,
    title: "The body is larger than accepted",
    message: "The body is larger than {limitBytes} bytes",
  },
  unsupportedMediaType: {
    status: 415,
    title: "The body is not JSON",
    message: "Send the body as application/json in UTF-8",
  },
  internalError: {
    status: 500,
    title: "Something went wrong on our side",
    message: "Something went wrong on our side; it has been logged under this request id",
  },
  serviceUnavailable: {
    status: 503,
    title: "The database cannot be reached or the service is shutting down",
    message: "The service cannot answer right now: send the same request again after {retryAfterSeconds} s",
  },
} as const satisfies RefusalTable;

export const refuseHttp = refuser(httpRefusals);

export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

const PATH_LENGTH_MAX = 120;
const MESSAGE_LENGTH_MAX = 600;
const SUMMARY_LENGTH_MAX = 1_000;
/** In UTF-16 code units over all fields. JSON writes at most six bytes for one, so the answer stays below 64 KB (law 26). */
const FIELDS_LENGTH_MAX = 7_000;

const cut = (text: string, lengthMax: number): string =>
  text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).toWellFormed()}…`;

/** The first of them, as many as an answer may hold. */
function boundedFields(fields: readonly FieldProblem[]): readonly FieldProblem[] {
  const bounded: FieldProblem[] = [];
  let length = 0;
  for (const { path, message } of fields) {
    const field = { path: cut(path, PATH_LENGTH_MAX), message: cut(message, MESSAGE_LENGTH_MAX) };
    length += field.path.length + field.message.length;
    if (length > FIELDS_LENGTH_MAX) break;
    bounded.push(field);
  }
  return bounded;
}

/**
 * 400 naming the fields at fault: all of them, unless there are so many that the answer would be too large. `path` is
 * dotted, as in the body: `electronicRoutingInfo.routingNumber`.
 */
export function invalidRequest(problems: readonly FieldProblem[]) {
  const fields = boundedFields(problems);
  const summary = fields
    .slice(0, 3)
    .map((field) => `${field.path}: ${field.message}`)
    .join("; ");
  return refuseHttp("invalidRequest", {
    details: { count: problems.length, summary: cut(summary, SUMMARY_LENGTH_MAX), fields },
  });
}

export const notFound = (resource: string) => refuseHttp("resourceNotFound", { details: { resource } });

export const unavailable = (cause?: unknown) =>
  refuseHttp("serviceUnavailable", { details: { retryAfterSeconds: 1 }, headers: { "retry-after": "1" }, cause });
