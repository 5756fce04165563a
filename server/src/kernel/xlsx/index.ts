/**
 * Writes XLSX files (Office Open XML Spreadsheet, ECMA-376): one table with a header row that stays in view, streamed, so
 * that a file of any length takes the memory of one page of rows. Texts are texts in every spreadsheet, never formulas.
 *
 *     for await (const bytes of writeXlsx({ sheet: "Transactions", columns, rows, at })) …
 */
export type { XlsxCell } from "./sheet.ts";
export { writeXlsx } from "./write-xlsx.ts";
