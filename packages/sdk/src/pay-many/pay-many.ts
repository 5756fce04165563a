import {
  ApiError,
  AuthenticationError,
  BursarError,
  ConflictError,
  NotFoundError,
  RateLimitError,
  ServerError,
  ValidationError,
} from "../client/errors.ts";
import type { Operation } from "../client/operation.ts";
import { randomId, type Send } from "../client/send.ts";
import { pause } from "../client/signals.ts";
import type { SendMoneyApprovalRequest, TokenInfo, Transaction } from "../generated/types.ts";
import { type Journal, memoryJournal } from "./journal.ts";
import { type PaymentRow, type PreparedRow, prepareRows } from "./prepare-rows.ts";

export interface PayManyOptions<Row extends PaymentRow = PaymentRow> {
  /** Remembers the run. In memory by default, which survives no crash: `fileJournal` of `@bursar/sdk/node` does. */
  readonly journal?: Journal;
  /** Pays rows that name no account. */
  readonly accountId?: string;
  /** Sends without approval, from an address on the token's allowlist; by default, each payment waits for approval. */
  readonly direct?: boolean;
  /** After each row, with its result. An error that it throws ends the run, which can be continued. */
  readonly onProgress?: (progress: Progress<Row>) => void | Promise<void>;
  /** Stops the run after the row that is being sent. */
  readonly signal?: AbortSignal;
  /** How often a request that got no answer is sent again, with the same key; 8 by default, over half a minute or more. */
  readonly maxRetries?: number;
}

export interface Progress<Row extends PaymentRow = PaymentRow> {
  readonly done: number;
  readonly total: number;
  readonly result: RowResult<Row>;
}

interface RowOf<Row> {
  /** Of the row, counted from 0. */
  readonly index: number;
  readonly row: Row;
  /** Its idempotency key. */
  readonly key: string;
}

/** What happened to a row. */
export type RowResult<Row extends PaymentRow = PaymentRow> =
  /** It is paid or requested, in this run or in an earlier one. `payment` is missing if the journal had it already. */
  | (RowOf<Row> & {
      readonly status: "accepted";
      /** Of the transaction, or of the approval request. */
      readonly id: string;
      readonly payment: Transaction | SendMoneyApprovalRequest | undefined;
    })
  /** It is not paid. Correct what the error says, and run it again: its key is still unused. */
  | (RowOf<Row> & { readonly status: "refused"; readonly error: ApiError })
  /** It may be paid: there was no answer. Run it again, or look for `key`. */
  | (RowOf<Row> & { readonly status: "unknown"; readonly error: BursarError })
  /** The run stopped before it, or its request never reached a server (`error`). */
  | (RowOf<Row> & { readonly status: "notSent"; readonly error: BursarError | undefined });

export interface PayManyResult<Row extends PaymentRow = PaymentRow> {
  /** In the order of the rows. */
  readonly results: readonly RowResult<Row>[];
  readonly counts: Readonly<Record<RowResult["status"], number>>;
  /** Why rows were not sent; undefined if all were. */
  readonly stopped: "aborted" | BursarError | undefined;
}

/**
 * Pays rows, one request after another, each with its own key from the journal (specification §4, rule 3). A row that
 * is refused is followed by a pause, which doubles with each further one; a row without an answer is sent again, and if
 * there is none, the run stops. Called again with the same rows and the same journal, it sends what is not accepted
 * yet, with the same keys: the service answers a repeated key with the first response, and pays nothing.
 *
 * @throws RowsError before anything is sent, if a row cannot be paid or the journal belongs to another run
 */
export type PayMany = <Row extends PaymentRow>(
  rows: readonly Row[],
  options?: PayManyOptions<Row>,
) => Promise<PayManyResult<Row>>;

const GET_TOKEN: Operation = { method: "GET", path: "/token" };
const REQUEST: Operation = {
  method: "POST",
  path: "/account/{accountId}/request-send-money",
  input: "json",
  key: "header",
};
const DIRECT: Operation = { ...REQUEST, path: "/account/{accountId}/transactions" };

const MAX_RETRIES = 8;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** Every other row would be refused for the same reason. */
const OF_EVERY_ROW = new Set(["tokenNotInScope", "tokenNeeded", "requesterUnknown", "organizationKeyRevoked"]);

export function payManyWith(send: Send): PayMany {
  return async (rows, options = {}) => {
    const journal = options.journal ?? memoryJournal();
    try {
      return await payAll(send, journal, { rows, options });
    } finally {
      await journal.close?.();
    }
  };
}

interface Given<Row extends PaymentRow> {
  readonly rows: readonly Row[];
  readonly options: PayManyOptions<Row>;
}

async function payAll<Row extends PaymentRow>(
  send: Send,
  journal: Journal,
  { rows, options }: Given<Row>,
): Promise<PayManyResult<Row>> {
  const prepared = await openRun(send, journal, { rows, options });
  const results: RowResult<Row>[] = [];
  let stopped: PayManyResult["stopped"];
  let failures = 0;
  for (const each of prepared) {
    if (stopped === undefined && options.signal?.aborted) stopped = "aborted";
    const result = stopped === undefined ? await payRow(send, journal, { each, options }) : notSent(each);
    results.push(result);
    stopped ??= reasonToStop(result, options.signal);
    if (result.status === "notSent") continue;
    await options.onProgress?.({ done: results.length, total: prepared.length, result });
    failures = result.status === "refused" ? failures + 1 : 0;
    if (failures > 0 && stopped === undefined && results.length < prepared.length)
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS), options.signal);
  }
  return { results, counts: countsOf(results), stopped };
}

