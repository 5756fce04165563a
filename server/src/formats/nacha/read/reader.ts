import { type BatchCheck, checkBatch, headerField } from "../check/batch-checks.ts";
import { BLOCKING_FACTOR, checkFileControl } from "../check/file-checks.ts";
import { addTotals, noTotals, type Totals } from "../check/totals.ts";
import { errorOf, type Finding, type NachaError, NachaFileError } from "../errors.ts";
import { decodeRecord, type Leniency, RECORD_LENGTH } from "../fields/layout.ts";
import { type AnyBatchHeader, type BatchControl, batchControlLayout } from "../records/batch-records.ts";
import { type BatchKind, batchKindOf } from "../records/entry-layouts.ts";
import { type FileControl, type FileHeader, fileControlLayout, fileHeaderLayout } from "../records/file-records.ts";
import { type Addenda, categoryOf, type Entry, type EntryCategory } from "../records/model.ts";
import { type NachaRule, type NachaTolerance, toleranceFor } from "../rules.ts";
import { parseAddenda, parseBatchHeader, parseEntry, type Reading } from "./parse-records.ts";
import { createRecordSplitter, type Line, type LineEnding } from "./record-splitter.ts";

export interface ReadOptions {
  /** Deviations to accept, each by name. None by default. */
  readonly tolerant?: Readonly<Partial<Record<NachaTolerance, boolean>>> | undefined;
  /** Reading stops after this many errors; 100 by default. */
  readonly errorsMax?: number | undefined;
  /** How bytes become characters; Latin-1 by default. ASCII is the same in both. */
  readonly encoding?: "latin1" | "utf8" | undefined;
}

/** What a file contains, in its order. An entry includes its addenda records; its line is the entry record's. */
export type NachaItem =
  | { readonly kind: "fileHeader"; readonly line: number; readonly header: FileHeader }
  | { readonly kind: "batchHeader"; readonly line: number; readonly header: AnyBatchHeader }
  | {
      readonly kind: "entry";
      readonly line: number;
      readonly header: AnyBatchHeader;
      readonly category: EntryCategory;
      readonly entry: Entry;
    }
  | { readonly kind: "batchControl"; readonly line: number; readonly control: BatchControl }
  | {
      readonly kind: "fileControl";
      readonly line: number;
      readonly control: FileControl;
      /** Of the records so far; undefined if the file has one line. */
      readonly lineEnding: LineEnding | undefined;
    };

const ERRORS_MAX = 100;
/** An entry has at most 9,999 addenda records; more are counted, not kept. */
const ADDENDA_KEPT_MAX = 10_000;
const PADDING = "9".repeat(RECORD_LENGTH);

interface OpenBatch {
  /** Undefined if the header could not be read: then only the structure is checked. */
  readonly kind: BatchKind | undefined;
  readonly check: BatchCheck | undefined;
}

interface OpenEntry {
  readonly line: number;
  /** Undefined if the entry record could not be read. */
  readonly fields: Omit<Entry, "addenda"> | undefined;
  readonly addenda: Addenda[];
  records: number;
  isReadable: boolean;
}

/**
 * A reader that is fed text and collects what it has read. Strict: every deviation from the rules is an error, except
 * those that the caller names. After the first error it collects only further errors, and `end` throws them.
 */
export function createNachaReader({ tolerant = {}, errorsMax = ERRORS_MAX }: ReadOptions = {}) {
  const errors: NachaError[] = [];
  let items: NachaItem[] = [];
  const leniency: Leniency = {
    accepts(rule: NachaRule) {
      const name = toleranceFor(rule);
      return name !== undefined && tolerant[name] === true;
    },
  };
  const report = (finding: Finding): void => {
    if (leniency.accepts(finding.rule)) return;
    errors.push(errorOf(finding));
    if (errors.length >= errorsMax) throw new NachaFileError(errors, true);
  };
  const add = (item: NachaItem): void => {
    if (errors.length === 0) items.push(item);
  };
  const records = createRecordReader({ leniency, report, add });
  const splitter = createRecordSplitter(records.read);
  return {
    /** Reads more of the file, which may be split anywhere. Throws {@link NachaFileError} at the error limit. */
    push: (text: string): void => splitter.push(text),
    /** Removes and returns what was read since the last call. */
    take(): readonly NachaItem[] {
      const taken = items;
      items = [];
      return errors.length === 0 ? taken : [];
    },
    /** Ends the file. Throws {@link NachaFileError} if it has errors. */
    end(): void {
      splitter.end();
      records.end();
      if (errors.length > 0) throw new NachaFileError(errors, false);
    },
  };
}

