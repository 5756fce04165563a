import type { Report } from "../errors.ts";
import { type FileControl, fileControlLayout } from "../records/file-records.ts";
import type { NachaRule } from "../rules.ts";
import type { ControlTotals } from "./totals.ts";

export const BLOCKING_FACTOR = 10;

/** Compares the file control record with what precedes it and with the number of blocks. */
export function checkFileControl(
  control: FileControl,
  counted: { readonly totals: ControlTotals; readonly batchCount: number; readonly records: number },
  { line, report, isIncomplete }: { readonly line: number; readonly report: Report; readonly isIncomplete: boolean },
): void {
  const { fields, record } = fileControlLayout;
  const compare = (
    rule: NachaRule,
    key: keyof typeof control & keyof typeof fields,
    expected: bigint | number,
  ): void => {
    if (control[key] === expected) return;
    const value = String(control[key]);
    report({ rule, line, record, field: fields[key], value, expected: String(expected) });
  };
  const blocks = Math.ceil(counted.records / BLOCKING_FACTOR);
  if (counted.batchCount === 0) report({ rule: "fileNoBatches", line, record });
  compare("fileBlockCount", "blockCount", blocks);
  // What could not be read was reported; its effect on the totals is not another error.
  if (isIncomplete) return;
  compare("fileBatchCount", "batchCount", counted.batchCount);
  compare("fileEntryCount", "entryAddendaCount", counted.totals.entryAddendaCount);
  compare("fileEntryHash", "entryHash", counted.totals.entryHash);
  compare("fileDebits", "totalDebitMinor", counted.totals.totalDebitMinor);
  compare("fileCredits", "totalCreditMinor", counted.totals.totalCreditMinor);
}
