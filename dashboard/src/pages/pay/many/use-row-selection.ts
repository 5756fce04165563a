import { useMemo, useState } from "react";
import { type FileRow, repeatsIn } from "./csv-rows.ts";
import type { RowResult } from "./csv-store.ts";
import type { Check } from "./use-checks.ts";

export interface Choice {
  /** Rows that are asked for next, those refused before among them. */
  readonly ready: readonly FileRow[];
  /** Rows that may be another payment once more. */
  readonly doubtful: readonly FileRow[];
  /** How many are still to be checked. */
  readonly unchecked: number;
  /** Why to look twice at a row; undefined when there is no reason. */
  readonly doubtOf: (row: FileRow) => string | undefined;
  readonly isTicked: (row: FileRow) => boolean;
  readonly tick: (rows: readonly FileRow[], on: boolean) => void;
}

/**
 * Which rows are asked for. The key of file and row keeps one row from being asked for twice; two equal rows, or the same
 * row of a file that was changed, have two keys: those a person must tick. Ticks are not kept over a reload.
 */
export function useRowSelection(
  rows: readonly FileRow[],
  { results, checkOf }: { results: ReadonlyMap<number, RowResult>; checkOf: (row: FileRow) => Check | undefined },
): Choice {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const repeats = useMemo(() => repeatsIn(rows), [rows]);
  const stateOf = ({ number }: FileRow) => results.get(number)?.state;
  const isTicked = ({ number }: FileRow) => ticked.has(number);
  const doubtOf = (row: FileRow) => {
    // What was asked for from this very row is no other payment.
    if (stateOf(row) === "unanswered") return undefined;
    const first = repeats.get(row.number);
    return first === undefined ? checkOf(row)?.duplicate : `Row ${first} is for the same recipient, amount and method`;
  };
  const open = rows.filter(
    (row) => row.body !== undefined && stateOf(row) !== "requested" && stateOf(row) !== "requestedBefore",
  );
  const checked = open.filter((row) => checkOf(row) !== undefined);
  const payable = checked.filter((row) => checkOf(row)?.refused === undefined);
  return {
    ready: payable.filter((row) => doubtOf(row) === undefined || isTicked(row)),
    doubtful: payable.filter((row) => doubtOf(row) !== undefined),
    unchecked: open.length - checked.length,
    doubtOf,
    isTicked,
    tick: (of, on) =>
      setTicked((before) => {
        const numbers = of.map(({ number }) => number);
        return new Set(on ? [...before, ...numbers] : [...before].filter((number) => !numbers.includes(number)));
      }),
  };
}
