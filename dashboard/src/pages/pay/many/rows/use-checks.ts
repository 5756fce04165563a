import { useEffect, useRef, useState } from "react";
import { isApiError, ServiceUnavailable } from "#api/api-error.ts";
import { previewSendMoneyRequest } from "#api/generated/sdk.gen.ts";
import { errorText } from "../run/request-rows.ts";
import type { FileRow } from "./file-rows.ts";

/** The preview of a row. */
export interface RowPreview {
  readonly refused: string | undefined;
  readonly warnings: readonly string[];
  /** Why the payment may already have been requested or made. */
  readonly duplicate: string | undefined;
  readonly fee: number;
}

const AT_ONCE = 3;
const REST_MS = 3_000;
/** Results are shown together: rendering after each of thousands would keep the page busy. */
const SHOW_MS = 150;

const texts = new WeakMap<FileRow, string>();
/** Equal payments have equal previews. Computed once, because every render reads it for every row. */
function textOf(row: FileRow): string {
  const kept = texts.get(row);
  if (kept !== undefined) return kept;
  const text = JSON.stringify(row.body) ?? "";
  texts.set(row, text);
  return text;
}

/** Previews each valid row, and again when a row changes. `enabled` pauses previews while requests are sent. */
export function useChecks(
  accountId: string,
  rows: readonly FileRow[],
  enabled: boolean,
): (row: FileRow) => RowPreview | undefined {
  const [checks, setChecks] = useState<ReadonlyMap<string, RowPreview>>(new Map());
  const latest = useRef(checks);
  useEffect(() => {
    if (!enabled || accountId === "") return undefined;
    const stopping = new AbortController();
    const found = new Map<string, RowPreview>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      timer = undefined;
      latest.current = new Map([...latest.current, ...found]);
      found.clear();
      setChecks(latest.current);
    };
    const waiting = rows.filter(
      (row) => row.body !== undefined && !row.isExcluded && !latest.current.has(accountId + textOf(row)),
    );
    const worker = async () => {
      for (let row = waiting.shift(); row !== undefined && !stopping.signal.aborted; row = waiting.shift()) {
        const check = await checkRow(accountId, row, stopping.signal);
        if (stopping.signal.aborted) return;
        if (check === undefined) {
          waiting.push(row);
          await new Promise((resolve) => setTimeout(resolve, REST_MS));
          continue;
        }
        found.set(accountId + textOf(row), check);
        timer ??= setTimeout(show, SHOW_MS);
      }
    };
    for (let index = 0; index < AT_ONCE; index += 1) void worker();
    return () => {
      stopping.abort();
      clearTimeout(timer);
      if (found.size > 0) show();
    };
  }, [accountId, rows, enabled]);
  return (row) => checks.get(accountId + textOf(row));
}

/** Undefined when the service is unavailable or rate-limiting. */
async function checkRow(accountId: string, { body }: FileRow, signal: AbortSignal): Promise<RowPreview | undefined> {
  if (body === undefined) return undefined;
  try {
    const { data } = await previewSendMoneyRequest({
      path: { accountId },
      body,
      signal,
      throwOnError: true,
    });
    const duplicate = data.warnings.find(({ code }) => code === "possibleDuplicate");
    const others = data.warnings.filter((warning) => warning !== duplicate);
    return {
      refused: undefined,
      warnings: others.map(({ message }) => message),
      duplicate: duplicate?.message,
      fee: data.fee,
    };
  } catch (error) {
    if (error instanceof ServiceUnavailable || isApiError(error, "rateLimited") || signal.aborted) return undefined;
    return { refused: errorText(error), warnings: [], duplicate: undefined, fee: 0 };
  }
}
