import type { ToleranceUse } from "../../text/tolerance-uses.ts";
import type { BatchCheck } from "../check/batch-checks.ts";
import { addTotals, type ControlTotals, noTotals, totalsOfEntry } from "../check/totals.ts";
import { errorOf, type Finding, type NachaError, type Report } from "../errors.ts";
import type { Leniency } from "../fields/layout.ts";
import type { AnyBatchHeader, BatchControl } from "../records/batch-records.ts";
import type { BatchKind } from "../records/entry-layouts.ts";
import type { FileControl, FileHeader } from "../records/file-records.ts";
import { type Addenda, type EntryCategory, entryCategoryOf, type NachaEntry } from "../records/model.ts";
import type { NachaTolerance } from "../rules.ts";
import type { Reading } from "./parse-records.ts";
import { type EntryFacts, entryFactsOf, figuresOf } from "./raw-entry.ts";
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
  | {
      /** Only if entry problems are read as items. The entry counts in the totals, and nothing else is certain. */
      readonly kind: "problemEntry";
      readonly line: number;
      readonly header: AnyBatchHeader;
      /** At least one, each with its place; free of account numbers. */
      readonly problems: readonly NachaError[];
      /** What its records say in the positions that all classes share, as far as it has the right form. */
      readonly facts: EntryFacts;
      /** If all of its fields could be read: its codes are unknown, or contradict each other. */
      readonly entry: NachaEntry | undefined;
    }
  | { readonly kind: "batchControl"; readonly line: number; readonly control: BatchControl }
  | {
      readonly kind: "fileControl";
      readonly line: number;
      readonly control: FileControl;
      /** Of the records so far; undefined if the file has one line. */
      readonly lineEnding: LineEnding | undefined;
    }
  | {
      /** The last item: the file was read to its end and has no errors. */
      readonly kind: "end";
      readonly line: number;
      /** How the file differs from the rules in what the caller tolerates. */
      readonly tolerated: readonly ToleranceUse<NachaTolerance>[];
    };

export interface OpenBatch {
  /** Undefined if the header could not be read: then only the structure is checked. */
  readonly kind: BatchKind | undefined;
  readonly check: BatchCheck | undefined;
  /** Why none of its entries can be read, if entry problems are items. */
  readonly problem?: Finding;
}

interface OpenEntry {
  readonly line: number;
  /** Undefined if the entry record could not be read. */
  readonly fields: Omit<NachaEntry, "addenda"> | undefined;
  readonly addenda: Addenda[];
  /** The entry record, and the first addenda record that answers it. */
  readonly text: string;
  answer: string | undefined;
  /** What is wrong with its records, if entry problems are items. */
  readonly findings: Finding[];
  records: number;
  isReadable: boolean;
}

/** What is known of the file between two records. */
export interface FileState {
  readonly leniency: Leniency;
  readonly report: Report;
  readonly add: (item: NachaItem) => void;
  /** Whether what is wrong with one entry is an item of the file instead of an error. */
  readonly hasProblemEntries: boolean;
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

export const newFileState = (
  sink: Pick<FileState, "leniency" | "report" | "add" | "hasProblemEntries">,
): FileState => ({
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

/** Enough to explain one entry. */
const FINDINGS_MAX = 10;

/** Where the errors of one entry go. */
export function entryReport(state: FileState, findings: Finding[]): Report {
  if (!state.hasProblemEntries) return state.report;
  return (finding) => {
    if (!state.leniency.accepts(finding.rule, finding.line) && findings.length < FINDINGS_MAX) findings.push(finding);
  };
}

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
  if (kind === undefined || check === undefined) return;
  const { findings, line } = open;
  if (batch.problem !== undefined) findings.unshift(batch.problem);
  if (open.fields === undefined || !open.isReadable || batch.problem !== undefined) {
    finishUnreadable(state, open, { kind, check });
    return;
  }
  const entry: NachaEntry = { ...open.fields, addenda: open.addenda };
  const category = entryCategoryOf(entry);
  check.add({ entry, category, line }, entryReport(state, findings));
  if (findings.length === 0) state.add({ kind: "entry", line, header: kind.header, category, entry });
  else addProblem(state, open, { header: kind.header, entry });
}

/**
 * An entry whose figures are readable counts, so that the totals still prove the file. Without them, nothing does: its
 * problems are errors of the file.
 */
function finishUnreadable(
  state: FileState,
  open: OpenEntry,
  { kind, check }: { readonly kind: BatchKind; readonly check: BatchCheck },
): void {
  const figures = state.hasProblemEntries ? figuresOf(open.text) : undefined;
  if (figures === undefined || open.findings.length === 0) {
    for (const finding of open.findings) state.report(finding);
    check.skip(open.records);
    return;
  }
  check.count(totalsOfEntry({ ...figures, records: open.records }));
  addProblem(state, open, { header: kind.header, entry: undefined });
}

function addProblem(
  state: FileState,
  { line, text, answer, findings }: OpenEntry,
  { header, entry }: { readonly header: AnyBatchHeader; readonly entry: NachaEntry | undefined },
): void {
  const problems = findings.map(errorOf);
  state.add({ kind: "problemEntry", line, header, problems, facts: entryFactsOf(text, answer), entry });
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
