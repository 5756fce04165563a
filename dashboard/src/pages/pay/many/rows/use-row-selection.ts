import { useMemo } from "react";
import type { RowResult } from "../file-store.ts";
import type { FileJob } from "../use-job.ts";
import { type FileRow, placeTitle, repeatsIn } from "./file-rows.ts";
import type { RowPreview } from "./use-checks.ts";

export interface RowSelection {
  /** Rows that are requested next, including rows rejected before. */
  readonly ready: readonly FileRow[];
  /** Rows that may repeat another payment. */
  readonly duplicates: readonly FileRow[];
  /** Rows still waiting for their preview. */
  readonly unchecked: number;
  /** Why the row may be a duplicate; undefined when it is not. */
  readonly duplicateReason: (row: FileRow) => string | undefined;
  readonly isIncluded: (row: FileRow) => boolean;
  readonly include: (rows: readonly FileRow[], on: boolean) => void;
}

/**
 * Which rows to request. Equal rows, or a row of an edited file, have different idempotency keys, so the user must
 * include them explicitly.
 */
export function useRowSelection(
  rows: readonly FileRow[],
  {
    state: { job, decide },
    results,
    checkOf,
  }: {
    state: FileJob;
    results: ReadonlyMap<number, RowResult>;
    checkOf: (row: FileRow) => RowPreview | undefined;
  },
): RowSelection {
  const included = useMemo(() => new Set(job.decisions.included), [job.decisions.included]);
  const repeats = useMemo(() => repeatsIn(rows), [rows]);
  const stateOf = ({ number }: FileRow) => results.get(number)?.state;
  const isIncluded = ({ number }: FileRow) => included.has(number);
  const duplicateReason = (row: FileRow) => {
    // A row with an unknown result is not its own duplicate.
    if (stateOf(row) === "unanswered") return undefined;
    const first = repeats.get(row.number);
    if (first === undefined) return checkOf(row)?.duplicate;
    return `${placeTitle(job.file, first)} has the same recipient, amount, and method`;
  };
  const open = rows.filter(
    (row) =>
      row.body !== undefined && !row.isExcluded && stateOf(row) !== "requested" && stateOf(row) !== "requestedBefore",
  );
  const checked = open.filter((row) => checkOf(row) !== undefined);
  const payable = checked.filter((row) => checkOf(row)?.refused === undefined);
  return {
    ready: payable.filter((row) => duplicateReason(row) === undefined || isIncluded(row)),
    duplicates: payable.filter((row) => duplicateReason(row) !== undefined),
    unchecked: open.length - checked.length,
    duplicateReason,
    isIncluded,
    include: (of, on) => {
      const numbers = new Set(of.map(({ number }) => number));
      decide(({ included: before }) => ({
        included: [...before.filter((number) => !numbers.has(number)), ...(on ? numbers : [])],
      }));
    },
  };
}