/** The journal belongs to payments of another organization, or of the other kind: continued, it could pay twice. */
export class JournalMismatch extends Error {
  override readonly name = "JournalMismatch";
}

async function openRun<Row extends PaymentRow>(
  send: Send,
  journal: Journal,
  { rows, options }: Given<Row>,
): Promise<readonly PreparedRow<Row>[]> {
  // The contract (api/openapi.json) has the shape.
  const { organization } = (await send({ operation: GET_TOKEN, parameters: [] })) as TokenInfo;
  const direct = options.direct === true;
  const { header, entries } = await journal.open({ run: randomId(), organizationId: organization.id, direct });
  if (header.organizationId !== organization.id)
    throw new JournalMismatch("This journal is of another organization. Use the token that the run began with.");
  if (header.direct !== direct)
    throw new JournalMismatch(`This journal began with direct: ${header.direct}. Continue it so, or start a new one.`);
  return prepareRows(rows, { header, entries, accountId: options.accountId });
}

interface Sending<Row extends PaymentRow> {
  readonly each: PreparedRow<Row>;
  readonly options: PayManyOptions<Row>;
}

async function payRow<Row extends PaymentRow>(
  send: Send,
  journal: Journal,
  { each, options }: Sending<Row>,
): Promise<RowResult<Row>> {
  const { key, digest, last } = each;
  const ofRow = { index: each.index, row: each.row, key };
  if (last?.state === "accepted") return { ...ofRow, status: "accepted", id: last.id ?? "", payment: undefined };
  const wasInDoubt = last?.state === "sending";
  if (!wasInDoubt) await journal.append({ key, digest, state: "sending" });
  const { payment, error } = await sendRow(send, { each, options });
  if (payment !== undefined) {
    const id = "requestId" in payment && !("id" in payment) ? payment.requestId : (payment as Transaction).id;
    await journal.append({ key, digest, state: "accepted", id });
    return { ...ofRow, status: "accepted", id, payment };
  }
  if (error.mayHaveSucceeded || (wasInDoubt && !saysUnpaid(error))) return { ...ofRow, status: "unknown", error };
  if (!(error instanceof ApiError)) return { ...ofRow, status: "notSent", error };
  await journal.append({ key, digest, state: "refused" });
  return { ...ofRow, status: "refused", error };
}

type Sent =
  | { readonly payment: Transaction | SendMoneyApprovalRequest; readonly error?: undefined }
  | { readonly payment?: undefined; readonly error: BursarError };

async function sendRow<Row extends PaymentRow>(send: Send, { each, options }: Sending<Row>): Promise<Sent> {
  const { accountId: _account, idempotencyKey: _key, ...payment } = each.row;
  const sent = await trySending();
  // Refused, but an earlier attempt had no answer: only a request that is refused at once says that nothing was paid.
  return sent.error?.mayHaveSucceeded && saysUnpaid(sent.error) ? trySending() : sent;

  async function trySending(): Promise<Sent> {
    try {
      const content = await send({
        operation: options.direct === true ? DIRECT : REQUEST,
        parameters: [each.accountId],
        input: { ...payment, idempotencyKey: each.key },
        options: { maxRetries: options.maxRetries ?? MAX_RETRIES },
        patience: options.signal,
      });
      // The contract (api/openapi.json) has the shapes.
      return { payment: content as Transaction | SendMoneyApprovalRequest };
    } catch (error) {
      if (error instanceof BursarError) return { error };
      throw error;
    }
  }
}

/**
 * Whether the service looked for the key before it refused the row. It refuses a token before: a revoked one says nothing
 * about a request that had no answer.
 */
const saysUnpaid = (error: BursarError): boolean =>
  error instanceof ValidationError || error instanceof NotFoundError || error instanceof ConflictError;

const notSent = <Row extends PaymentRow>({ index, row, key }: PreparedRow<Row>): RowResult<Row> => ({
  index,
  row,
  key,
  status: "notSent",
  error: undefined,
});

function reasonToStop(result: RowResult, signal: AbortSignal | undefined): PayManyResult["stopped"] {
  if (result.status === "accepted" || result.error === undefined) return undefined;
  if (result.status !== "refused" || refusesEveryRow(result.error)) return signal?.aborted ? "aborted" : result.error;
  return undefined;
}

const refusesEveryRow = (error: ApiError): boolean =>
  error instanceof AuthenticationError ||
  error instanceof RateLimitError ||
  error instanceof ServerError ||
  OF_EVERY_ROW.has(error.errorCode ?? "");

function countsOf(results: readonly RowResult[]): PayManyResult["counts"] {
  const counts = { accepted: 0, refused: 0, unknown: 0, notSent: 0 };
  for (const { status } of results) counts[status] += 1;
  return counts;
}
