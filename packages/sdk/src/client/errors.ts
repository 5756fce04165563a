import type {
  AuthenticationErrorCode,
  ConflictErrorCode,
  NotFoundErrorCode,
  PermissionErrorCode,
  RateLimitErrorCode,
  ServerErrorCode,
  ValidationErrorCode,
} from "../generated/error-codes.ts";

/** What every error of a request says about that request. */
export interface FailedRequest {
  /** Method and path of the operation, such as `POST /account/{accountId}/transactions`. */
  readonly operation: string;
  /** Of every attempt, also of those that got no answer: the service's log has it. */
  readonly requestId: string;
  /** The key that every attempt had; undefined if the operation takes none. */
  readonly idempotencyKey: string | undefined;
  /**
   * Whether the request may have had its effect although there is an error: an attempt got no answer, or one that does
   * not say. Send it again with `idempotencyKey` to find out: what was done is not done twice.
   */
  readonly mayHaveSucceeded: boolean;
}

/** Anything that ends a request without a result. */
export class BursarError extends Error implements FailedRequest {
  override readonly name: string = "BursarError";
  readonly operation: string;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  readonly mayHaveSucceeded: boolean;

  constructor(message: string, failed: FailedRequest, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.operation = failed.operation;
    this.requestId = failed.requestId;
    this.idempotencyKey = failed.idempotencyKey;
    this.mayHaveSucceeded = failed.mayHaveSucceeded;
  }
}

/** No answer: the network failed, or something else than Bursar answered. `cause` is the error of `fetch`. */
export class ConnectionError extends BursarError {
  override readonly name: string = "ConnectionError";
}

/** No answer within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name = "TimeoutError";
}

/** The caller's signal ended the request. `cause` is the signal's reason. */
export class AbortError extends BursarError {
  override readonly name = "AbortError";
}

/** An answer with a status of 400 or above. */
export interface RefusedAnswer {
  readonly status: number;
  /** `errors` of the body: the code, the message, and what the code adds, such as `fields` or `availableBalance`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** From the header `Retry-After`. */
  readonly retryAfterMs: number | undefined;
}

/** Codes that a newer service may add are texts, too. */
type AnyOf<Code extends string> = Code | (string & Record<never, never>);

/**
 * The service refused the request. `errorCode` says why, and is undefined if another server answered, such as a proxy.
 * Programs use the code; `message` is for users and may change.
 */
export class ApiError<Code extends string = string> extends BursarError implements RefusedAnswer {
  override readonly name: string = "ApiError";
  readonly status: number;
  readonly errorCode: AnyOf<Code> | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, failed: FailedRequest, answer: RefusedAnswer) {
    super(message, failed);
    const { errorCode } = answer.details as { readonly errorCode?: unknown };
    this.status = answer.status;
    // The service's codes are the generated ones, or newer ones.
    this.errorCode = typeof errorCode === "string" ? (errorCode as Code) : undefined;
    this.details = answer.details;
    this.retryAfterMs = answer.retryAfterMs;
  }
}

/** Statuses 400, 405, 413, 415, and 431: sent again unchanged, the request is refused again. */
export class ValidationError extends ApiError<ValidationErrorCode> {
  override readonly name = "ValidationError";
}

/** Status 401: the token is missing, wrong, expired, or not allowed from this address. */
export class AuthenticationError extends ApiError<AuthenticationErrorCode> {
  override readonly name = "AuthenticationError";
}

/** Status 403: the token may not do this. */
export class PermissionError extends ApiError<PermissionErrorCode> {
  override readonly name = "PermissionError";
}

/** Status 404: nothing with this ID exists in the organization. */
export class NotFoundError extends ApiError<NotFoundErrorCode> {
  override readonly name = "NotFoundError";
}

/** Status 409: the state of the resource does not allow it, or the idempotency key was used for another request. */
export class ConflictError extends ApiError<ConflictErrorCode> {
  override readonly name = "ConflictError";
}

/** Status 429, also after the retries. `retryAfterMs` says when it can be sent again. */
export class RateLimitError extends ApiError<RateLimitErrorCode> {
  override readonly name = "RateLimitError";
}

/** Status 408, 500, or above, also after the retries. */
export class ServerError extends ApiError<ServerErrorCode> {
  override readonly name = "ServerError";
}

const families: Readonly<Record<number, new (...of: ConstructorParameters<typeof ApiError>) => ApiError>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  408: ServerError,
  409: ConflictError,
  429: RateLimitError,
};

/** The error of an answer, of the family that its status belongs to. */
export function apiErrorOf(failed: FailedRequest, answer: RefusedAnswer): ApiError {
  const { message } = answer.details as { readonly message?: unknown };
  const Family = families[answer.status] ?? (answer.status < 500 ? ValidationError : ServerError);
  return new Family(
    typeof message === "string" ? message : `The server answered with status ${answer.status}.`,
    failed,
    answer,
  );
}
