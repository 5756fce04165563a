import type { BatchCheck } from "../check/batch-checks.ts";
import { addTotals, type ControlTotals, noTotals } from "../check/totals.ts";
import type { Finding, Report } from "../errors.ts";
import type { Leniency } from "../fields/layout.ts";
import type { AnyBatchHeader, BatchControl } from "../records/batch-records.ts";
import type { BatchKind } from "../records/entry-layouts.ts";
import type { FileControl, FileHeader } from "../records/file-records.ts";
import { type Addenda, type EntryCategory, entryCategoryOf, type NachaEntry } from "../records/model.ts";
import type { Reading } from "./parse-records.ts";
import type { LineEnding } from "./record-splitter.ts";

/** What a file contains, in its order. An entry includes its addenda records; its line is the entry record's. */
export type NachaItem =
  | { readonly kind: "fileHeader"; readonly line: number; readonly header: FileHeader }
  | { readonly kind: "batchHeader"; readonly line: number; readonly header: AnyBatchHeader }
  | {
      readonly kind: "entry";
      readonly line: number;
      readonly header: AnyBatchHeader;
      readonly category: EntryCategory;
      readonly entry: NachaEntry;
    }
  | { readonly kind: "batchControl"; readonly line: number; readonly control: BatchControl }
  | {
      readonly kind: "fileControl";
      readonly line: number;
      readonly control: FileControl;
      /** Of the records so far; undefined if the file has one line. */
      readonly lineEnding: LineEnding | undefined;
    };

export interface OpenBatch {
  /** Undefined if the header could not be read: then only the structure is checked. */
  readonly kind: BatchKind | undefined;
  readonly check: BatchCheck | undefined;
}

interface OpenEntry {
  readonly line: number;
  /** Undefined if the entry record could not be read. */
  readonly fields: Omit<NachaEntry, "addenda"> | undefined;
  readonly addenda: Addenda[];
  records: number;
  isReadable: boolean;
}

/** What is known of the file between two records. */
export interface FileState {
  readonly leniency: Leniency;
  readonly report: Report;
  readonly add: (item: NachaItem) => void;
  /** Lines and records so far; blank lines are not records. */
  line: number;
  records: number;
  lineEnding: LineEnding | undefined;
  isLineEndingReported: boolean;
  batch: OpenBatch | undefined;
  entry: OpenEntry | undefined;
  /** Undefined values: the control record could not be read. */
  control: { readonly line: number; readonly values: FileControl | undefined } | undefined;
  totals: ControlTotals;
  batchCount: number;
  lastBatchNumber: number;
  /** A record was lost outside of batches, or a batch without its control: the file's totals say nothing. */
  isIncomplete: boolean;
  /** Accounting advices (ADV) have layouts of their own, also for the control records. */
  hasAdvices: boolean;
}

export const newFileState = (sink: Pick<FileState, "leniency" | "report" | "add">): FileState => ({
  ...sink,
  line: 0,
  records: 0,
  lineEnding: undefined,
  isLineEndingReported: false,
  batch: undefined,
  entry: undefined,
  control: undefined,
  totals: noTotals,
  batchCount: 0,
  lastBatchNumber: 0,
  isIncomplete: false,
  hasAdvices: false,
});

export const readingOf = ({ line, report, leniency }: FileState): Reading => ({ line, report, leniency });

/** Reports a violation at the current line. */
export const reportHere = (state: FileState, finding: Omit<Finding, "line">): void =>
  state.report({ ...finding, line: state.line });

/** Keeps a record that could not be read from causing further errors in the totals. */
export function loseRecord(state: FileState): void {
  if (state.batch === undefined) state.isIncomplete = true;
  else state.batch.check?.skip(1);
}

/** Checks and delivers the current entry, whose last addenda record has been read. */
export function finishEntry(state: FileState): void {
  const { entry: open, batch } = state;
  state.entry = undefined;
  if (open === undefined || batch === undefined) return;
  const { kind, check } = batch;
  if (open.fields === undefined || !open.isReadable || kind === undefined || check === undefined) {
    check?.skip(open.records);
    return;
  }
  const entry: NachaEntry = { ...open.fields, addenda: open.addenda };
  const category = entryCategoryOf(entry);
  check.add({ entry, category, line: open.line });
  state.add({ kind: "entry", line: open.line, header: kind.header, category, entry });
}

/** The file control adds up what the batch controls say; whether they are right is the batches' matter. */
export function closeBatch(state: FileState, sums: ControlTotals = noTotals): void {
  state.totals = addTotals(state.totals, sums);
  state.batch = undefined;
}

/** Reports a batch that has no control record. */
export function requireClosedBatch(state: FileState): void {
  finishEntry(state);
  if (state.batch === undefined) return;
  reportHere(state, { rule: "batchUnfinished" });
  state.isIncomplete = true;
  closeBatch(state);
}

/** The open batch; reports that there is none. */
export function requireBatch(state: FileState): OpenBatch | undefined {
  if (state.batch === undefined) {
    reportHere(state, { rule: "batchOutside" });
    state.isIncomplete = true;
  }
  return state.batch;
}
