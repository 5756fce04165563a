import { useRefresh } from "#api/refresh.ts";
import type { FileRow } from "../rows/file-rows.ts";
import type { RowSelection } from "../rows/use-row-selection.ts";
import type { FileJob } from "../use-job.ts";
import { useFileBatch } from "./use-file-batch.ts";
import type { Run } from "./use-run.ts";

/** Runs whose payments form a batch. */
export function useBatchedRun({
  state,
  run,
  selection,
}: {
  readonly state: FileJob;
  readonly run: Run;
  readonly selection: RowSelection;
}) {
  const fileBatch = useFileBatch(state);
  const refresh = useRefresh();
  const end = async (batchId: string, results: Run["results"]) => {
    // Rows that need fixing may still join it: then the user submits it.
    if (state.payments.every((row) => isSettled(row, results) || isLeftOut(row, selection)))
      await fileBatch.submit(batchId);
    else await refresh("approvals");
  };
  return { fileBatch, start: (rows: readonly FileRow[]) => run.start(rows, { open: fileBatch.open, end }) };
}

/** Requested, or excluded by the user. */
const isSettled = ({ number, isExcluded }: FileRow, results: Run["results"]): boolean =>
  isExcluded || ["requested", "requestedBefore"].includes(results.get(number)?.state ?? "");

/** A possible duplicate that the user has not included. */
const isLeftOut = (row: FileRow, { duplicateReason, isIncluded }: RowSelection): boolean =>
  row.problems.length === 0 && duplicateReason(row) !== undefined && !isIncluded(row);
