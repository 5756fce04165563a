import { type BatchCheck, checkBatch, companyOf, headerField } from "../check/batch-checks.ts";
import { BLOCKING_FACTOR } from "../check/file-checks.ts";
import { addTotals, type ControlTotals, noTotals } from "../check/totals.ts";
import type { BatchPurpose } from "../codes/descriptions.ts";
import { errorOf, type Finding, type NachaError, NachaFileError, type Report } from "../errors.ts";
import { encodeRecord, RECORD_LENGTH } from "../fields/layout.ts";
import { SEQUENCE_NUMBER_MAX, traceNumberOf, traceNumberParts } from "../identifiers/trace-number.ts";
import type { LineEnding } from "../read/record-splitter.ts";
import {
  type AnyBatchHeader,
  type BatchHeader,
  batchControlLayout,
  batchHeaderLayout,
  type IatBatchHeader,
  iatBatchHeaderLayout,
  isIatHeader,
} from "../records/batch-records.ts";
import { type BatchKind, batchKindOf } from "../records/entry-layouts.ts";
import { type FileControl, type FileHeader, fileControlLayout, fileHeaderLayout } from "../records/file-records.ts";
import { type EntryInput, entryCategoryOf } from "../records/model.ts";
import { encodeEntry } from "./encode-entry.ts";
import { type BankRules, checkBalance, checkForwardHeader, checkSameDay } from "./originator-checks.ts";

export interface NachaWriteOptions extends BankRules {
  /** How records end; `crlf` by default. */
  readonly lineEnding?: LineEnding | undefined;
  /** The sequence number of the first trace number of each ODFI; 1 by default. */
  readonly firstSequenceNumber?: number | undefined;
}

/** A batch header for the writer. Batches without a number get the next one. */
export type BatchHeaderInput =
  | (Omit<BatchHeader, "batchNumber"> & { readonly batchNumber?: number | undefined })
  | (Omit<IatBatchHeader, "batchNumber"> & { readonly batchNumber?: number | undefined });

const lineEnds: Readonly<Record<LineEnding, string>> = { crlf: "\r\n", lf: "\n", none: "" };
const PADDING = "9".repeat(RECORD_LENGTH);

interface OpenBatch extends BatchKind {
  readonly check: BatchCheck;
  readonly line: number;
  readonly purpose: BatchPurpose | undefined;
  isForward: boolean | undefined;
}

/** What is known of the file between two records. */
interface WriterState {
  readonly header: FileHeader;
  readonly options: NachaWriteOptions;
  readonly lineEnd: string;
  readonly traceNumbers: ReturnType<typeof createTraceNumbers>;
  readonly errors: NachaError[];
  readonly report: (finding: Finding) => void;
  /** The lines written so far. */
  line: number;
  totals: ControlTotals;
  /** Of the forward entries, which the bank may want balanced. */
  forwardTotals: ControlTotals;
  batchCount: number;
  lastBatchNumber: number;
  batch: OpenBatch | undefined;
}

const placeOf = ({ line, report }: WriterState) => ({ line: line + 1, report });

function requireNoErrors({ errors }: WriterState): void {
  if (errors.length > 0) throw new NachaFileError(errors, false);
}

/** Ends records that obey the rules. */
function written(state: WriterState, ...records: readonly string[]): string {
  requireNoErrors(state);
  state.line += records.length;
  return records.join(state.lineEnd) + state.lineEnd;
}

const encodeBatchHeader = (state: WriterState, header: AnyBatchHeader): string =>
  isIatHeader(header)
    ? encodeRecord(iatBatchHeaderLayout, header, placeOf(state))
    : encodeRecord(batchHeaderLayout, header, placeOf(state));

function beginBatch(state: WriterState, input: BatchHeaderInput, purpose: BatchPurpose | undefined): string {
  if (state.line === 0 || state.batch !== undefined) throw new Error("A batch follows the file header or a batch");
  const batchNumber = input.batchNumber ?? state.lastBatchNumber + 1;
  // The spread keeps the alternative of the union, which the compiler no longer sees.
  const header = { ...input, batchNumber } as AnyBatchHeader;
  const text = encodeBatchHeader(state, header);
  requireNoErrors(state);
  const { line, report } = placeOf(state);
  const kind = batchKindOf(header);
  if (kind === undefined) {
    const value = header.standardEntryClassCode;
    report({ rule: "batchClass", line, value, ...headerField(header, "standardEntryClassCode") });
  } else if (batchNumber <= state.lastBatchNumber)
    report({ rule: "fileBatchOrder", line, value: String(batchNumber), ...headerField(header, "batchNumber") });
  else state.batch = { ...kind, check: checkBatch(kind, line, report), line, purpose, isForward: undefined };
  state.lastBatchNumber = batchNumber;
  state.batchCount += 1;
  return written(state, text);
}

