import { useEffect, useRef, useState } from "react";
import { messageOf } from "#api/api-error.ts";
import { keepResult, type PaymentFileJob, type RowResult } from "../file-store.ts";
import type { FileRow } from "../rows/file-rows.ts";
import { requestRows } from "./request-rows.ts";

type Results = ReadonlyMap<number, RowResult>;

/** What a run does with the batch of its payments. */
export interface RunBatch {
  readonly open: (rows: readonly FileRow[]) => Promise<string | undefined>;
  /** After the last row, unless the run was paused. */
  readonly end: (batchId: string, results: Results) => Promise<void>;
}

/** The run: results so far, and starting and pausing it. */
export function useRun({ userId, file, accountId }: PaymentFileJob, before: readonly RowResult[]) {
  const [results, setResults] = useState<Results>(() => new Map(before.map((result) => [result.row, result])));
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);
  const start = async (rows: readonly FileRow[], batch: RunBatch) => {
    const controller = new AbortController();
    const { signal } = controller;
    stopping.current = controller;
    setProblem(undefined);
    setRunning(true);
    let latest = results;
    const onResult = async (result: RowResult) => {
      await keepResult(userId, result).catch(() => undefined);
      latest = new Map(latest).set(result.row, result);
      setResults(latest);
    };
    try {
      const batchId = await batch.open(rows);
      await requestRows({ file, accountId, rows, batchId, signal, onResult });
      if (batchId !== undefined && !signal.aborted) await batch.end(batchId, latest);
    } catch (error) {
      setProblem(`${messageOf(error)} You can continue with the remaining rows.`);
    } finally {
      setRunning(false);
    }
  };
  return { results, isRunning, problem, start, pause: () => stopping.current?.abort() };
}

export type Run = ReturnType<typeof useRun>;
