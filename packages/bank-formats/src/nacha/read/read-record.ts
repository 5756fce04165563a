import { BYTE_ORDER_MARK, END_MARKS } from "../../text/file-marks.ts";
import { decodedUtf8 } from "../../text/utf8-line.ts";
import { checkBatch, headerField } from "../check/batch-checks.ts";
import { BLOCKING_FACTOR, checkFileControl } from "../check/file-checks.ts";
import type { Finding } from "../errors.ts";
import { decodeRecord, RECORD_LENGTH } from "../fields/layout.ts";
import { batchControlLayout, batchHeaderLayout } from "../records/batch-records.ts";
import { batchKindOf, unknownClass } from "../records/entry-layouts.ts";
import { fileControlLayout, fileHeaderLayout } from "../records/file-records.ts";
import {
  closeBatch,
  entryReport,
  type FileState,
  finishEntry,
  loseRecord,
  readingOf,
  reportHere,
  requireBatch,
  requireClosedBatch,
} from "./file-state.ts";
import { parseAddenda, parseBatchHeader, parseEntryRecord } from "./parse-records.ts";
import type { FileLine } from "./record-splitter.ts";

/** An entry has at most 9,999 addenda records; more are counted, not kept. */
const ADDENDA_KEPT_MAX = 10_000;
const PADDING = "9".repeat(RECORD_LENGTH);

function readFileHeader(state: FileState, text: string): void {
  const header = decodeRecord(fileHeaderLayout, text, readingOf(state));
  if (header !== undefined) state.add({ kind: "fileHeader", line: state.line, header });
}

function readBatchHeader(state: FileState, text: string): void {
  requireClosedBatch(state);
  state.batchCount += 1;
  state.batch = { kind: undefined, check: undefined };
  if (text.slice(50, 53).toUpperCase() === "ADV") {
    state.hasAdvices = true;
    const { record, fields } = batchHeaderLayout;
    reportHere(state, { rule: "batchClass", record, field: fields.standardEntryClassCode, value: "ADV" });
    return;
  }
  const { line, report } = state;
  const header = parseBatchHeader(text, readingOf(state));
  if (header === undefined) return;
  const listedKind = batchKindOf(header);
  const kind = listedKind ?? (state.hasProblemEntries ? unknownClass(header) : undefined);
  const value = header.standardEntryClassCode;
  const problem = { rule: "batchClass", line, value, ...headerField(header, "standardEntryClassCode") } as const;
  if (kind === undefined) {
    report(problem);
    return;
  }
  if (header.batchNumber <= state.lastBatchNumber) {
    const value = String(header.batchNumber);
    reportHere(state, { rule: "fileBatchOrder", value, ...headerField(header, "batchNumber") });
  }
  state.lastBatchNumber = header.batchNumber;
  const check = checkBatch(kind, line, report);
  state.batch = listedKind === undefined ? { kind, check, problem } : { kind, check };
  state.add({ kind: "batchHeader", line, header });
}

function readEntry(state: FileState, text: string): void {
  finishEntry(state);
  const batch = requireBatch(state);
  if (batch === undefined) return;
  const findings: Finding[] = [];
  const reading = { ...readingOf(state), report: entryReport(state, findings) };
  const fields = batch.kind === undefined ? undefined : parseEntryRecord(batch.kind, text, reading);
  state.entry = {
    line: state.line,
    fields,
    addenda: [],
    text,
    answer: undefined,
    findings,
    records: 1,
    isReadable: true,
  };
}

/** An addenda record that answers the entry of another bank: 98 or 99. */
const ANSWER = /^79[89]/;

function readAddenda(state: FileState, text: string): void {
  const batch = requireBatch(state);
  if (batch === undefined) return;
  const { entry } = state;
  if (entry === undefined) {
    reportHere(state, { rule: "addendaOutside" });
    loseRecord(state);
    return;
  }
  entry.records += 1;
  if (ANSWER.test(text)) entry.answer ??= text;
  if (batch.kind === undefined) return;
  const report = entryReport(state, entry.findings);
  const addenda = parseAddenda(batch.kind.isIat, text, { ...readingOf(state), report });
  if (addenda !== undefined && entry.addenda.length < ADDENDA_KEPT_MAX) {
    entry.addenda.push(addenda);
    return;
  }
  if (addenda !== undefined) report({ rule: "entryAddendaMax", line: state.line });
  entry.isReadable = false;
}

function readBatchControl(state: FileState, text: string): void {
  finishEntry(state);
  const batch = requireBatch(state);
  if (batch === undefined) return;
  const control = state.hasAdvices ? undefined : decodeRecord(batchControlLayout, text, readingOf(state));
  if (control === undefined) state.isIncomplete = true;
  else {
    batch.check?.finish(control, state.line);
    state.add({ kind: "batchControl", line: state.line, control });
  }
  closeBatch(state, control);
}