interface Sink extends Pick<Reading, "leniency" | "report"> {
  readonly add: (item: NachaItem) => void;
}

/** The state of the file between two records. */
function createRecordReader({ leniency, report, add }: Sink) {
  let line = 0;
  let recordCount = 0;
  let header: FileHeader | undefined;
  let batch: OpenBatch | undefined;
  let entry: OpenEntry | undefined;
  let control: { readonly line: number; readonly values: FileControl | undefined } | undefined;
  let totals: Totals = noTotals;
  let batchCount = 0;
  let lastBatchNumber = 0;
  let isIncomplete = false;
  const ending = createEndingCheck(report);
  const reading = (): Reading => ({ line, report, leniency });

  const finishEntry = (): void => {
    const open = entry;
    entry = undefined;
    if (open === undefined || batch === undefined) return;
    const { kind, check } = batch;
    if (open.fields === undefined || !open.isReadable || kind === undefined || check === undefined) {
      check?.skip(open.records);
      return;
    }
    const complete: Entry = { ...open.fields, addenda: open.addenda };
    const category = categoryOf(complete);
    check.add({ entry: complete, category, line: open.line });
    add({ kind: "entry", line: open.line, header: kind.header, category, entry: complete });
  };

  /** The file control adds up what the batch controls say; whether they are right is the batches' matter. */
  const closeBatch = (sums: Totals = noTotals): void => {
    totals = addTotals(totals, sums);
    batch = undefined;
  };

  /** Keeps a record that could not be read from causing further errors in the totals. */
  const lose = (): void => {
    if (batch === undefined) isIncomplete = true;
    else batch.check?.skip(1);
  };

  const requireClosedBatch = (): void => {
    finishEntry();
    if (batch === undefined) return;
    report({ rule: "batchUnfinished", line });
    isIncomplete = true;
    closeBatch();
  };

  const requireBatch = (): OpenBatch | undefined => {
    if (batch === undefined) {
      report({ rule: "batchOutside", line });
      isIncomplete = true;
    }
    return batch;
  };

  const readBatchHeader = (text: string): void => {
    requireClosedBatch();
    batchCount += 1;
    const values = parseBatchHeader(text, reading());
    const kind = values === undefined ? undefined : batchKindOf(values);
    if (values === undefined || kind === undefined) {
      batch = { kind: undefined, check: undefined };
      if (values === undefined) return;
      const place = headerField(values, "standardEntryClassCode");
      report({ rule: "batchClass", line, value: values.standardEntryClassCode, ...place });
      return;
    }
    if (values.batchNumber <= lastBatchNumber) {
      const place = headerField(values, "batchNumber");
      report({ rule: "fileBatchOrder", line, value: String(values.batchNumber), ...place });
    }
    lastBatchNumber = values.batchNumber;
    batch = { kind, check: checkBatch(kind, line, report) };
    add({ kind: "batchHeader", line, header: values });
  };

  const readEntry = (text: string): void => {
    finishEntry();
    const open = requireBatch();
    if (open === undefined) return;
    const fields = open.kind === undefined ? undefined : parseEntry(open.kind, text, reading());
    entry = { line, fields, addenda: [], records: 1, isReadable: true };
  };

  const readAddenda = (text: string): void => {
    const open = requireBatch();
    if (open === undefined) return;
    if (entry === undefined) {
      report({ rule: "addendaOutside", line });
      lose();
      return;
    }
    entry.records += 1;
    if (open.kind === undefined) return;
    const addenda = parseAddenda(open.kind.isIat, text, reading());
    if (addenda === undefined) entry.isReadable = false;
    else if (entry.addenda.length < ADDENDA_KEPT_MAX) entry.addenda.push(addenda);
    else {
      report({ rule: "entryAddendaMax", line });
      entry.isReadable = false;
    }
  };

  const readBatchControl = (text: string): void => {
    finishEntry();
    const open = requireBatch();
    if (open === undefined) return;
    const values = decodeRecord(batchControlLayout, text, reading());
    if (values === undefined) isIncomplete = true;
    else {
      open.check?.finish(values, line);
      add({ kind: "batchControl", line, control: values });
    }
    closeBatch(values);
  };

  const readFileControl = (text: string): void => {
    requireClosedBatch();
    if (text === PADDING) {
      report({ rule: "fileControlMissing", line });
      control = { line, values: undefined };
      return;
    }
    const values = decodeRecord(fileControlLayout, text, reading());
    control = { line, values };
    if (values !== undefined) add({ kind: "fileControl", line, control: values, lineEnding: ending.found() });
  };

  const readFileHeader = (text: string): void => {
    header = decodeRecord(fileHeaderLayout, text, reading());
    if (header !== undefined) add({ kind: "fileHeader", line, header });
  };

  const readRecord = (text: string): void => {
    const type = text.charAt(0);
    if (control !== undefined) {
      const isPadding = text === PADDING && recordCount % BLOCKING_FACTOR !== 1;
      if (!isPadding) report({ rule: text === PADDING ? "filePadding" : "fileAfterControl", line });
      return;
    }
    if ((type === "1") !== (recordCount === 1)) report({ rule: "fileHeaderMissing", line });
    const read = { 1: readFileHeader, 5: readBatchHeader, 6: readEntry, 7: readAddenda, 8: readBatchControl }[type];
    if (read !== undefined) read(text);
    else if (type === "9") readFileControl(text);
    else {
      report({ rule: "fileRecordType", line, value: type });
      lose();
    }
  };

  /** Pads and cuts blanks if the caller tolerates it; undefined if the length is wrong. */
  const recordOf = (text: string): string | undefined => {
    if (text.length === RECORD_LENGTH) return text;
    if (leniency.accepts("fileRecordLength") && text.slice(RECORD_LENGTH).trim() === "")
      return text.slice(0, RECORD_LENGTH).padEnd(RECORD_LENGTH);
    report({ rule: "fileRecordLength", line, expected: `${RECORD_LENGTH}, found ${text.length}` });
    // What follows is padding, and must not be taken for the control record.
    if (text.startsWith("9") && control === undefined) control = { line, values: undefined };
    else lose();
    return undefined;
  };

  return {
    read({ text, ending: lineEnding }: Line): void {
      line += 1;
      ending.check(lineEnding, line);
      if (text === "") {
        report({ rule: "fileBlankLine", line });
        return;
      }
      recordCount += 1;
      const record = recordOf(text);
      if (record !== undefined) readRecord(record);
    },
    end(): void {
      if (recordCount === 0) {
        report({ rule: "fileEmpty", line: 1 });
        return;
      }
      if (control === undefined) {
        requireClosedBatch();
        report({ rule: "fileControlMissing", line });
        return;
      }
      if (recordCount % BLOCKING_FACTOR !== 0) report({ rule: "filePadding", line });
      if (control.values === undefined) return;
      const counted = { totals, batchCount, records: recordCount };
      checkFileControl(control.values, counted, { line: control.line, report, isIncomplete });
    },
  };
}

/** All records end the same way; the last one may end without a line end. */
function createEndingCheck(report: (finding: Finding) => void) {
  let first: LineEnding | undefined;
  let isReported = false;
  return {
    found: () => first,
    check(ending: LineEnding | undefined, line: number): void {
      if (ending === undefined) return;
      first ??= ending;
      if (ending === first || isReported) return;
      isReported = true;
      report({ rule: "fileLineBreaks", line, value: ending, expected: first });
    },
  };
}
