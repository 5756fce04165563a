import { type RefusalTable, refuser } from "../refusal.ts";

/** Refusals any route can give. */
export const httpRefusals = {
  invalidRequest: {
    status: 400,
    title: "A field or parameter is missing, unknown, or has an invalid value",
    message: "The request is not valid: {summary}.",
  },
  malformedDateParam: {
    status: 400,
    title: "A date parameter is not valid",
    message: "{parameter} must be a date (YYYY-MM-DD) or an ISO 8601 timestamp.",
  },
  malformedTransactionStatusParam: {
    status: 400,
    title: "A status filter names an unknown transaction status",
    message: "status must be one of {accepted}.",
  },
  unknownCursor: {
    status: 400,
    title: "A cursor does not match an item of this list",
    message: "{parameter} does not match an item of this list. Use the nextPage or previousPage of an earlier page.",
  },
  conflictingCursors: {
    status: 400,
    title: "More than one cursor was given",
    message: "Give only one of start_after, start_at, and end_before.",
  },
  conflictingIdempotencyKeys: {
    status: 400,
    title: "The body and the Idempotency-Key header contain different keys",
    message: "idempotencyKey and the Idempotency-Key header differ. Send one of them.",
  },
  malformedJson: {
    status: 400,
    title: "The body is not valid JSON, or contains JSON that this service does not accept",
    message: "{problem}",
  },
  badRequest: {
    status: 400,
    title: "The request is not valid HTTP",
    message: "The request is not valid HTTP: {problem}",
  },
  requestTimeout: {
    status: 408,
    title: "The request did not arrive in time",
    message: "The request did not arrive completely within {limitSeconds} seconds, so it had no effect. Send it again.",
  },
  headersTooLarge: {
    status: 431,
    title: "The request line and headers exceed the size limit",
    message: "The request line and headers exceed {limitBytes} bytes. Send fewer or shorter parameters and headers.",
  },
  resourceNotFound: {
    status: 404,
    title: "The resource does not exist in this organization",
    message: "No {resource} with this ID exists in your organization.",
  },
  routeNotFound: {
    status: 404,
    title: "The route does not exist",
    message: "The route {method} {path} does not exist. See /docs for all routes.",
  },
  methodNotAllowed: {
    status: 405,
    title: "The route does not support this method",
    message: "{path} does not support {method}. Use {allowed}.",
  },
  idempotencyKeyReused: {
    status: 409,
    title: "The idempotency key was already used for a different request",
    message:
      "This idempotency key was already used for a request that differs in: {differs}. Use a new key for a new request.",
  },
  rowNotProven: {
    status: 403,
    title: "A record that the request depends on was changed outside the service",
    message:
      "A record that this request needs was changed in the database, outside the service, so it is not used. Ask an administrator, whose Home page shows the record, or a server administrator, who lists it with bursar rows list.",
  },
  organizationKeyRevoked: {
    status: 403,
    title: "The organization's encryption keys are revoked",
    message:
      "The encryption keys of your organization are revoked, so bank details cannot be read and no payment leaves. Other data can still be read. Ask a server administrator, who can see why with bursar key list.",
  },
  bodyTooLarge: {
    status: 413,
    title: "The body exceeds the size limit",
    message: "The body exceeds {limitBytes} bytes. Send a smaller body.",
  },
  unsupportedMediaType: {
    status: 415,
    title: "The body has another media type than the route accepts: JSON, or multipart/form-data for uploads",
    message: "Send the body as {expected}.",
  },
  internalError: {
    status: 500,
    title: "Something went wrong on our side",
    message:
      "Something went wrong on our side. Retry the request; if it fails again, give your server administrator this request ID.",
  },
  serviceUnavailable: {
    status: 503,
    title: "The service is overloaded or shutting down, or the database or the file storage is unavailable",
    message: "The service is temporarily unavailable. Retry the same request after {retryAfterSeconds} s.",
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
/**
 * In UTF-16 code units over all fields. JSON needs at most six bytes for each, so the reply stays below 64 KB (law 26).
 */
const FIELDS_LENGTH_MAX = 7_000;

const cut = (text: string, lengthMax: number): string =>
  text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).toWellFormed()}…`;

/** The first fields, as many as fit in a reply. */
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
 * A 400 that lists the invalid fields: all of them, unless the reply would become too large. `path` is dotted, as in
 * the body: `electronicRoutingInfo.routingNumber`.
 */
export function invalidRequest(problems: readonly FieldProblem[]) {
  const fields = boundedFields(problems);
  const summary = fields
    .slice(0, 3)
    // Some messages are sentences: the period follows the last one.
    .map((field) => `${field.path}: ${field.message.replace(/\.$/, "")}`)
    .join("; ");
  const more = problems.length > 3 ? `; and ${problems.length - 3} more` : "";
  return refuseHttp("invalidRequest", {
    details: { count: problems.length, summary: `${cut(summary, SUMMARY_LENGTH_MAX)}${more}`, fields },
  });
}

export const needsJson = () =>
  refuseHttp("unsupportedMediaType", { details: { expected: "application/json in UTF-8" } });

export const notFound = (resource: string) => refuseHttp("resourceNotFound", { details: { resource } });

export const unavailable = (cause?: unknown) =>
  refuseHttp("serviceUnavailable", { details: { retryAfterSeconds: 1 }, headers: { "retry-after": "1" }, cause });
