import { type BatchCheck, checkBatch, companyOf, headerField } from "../check/batch-checks.ts";
import { BLOCKING_FACTOR } from "../check/file-checks.ts";
import { addTotals, noTotals, type Totals } from "../check/totals.ts";
import type { BatchPurpose } from "../codes/descriptions.ts";
import { errorOf, type Finding, type NachaError, NachaFileError } from "../errors.ts";
import { encodeRecord, RECORD_LENGTH } from "../fields/layout.ts";
import type { LineEnding } from "../read/record-splitter.ts";
import {
  type BatchHeader,
  batchControlLayout,
  batchHeaderLayout,
  type IatBatchHeader,
  iatBatchHeaderLayout,
  isIatHeader,
} from "../records/batch-records.ts";
import { type BatchKind, batchKindOf } from "../records/entry-layouts.ts";
import { type FileControl, type FileHeader, fileControlLayout, fileHeaderLayout } from "../records/file-records.ts";
import { categoryOf, type EntryInput } from "../records/model.ts";
import { encodeEntry } from "./encode-entry.ts";
import { type BankRules, checkBalance, checkForwardHeader, checkSameDay } from "./originator-checks.ts";
import { createTraceNumbers } from "./trace-numbers.ts";

export interface WriteOptions extends BankRules {
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

/**
 * Writes a file record by record; each method returns the text to append. The rules are the reader's, plus those for
 * originators. A violation throws {@link NachaFileError}; what was written so far must then be discarded.
 */
export function createNachaWriter(header: FileHeader, options: WriteOptions = {}) {
  const lineEnd = lineEnds[options.lineEnding ?? "crlf"];
  const traceNumbers = createTraceNumbers(options.firstSequenceNumber ?? 1);
  const findings: NachaError[] = [];
  let line = 0;
  let totals: Totals = noTotals;
  let forwardTotals: Totals = noTotals;
  let batchCount = 0;
  let lastBatchNumber = 0;
  let batch: OpenBatch | undefined;
  const report = (finding: Finding): void => {
    findings.push(errorOf(finding));
  };
  const requireNoErrors = (): void => {
    if (findings.length > 0) throw new NachaFileError(findings, false);
  };
  const written = (record: string): string => {
    requireNoErrors();
    line += 1;
    return record + lineEnd;
  };
  const here = () => ({ line: line + 1, report });

  return {
    fileHeader(): string {
      if (line > 0) throw new Error("The file header is the first record");
      return written(encodeRecord(fileHeaderLayout, header, here()));
    },

    beginBatch(input: BatchHeaderInput, purpose?: BatchPurpose): string {
      if (line === 0 || batch !== undefined) throw new Error("A batch follows the file header or another batch");
      const batchNumber = input.batchNumber ?? lastBatchNumber + 1;
      // The spread keeps the alternative of the union, which the compiler no longer sees.
      const batchHeader = { ...input, batchNumber } as BatchHeader | IatBatchHeader;
      const text = isIatHeader(batchHeader)
        ? encodeRecord(iatBatchHeaderLayout, batchHeader, here())
        : encodeRecord(batchHeaderLayout, batchHeader, here());
      requireNoErrors();
      const kind = batchKindOf(batchHeader);
      const place = { line: line + 1, value: batchHeader.standardEntryClassCode };
      if (kind === undefined)
        report({ rule: "batchClass", ...place, ...headerField(batchHeader, "standardEntryClassCode") });
      else if (batchNumber <= lastBatchNumber)
        report({
          rule: "fileBatchOrder",
          ...place,
          value: String(batchNumber),
          ...headerField(batchHeader, "batchNumber"),
        });
      else
        batch = { ...kind, check: checkBatch(kind, line + 1, report), line: line + 1, purpose, isForward: undefined };
      lastBatchNumber = batchNumber;
      batchCount += 1;
      return written(text);
    },

    entry(input: EntryInput): string {
      if (batch === undefined) throw new Error("An entry belongs to a batch");
      const traceNumber = input.traceNumber ?? traceNumbers.next(batch.header.odfiIdentification, here());
      const { entry, records } = encodeEntry(batch, { ...input, traceNumber }, here());
      requireNoErrors();
      traceNumbers.used(traceNumber);
      const category = categoryOf(entry);
      batch.check.add({ entry, category, line: line + 1 });
      const { fileCreationDate } = header;
      if (category === "forward") {
        if (batch.isForward === undefined) {
          const given = { purpose: batch.purpose, fileCreationDate, rules: options };
          checkForwardHeader(batch, given, { line: batch.line, report });
        }
        checkSameDay(batch, entry, { rules: options, fileCreationDate, ...here() });
      }
      batch.isForward ??= category === "forward";
      requireNoErrors();
      line += records.length;
      return records.join(lineEnd) + lineEnd;
    },

    endBatch(): string {
      if (batch === undefined) throw new Error("No batch is open");
      const sums = batch.check.totals();
      const { serviceClassCode, odfiIdentification, batchNumber } = batch.header;
      const companyIdentification = companyOf(batch.header);
      const control = { ...sums, serviceClassCode, odfiIdentification, batchNumber, companyIdentification };
      batch.check.finish(control, line + 1);
      totals = addTotals(totals, sums);
      if (batch.isForward === true) forwardTotals = addTotals(forwardTotals, sums);
      batch = undefined;
      return written(encodeRecord(batchControlLayout, control, here()));
    },

    /** The file control record and the records of nines that fill the last block. */
    end(): string {
      if (line === 0 || batch !== undefined) throw new Error("A file ends after its last batch");
      const blockCount = Math.ceil((line + 1) / BLOCKING_FACTOR);
      const control: FileControl = { ...totals, batchCount, blockCount };
      if (batchCount === 0) report({ rule: "fileNoBatches", line: line + 1, record: fileControlLayout.record });
      checkBalance(forwardTotals, options, here());
      let text = written(encodeRecord(fileControlLayout, control, here()));
      while (line < blockCount * BLOCKING_FACTOR) text += written(PADDING);
      return text;
    },
  };
}
