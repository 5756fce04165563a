/** The client of a Bursar service: `createClient`, `payMany`, and `webhooks.verify`. */
export { type Bursar, createClient } from "./client/create-client.ts";
export {
  AbortError,
  ApiError,
  AuthenticationError,
  BursarError,
  ConflictError,
  ConnectionError,
  type FailedRequest,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from "./client/errors.ts";
export type { List } from "./client/list.ts";
export type { RequestOptions } from "./client/operation.ts";
export type { ClientOptions, RequestInfo, ResponseInfo, RetryInfo } from "./client/options.ts";
export { type AnswerInfo, answerInfo } from "./client/send.ts";
/** The schemas of the API, by their names, such as `Recipient`. */
export type * from "./generated/types.ts";
export { type Journal, type JournalEntry, memoryJournal, type RunHeader } from "./pay-many/journal.ts";
export {
  JournalMismatch,
  type PayMany,
  type PayManyOptions,
  type PayManyResult,
  type Progress,
  type RowResult,
} from "./pay-many/pay-many.ts";
export { type PaymentRow, type RowProblem, RowsError } from "./pay-many/prepare-rows.ts";
export { type Delivery, type VerifyOptions, WebhookVerificationError, webhooks } from "./webhooks/verify.ts";
