import { rmSync } from "node:fs";
import { answerInfo, createClient, JournalMismatch, type RowResult, RowsError } from "@bursar/sdk";
import { fileJournal } from "@bursar/sdk/node";
import { version } from "#kernel/process/version.ts";
import type { RowProblem } from "#kernel/values/read-csv.ts";
import { CommandRefused, WrongUsage } from "../action.ts";
import type { Access } from "../client/client-of.ts";
import { connectionProblem } from "../client/connection-problem.ts";
import type { Terminal } from "../output.ts";
import { isSystemError } from "../system-problem.ts";
import type { PaymentBody, ResolvedPayment } from "./resolve-rows.ts";
import { runProgress } from "./run-progress.ts";

/** What happened to a row. */
export interface PaidRow {
  readonly payment: ResolvedPayment;
  readonly status: RowResult["status"];
  /** The approval request or transaction, if it was accepted. */
  readonly id: string | undefined;
  /** The status of what was accepted; "accepted" if an earlier run had its answer. */
  readonly state: string | undefined;
  /** Why it was not accepted. */
  readonly error: string | undefined;
  /** Whether an earlier run had it accepted. */
  readonly isReplay: boolean;
}

export interface PayRun {
  readonly outcomes: readonly PaidRow[];
  /** Why the run stopped before its end: a sentence, or that a person paused it. */
  readonly stopped: { readonly why: string | undefined } | undefined;
}

export interface RunOptions {
  readonly access: Access;
  readonly direct: boolean;
  /** The file that remembers which rows were accepted. */
  readonly journal: string;
}

/** Forgets an earlier run. Keys follow from the rows, so none is paid twice without its journal: it only takes longer. */
export const forgetRun = (journal: string): void => rmSync(journal, { force: true });

/**
 * Pays the rows with the SDK's `payMany`: one after the other, each with its own key, until a person interrupts it or the
 * service does not answer. Returns problems if the rows cannot be sent as they are; then nothing was paid.
 */
export async function runPayments(
  own: Terminal,
  payments: readonly ResolvedPayment[],
  { access, direct, journal }: RunOptions,
): Promise<PayRun | { readonly problems: readonly RowProblem[] }> {
  const { url, token } = access;
  const progress = runProgress(payments.length);
  let done = 0;
  const client = createClient({
    baseUrl: url,
    token,
    fetch: fetchSmall,
    headers: { "user-agent": `bursar-cli/${version()}` },
    onRetry: ({ delayMs }) => own.showProgress?.(progress.line(done, `again in ${Math.ceil(delayMs / 1_000)} s`)),
  });
  const signal = own.interruption?.();
  try {
    const { results, stopped } = await client.payMany(
      payments.map(({ body }) => body),
      {
        journal: fileOfRun(journal),
        direct,
        ...(signal === undefined ? {} : { signal }),
        onProgress: ({ done: rows, result }) => {
          done = rows;
          if (result.status === "accepted" && result.payment === undefined) progress.skipped();
          own.showProgress?.(progress.line(done));
        },
      },
    );
    const outcomes = results.map((result) => outcomeOf(present(payments[result.index]), result, url));
    if (outcomes.every(({ status }) => status === "accepted")) forgetRun(journal);
    if (stopped === undefined) return { outcomes, stopped: undefined };
    return { outcomes, stopped: { why: stopped === "aborted" ? undefined : whyFailed(stopped, url) } };
  } catch (error) {
    if (error instanceof RowsError)
      return { problems: error.problems.map(({ index, message }) => ({ line: payments[index]?.line ?? 0, message })) };
    if (error instanceof JournalMismatch)
      throw new CommandRefused(
        `${journal} is of a run of another organization, or with other options. Use the same token and --direct as before, or leave out --resume.`,
        undefined,
      );
    throw error;
  }
}

/** `payMany` keeps each payment until its end, and of ten thousand, only these members are needed. */
const fetchSmall: typeof fetch = async (...request) => {
  const response = await fetch(...request);
  if (!response.ok) return response;
  const { status, headers } = response;
  return new Response(smallPayment(await response.text()), { status, headers });
};

function smallPayment(text: string): string {
  try {
    const { id, requestId, status } = JSON.parse(text);
    return status === undefined ? text : JSON.stringify({ id, requestId, status });
  } catch {
    // Of another server: the SDK says so.
    return text;
  }
}

const present = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error("each result is of a row");
  return value;
};

/** The journal, which explains itself if it is another file. */
function fileOfRun(path: string): ReturnType<typeof fileJournal> {
  const journal = fileJournal(path);
  return {
    ...journal,
    open: (header) =>
      journal.open(header).catch((error: unknown) => {
        if (isSystemError(error)) throw error;
        throw new WrongUsage(`${path} is not the journal of a run. Leave out --resume to begin a new one.`);
      }),
  };
}

function outcomeOf(payment: ResolvedPayment, result: RowResult<PaymentBody>, url: string): PaidRow {
  const { status } = result;
  const none = { id: undefined, state: undefined, error: undefined, isReplay: false };
  if (status === "accepted") {
    const { id, payment: made } = result;
    const isReplay = made === undefined || answerInfo(made)?.isReplay === true;
    return { ...none, payment, status, id, state: made?.status ?? "accepted", isReplay };
  }
  return { ...none, payment, status, error: result.error === undefined ? undefined : whyFailed(result.error, url) };
}

/** Why there is no payment: what the service says, or why it says nothing. */
function whyFailed(error: Error, url: string): string {
  return error.name === "ConnectionError"
    ? `No answer from ${url}: ${connectionProblem(error.cause).text}`
    : error.message;
}