function writeEntry(state: WriterState, input: EntryInput): string {
  const { batch, header, options: rules, report, traceNumbers } = state;
  if (batch === undefined) throw new Error("An entry belongs to a batch");
  const traceNumber = input.traceNumber ?? traceNumbers.next(batch.header.odfiIdentification, placeOf(state));
  const { entry, records } = encodeEntry(batch, { ...input, traceNumber }, placeOf(state));
  requireNoErrors(state);
  traceNumbers.used(traceNumber);
  const category = entryCategoryOf(entry);
  const { fileCreationDate } = header;
  batch.check.add({ entry, category, line: state.line + 1 }, report);
  if (category === "forward") {
    const given = { purpose: batch.purpose, fileCreationDate, rules };
    if (batch.isForward === undefined) checkForwardHeader(batch, given, { line: batch.line, report });
    checkSameDay(batch, entry, { rules, fileCreationDate, ...placeOf(state) });
  }
  batch.isForward ??= category === "forward";
  return written(state, ...records);
}

function endBatch(state: WriterState, messageAuthenticationCode: string | undefined): string {
  const { batch } = state;
  if (batch === undefined) throw new Error("No batch is open");
  const sums = batch.check.totals();
  const { serviceClassCode, odfiIdentification, batchNumber } = batch.header;
  const identification = {
    serviceClassCode,
    odfiIdentification,
    batchNumber,
    companyIdentification: companyOf(batch.header),
  };
  const control = { ...sums, ...identification, messageAuthenticationCode };
  batch.check.finish(control, state.line + 1);
  state.totals = addTotals(state.totals, sums);
  if (batch.isForward === true) state.forwardTotals = addTotals(state.forwardTotals, sums);
  state.batch = undefined;
  return written(state, encodeRecord(batchControlLayout, control, placeOf(state)));
}

function endFile(state: WriterState): string {
  if (state.line === 0 || state.batch !== undefined) throw new Error("A file ends after its last batch");
  const { batchCount, totals, report } = state;
  const blockCount = Math.ceil((state.line + 1) / BLOCKING_FACTOR);
  const control: FileControl = { ...totals, batchCount, blockCount };
  if (batchCount === 0) report({ rule: "fileNoBatches", line: state.line + 1, record: fileControlLayout.record });
  checkBalance(state.forwardTotals, state.options, placeOf(state));
  let text = written(state, encodeRecord(fileControlLayout, control, placeOf(state)));
  while (state.line < blockCount * BLOCKING_FACTOR) text += written(state, PADDING);
  return text;
}

function newWriterState(header: FileHeader, options: NachaWriteOptions): WriterState {
  const errors: NachaError[] = [];
  return {
    header,
    options,
    errors,
    lineEnd: lineEnds[options.lineEnding ?? "crlf"],
    traceNumbers: createTraceNumbers(options.firstSequenceNumber ?? 1),
    report: (finding) => errors.push(errorOf(finding)),
    line: 0,
    totals: noTotals,
    forwardTotals: noTotals,
    batchCount: 0,
    lastBatchNumber: 0,
    batch: undefined,
  };
}

/**
 * Writes a file record by record; each method returns the text to append. The rules are the reader's, plus those for
 * originators. A violation throws {@link NachaFileError}; what was written so far must then be discarded.
 */
export function createNachaWriter(header: FileHeader, options: NachaWriteOptions = {}) {
  const state = newWriterState(header, options);
  return {
    fileHeader(): string {
      if (state.line > 0) throw new Error("The file header is the first record");
      return written(state, encodeRecord(fileHeaderLayout, header, placeOf(state)));
    },
    /** Must be followed by at least one entry. */
    beginBatch: (input: BatchHeaderInput, purpose?: BatchPurpose): string => beginBatch(state, input, purpose),
    /** The entry and its addenda records. */
    entry: (input: EntryInput): string => writeEntry(state, input),
    /** The batch control record. */
    endBatch: (messageAuthenticationCode?: string): string => endBatch(state, messageAuthenticationCode),
    /** The file control record and the records of nines that fill the last block. */
    end: (): string => endFile(state),
  };
}

/** Hands out the trace numbers of a file: consecutive for each ODFI, and above those that the caller chose. */
function createTraceNumbers(firstSequenceNumber: number) {
  const lastNumbers = new Map<string, number>();
  return {
    /** The next trace number; reports that none is left. */
    next(odfiIdentification: string, { line, report }: { readonly line: number; readonly report: Report }): string {
      const sequenceNumber = (lastNumbers.get(odfiIdentification) ?? firstSequenceNumber - 1) + 1;
      if (sequenceNumber <= SEQUENCE_NUMBER_MAX) return traceNumberOf({ odfiIdentification, sequenceNumber });
      report({ rule: "sequenceExhausted", line });
      return traceNumberOf({ odfiIdentification, sequenceNumber: SEQUENCE_NUMBER_MAX });
    },
    used(traceNumber: string): void {
      const parts = traceNumberParts(traceNumber);
      if (parts === undefined) return;
      const last = lastNumbers.get(parts.odfiIdentification) ?? 0;
      lastNumbers.set(parts.odfiIdentification, Math.max(last, parts.sequenceNumber));
    },
  };
}
