import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../../../api/api-error.ts";
import { keepResult, type PaymentFileJob, type RowResult } from "../file-store.ts";
import type { FileRow } from "../rows/file-rows.ts";
import { requestRows } from "./request-rows.ts";

/** The run: results so far, and starting and pausing it. */
export function useRun({ userId, file, accountId }: PaymentFileJob, before: readonly RowResult[]) {
  const [results, setResults] = useState<ReadonlyMap<number, RowResult>>(
    () => new Map(before.map((result) => [result.row, result])),
  );
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);
  const start = async (rows: readonly FileRow[]) => {
    const controller = new AbortController();
    stopping.current = controller;
    setProblem(undefined);
    setRunning(true);
    try {
      await requestRows({
        file,
        accountId,
        rows,
        signal: controller.signal,
        onResult: async (result) => {
          await keepResult(userId, result).catch(() => undefined);
          setResults((known) => new Map(known).set(result.row, result));
        },
      });
    } catch (error) {
      setProblem(`${messageOf(error)} You can continue with the remaining rows.`);
    } finally {
      setRunning(false);
    }
  };
  return { results, isRunning, problem, start, pause: () => stopping.current?.abort() };
}

export type Run = ReturnType<typeof useRun>;
