/**
 * Checks: printing them as PDF with a MICR line, and the files that banks exchange about them (positive pay issue files, paid
 * checks, and exceptions). It imports nothing of the service and reads no files; fonts and images are passed in.
 *
 * - `printChecks` prints a run of checks on a stock (`checkStocks`, `adjustedStock`).
 * - `writeCheckFile` and `parseCheckFile` write and read a bank's layout, which is data: one of `checkFileTemplates`, or
 *   `checkTemplateFrom(json)`.
 *
 * Amounts are `bigint` cents, dates are `YYYY-MM-DD`. The MICR line needs magnetic toner and a test by the bank.
 */

export { CheckFileError, type CheckFileProblem } from "./files/check-file-error.ts";
export type { CheckRecord, CheckStatus } from "./files/check-record.ts";
export type { CheckFileTolerance } from "./files/fields/parse-field.ts";
export type { ReadCheck } from "./files/read/check-line-reader.ts";
export type { CheckFileEnvelope } from "./files/read/check-line-sequence.ts";
export { parseCheckFile, type ReadCheckFileOptions, readCheckFile } from "./files/read/read-check-file.ts";
export type {
  CheckField,
  CheckFileLayout,
  CheckFileTemplate,
  CheckTemplateSource,
} from "./files/template/check-template.ts";
export { checkTemplateFrom } from "./files/template/template-from-data.ts";
export { checkFileTemplates } from "./files/templates/check-templates.ts";
export {
  type CheckTextChange,
  type WriteCheckFileOptions,
  type WrittenCheckFile,
  writeCheckFile,
} from "./files/write-check-file.ts";
export {
  BUSINESS_MICR,
  type MicrFormat,
  type MicrLine,
  type MicrNumbers,
  micrLine,
} from "./micr/micr-line.ts";
export { amountInFigures, amountInWords, CHECK_AMOUNT_MAX_MINOR, protectedAmount } from "./print/amount-text.ts";
export type { CheckFonts } from "./print/check-canvas.ts";
export { CheckPrintError, type CheckPrintProblem } from "./print/check-print-error.ts";
export {
  adjustedStock,
  type CheckBox,
  type CheckPart,
  type CheckSlot,
  type CheckStock,
  type CheckStockChanges,
  checkStocks,
  requirePrintable,
} from "./print/check-stock.ts";
export { type PrintChecksOptions, printChecks } from "./print/print-checks.ts";
export type { CheckDrawer, CheckMark, PrintableCheck, RemittanceLine } from "./print/printable-check.ts";