function readFileControl(state: FileState, text: string): void {
  requireClosedBatch(state);
  const { line, lineEnding } = state;
  const isMissing = text === PADDING;
  if (isMissing) reportHere(state, { rule: "fileControlMissing" });
  const values = isMissing || state.hasAdvices ? undefined : decodeRecord(fileControlLayout, text, readingOf(state));
  state.control = { line, values };
  if (values !== undefined) state.add({ kind: "fileControl", line, control: values, lineEnding });
}

function readPadding(state: FileState, text: string): void {
  const isNeeded = state.records % BLOCKING_FACTOR !== 1;
  if (text !== PADDING) reportHere(state, { rule: "fileAfterControl" });
  else if (!isNeeded) reportHere(state, { rule: "filePadding" });
}

const readers: Readonly<Record<string, (state: FileState, text: string) => void>> = {
  1: readFileHeader,
  5: readBatchHeader,
  6: readEntry,
  7: readAddenda,
  8: readBatchControl,
  9: readFileControl,
};

function readRecord(state: FileState, text: string): void {
  const type = text.charAt(0);
  if (state.control !== undefined) {
    readPadding(state, text);
    return;
  }
  if ((type === "1") !== (state.records === 1)) reportHere(state, { rule: "fileHeaderMissing" });
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (read !== undefined) {
    read(state, text);
    return;
  }
  reportHere(state, { rule: "fileRecordType", value: type });
  loseRecord(state);
}

/**
 * A record that is too short or too long. It still has its place in the file, but what it lacks causes no further
 * errors.
 */
function readMisshapen(state: FileState, text: string): void {
  const hasSurplus = text.slice(RECORD_LENGTH).trim() !== "";
  const record = text.slice(0, RECORD_LENGTH).padEnd(RECORD_LENGTH);
  if (!hasSurplus && state.leniency.accepts("fileRecordLength", state.line)) {
    readRecord(state, record);
    return;
  }
  const expected = `${RECORD_LENGTH} characters, found ${text.length}`;
  const rule = hasSurplus ? "fileSurplus" : "fileRecordLength";
  if (state.hasProblemEntries && record.startsWith("7") && state.entry !== undefined) {
    entryReport(state, state.entry.findings)({ rule, line: state.line, record: "Addenda Record", expected });
    readAddenda(state, record);
    state.entry.isReadable = false;
    return;
  }
  reportHere(state, { rule, expected });
  if (!record.startsWith("7")) finishEntry(state);
  const muted: FileState = { ...state, report: () => {} };
  readRecord(muted, record);
  Object.assign(state, muted, { report: state.report });
  if (state.entry !== undefined) state.entry.isReadable = false;
  // Its numbers may be cut, so they are compared with nothing.
  state.isIncomplete = true;
  if (state.control?.line === state.line) state.control = { line: state.line, values: undefined };
}

/** All records end the same way; the last one may end without a line end. */
function checkLineEnding(state: FileState, { ending }: FileLine): void {
  if (ending === undefined) return;
  if (ending === "cr") {
    reportHere(state, { rule: "fileLineBreaks", value: "carriage return" });
    return;
  }
  state.lineEnding ??= ending;
  if (ending === state.lineEnding || state.isLineEndingReported) return;
  state.isLineEndingReported = true;
  reportHere(state, { rule: "fileLineBreaks", value: ending, expected: state.lineEnding });
}

/** The text of a line without what is not part of a record. */
function recordText(state: FileState, { text }: FileLine): string {
  let record = text;
  if (state.line === 1 && BYTE_ORDER_MARK.test(record)) {
    reportHere(state, { rule: "fileByteOrderMark" });
    record = record.replace(BYTE_ORDER_MARK, "");
  }
  if (END_MARKS.test(record)) {
    reportHere(state, { rule: "fileEndMark" });
    record = record.replace(END_MARKS, "");
  }
  if (record.length <= RECORD_LENGTH) return record;
  // Programs that count characters write lines that are too long as Latin-1, with their fields in place.
  const decoded = decodedUtf8(record);
  if (decoded === undefined || decoded.trimEnd().length > RECORD_LENGTH) return record;
  return state.leniency.accepts("fieldCharacters", state.line) ? decoded : record;
}

/** Reads one line. */
export function readLine(state: FileState, line: FileLine): void {
  state.line += 1;
  checkLineEnding(state, line);
  const text = recordText(state, line);
  if (text.trim() === "") {
    if (text !== "" || line.text === "") reportHere(state, { rule: "fileBlankLine" });
    return;
  }
  state.records += 1;
  if (text.length === RECORD_LENGTH) readRecord(state, text);
  else readMisshapen(state, text);
}

/** Reports what is missing at the end of the file, and compares its totals. */
export function readEnd(state: FileState): void {
  const { records, control, totals, batchCount, report, isIncomplete } = state;
  if (records === 0) state.report({ rule: "fileEmpty", line: 1 });
  else if (control === undefined) {
    requireClosedBatch(state);
    reportHere(state, { rule: "fileControlMissing" });
  } else {
    if (records % BLOCKING_FACTOR !== 0) reportHere(state, { rule: "filePadding" });
    if (control.values === undefined) return;
    const counted = { totals, batchCount, records };
    checkFileControl(control.values, counted, { line: control.line, report, isIncomplete });
  }
}
