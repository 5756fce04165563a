/** A cell: text, or a value whose type the file states (workbooks only). */
export type Cell = string | TypedCell;

export interface TypedCell {
  readonly kind: "number" | "date" | "error";
  /** A number as 1234.56, a date as 2026-12-31, or what is wrong with the cell. */
  readonly value: string;
}

/** A line of a text file or a row of a sheet that is not empty. */
export interface FileRecord {
  /** The line where the record starts, or the row's number in its sheet. */
  readonly line: number;
  readonly cells: readonly Cell[];
}

export const encodingNames = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
  "windows-1252": "Windows-1252",
} as const;
export type Encoding = keyof typeof encodingNames;

export const separatorNames = { ",": "Comma", ";": "Semicolon", "\t": "Tab", "|": "Pipe" } as const;
export type Separator = keyof typeof separatorNames;

/** What a file contains, before its columns are interpreted. */
export type FileContents = TextTable | SheetTable;

interface TextTable {
  readonly kind: "text";
  readonly encoding: Encoding;
  readonly separator: Separator;
  readonly records: readonly FileRecord[];
}

interface SheetTable {
  readonly kind: "workbook";
  /** Names of the visible sheets. */
  readonly sheets: readonly string[];
  /** Index in `sheets`. */
  readonly sheet: number;
  readonly hiddenRows: number;
  readonly records: readonly FileRecord[];
}

/** What the user chose instead of what was detected. */
export interface TableChoices {
  readonly encoding?: Encoding | undefined;
  readonly separator?: Separator | undefined;
  readonly sheet?: number | undefined;
}

export const textOfCell = (cell: Cell | undefined): string =>
  cell === undefined ? "" : typeof cell === "string" ? cell : cell.kind === "error" ? "" : cell.value;

/** A file that cannot be used; the message is for the user. */
export class FileProblem extends Error {}

export const ROWS_MAX = 5_000;
/** Titles above the header row, and totals below the payments. */
const OTHER_RECORDS_MAX = 100;
const COLUMNS_MAX = 200;

/** @throws FileProblem when the file has more records than the page accepts */
export function assertRecords(count: number): void {
  if (count > ROWS_MAX + OTHER_RECORDS_MAX)
    throw new FileProblem(
      `The file has more than ${ROWS_MAX.toLocaleString("en-US")} rows. Split it into smaller files.`,
    );
}

/** @throws FileProblem when the record has more columns than any payment file */
export function assertColumns(count: number, place: string): void {
  if (count > COLUMNS_MAX)
    throw new FileProblem(`${place} has more than ${COLUMNS_MAX} columns. Remove the columns that are not needed.`);
}
