import { fieldLabel, fieldWords } from "./field-words.ts";

/** A problem with one field of a request, in the words of a form. */
export interface ApiFieldProblem {
  readonly path: string;
  /** The field's name in forms. */
  readonly label: string;
  readonly message: string;
}

/** An error response of the API (docs/use/errors.md). `details` holds its other members. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly fields: readonly ApiFieldProblem[];
  readonly requestId: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, body: unknown) {
    const errors = errorsOf(body);
    super(typeof errors["message"] === "string" ? errors["message"] : `The service responded with status ${status}.`);
    const { errorCode, requestId, fields, message: _message, ...details } = errors;
    this.status = status;
    this.code = typeof errorCode === "string" ? errorCode : "unknown";
    this.fields = Array.isArray(fields) ? fields.map(problemOf) : [];
    this.requestId = typeof requestId === "string" ? requestId : undefined;
    this.details = details;
  }
}

/** `read` has no effect; `doOnce` can be repeated safely; repeating `do` may have a second effect. */
export type CallEffect = "read" | "doOnce" | "do";

const awaySentences: Readonly<Record<CallEffect, string>> = {
  read: "The service is unavailable. This page retries automatically.",
  doOnce: "No response from the service, so the result is unknown. Try again: it will not be done twice.",
  do: "No response from the service, so the result is unknown. Check the current state before you try again.",
};

/** The service is unreachable, or a proxy answered in its place. */
export class ServiceUnavailable extends Error {
  override readonly name = "ServiceUnavailable";
  constructor(cause: unknown, effect: CallEffect = "read") {
    super(awaySentences[effect], { cause });
  }
}

export const isApiError = (error: unknown, code?: string): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code);

export const hasFieldProblems = (error: unknown): error is ApiError => isApiError(error) && error.fields.length > 0;

/** One sentence for the user. The API's own message only counts field problems; this one lists them. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.fields.length > 0)
    return error.fields.map(({ label, message }) => `${label}: ${message}`).join(" ");
  return error instanceof ApiError || error instanceof ServiceUnavailable
    ? error.message
    : "Something went wrong on this page.";
}

/** As every refusal of fields has it. */
const problemOf = ({ path, message }: { readonly path: string; readonly message: string }): ApiFieldProblem => ({
  path,
  label: fieldLabel(path),
  message: fieldWords(path, message),
});

function errorsOf(body: unknown): Record<string, unknown> {
  if (typeof body !== "object" || body === null || !("errors" in body)) return {};
  const { errors } = body;
  // Parsed JSON: an object whose members are checked individually.
  return typeof errors === "object" && errors !== null ? (errors as Record<string, unknown>) : {};
}
