import { isApiError, messageOf, ServiceUnavailable } from "#api/api-error.ts";
import { requestSendMoney } from "#api/generated/sdk.gen.ts";
import type { RowResult } from "../file-store.ts";
import type { PaymentFile } from "../payment-file.ts";
import { type FileRow, keyOfRow } from "../rows/file-rows.ts";

const REST_MS = 3_000;
const TRIES = 20;

/**
 * Requests the payments one by one. Rejected rows are skipped; an unavailable or rate-limiting service is retried. A
 * retry uses the same idempotency key, so the service replays its first response.
 */
export async function requestRows({
  file,
  accountId,
  rows,
  batchId,
  signal,
  onResult,
}: {
  readonly file: PaymentFile;
  readonly accountId: string;
  readonly rows: readonly FileRow[];
  /** The batch that the payments join. */
  readonly batchId: string | undefined;
  readonly signal: AbortSignal;
  readonly onResult: (result: RowResult) => Promise<void>;
}): Promise<void> {
  for (const row of rows) {
    if (signal.aborted) return;
    await onResult({ row: row.number, state: "unanswered" });
    const result = await requestRow(row, { file, accountId, batchId, signal });
    // An answer is recorded even if the run was paused in the meantime.
    if (result !== undefined) await onResult(result);
  }
}

async function requestRow(
  row: FileRow,
  {
    file,
    accountId,
    batchId,
    signal,
  }: { file: PaymentFile; accountId: string; batchId: string | undefined; signal: AbortSignal },
): Promise<RowResult | undefined> {
  const { body, number } = row;
  if (body === undefined) return undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { data, response } = await requestSendMoney({
        path: { accountId },
        body: { ...body, idempotencyKey: keyOfRow(file, row), ...(batchId === undefined ? {} : { batchId }) },
        throwOnError: true,
      });
      const replayed = response.headers.get("idempotent-replayed") === "true";
      // Without `preview`, the response is the request.
      const requestId = "requestId" in data ? data.requestId : "";
      return { row: number, state: replayed ? "requestedBefore" : "requested", requestId };
    } catch (error) {
      const restMs = restAfter(error);
      if (restMs === undefined) return { row: number, state: "refused", message: errorText(error) };
      if (attempt === TRIES) throw error;
      await rest(restMs, signal);
      if (signal.aborted) return undefined;
    }
  }
}

/** The delay before a retry; undefined when a retry would fail again. */
function restAfter(error: unknown): number | undefined {
  if (error instanceof ServiceUnavailable) return REST_MS;
  if (!isApiError(error, "rateLimited")) return undefined;
  const seconds = error.details["retryAfterSeconds"];
  return typeof seconds === "number" ? seconds * 1_000 : REST_MS;
}

/** The error message including field problems. */
export const errorText = (error: unknown): string =>
  isApiError(error) && error.fields.length > 0
    ? error.fields.map(({ label, message }) => `${label}: ${message}`).join(" ")
    : messageOf(error);

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end, { once: true });
  });
