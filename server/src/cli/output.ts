import type { Readable } from "node:stream";
import { newYorkDay } from "bursar-banking/calendar/new-york";

/** Where a command writes and reads: the process's streams, or a test's. */
export interface Terminal {
  readonly environment: Readonly<Partial<Record<string, string>>>;
  /** A line of result. */
  print(line: string): void;
  /** Bytes of result, as they are. */
  write(content: Readable): Promise<void>;
  /** A line about the run: problems, progress. */
  complain(line: string): void;
  /** A line from standard input, with this prompt. */
  ask(question: string): Promise<string>;
  /** Whether a person answers: a command may ask for what its options leave open. */
  readonly isInteractive?: boolean;
  /** The exit code, if it is not 0 although the command itself succeeded. */
  exitWith(code: number): void;
}

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string | undefined;
  /** Right-aligned, for amounts and counts. */
  readonly right?: boolean;
}

/** Rows under titles, columns separated by two spaces, nothing truncated. */
export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cells = rows.map((row) => columns.map((column) => column.value(row) ?? ""));
  const widths = columns.map((column, index) =>
    Math.max(column.title.length, ...cells.map((line) => (line[index] ?? "").length)),
  );
  const lineOf = (texts: readonly string[]) =>
    texts
      .map((text, index) =>
        columns[index]?.right ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return [lineOf(columns.map((column) => column.title.toUpperCase())), ...cells.map(lineOf)].join("\n");
}

/** The day of an instant, in New York as everywhere. */
export const dayInNewYork = (instant: string): string => newYorkDay(new Date(instant));

/** `1 entry`, `2 entries`. */
export const count = (number: number, singular: string, many = `${singular}s`): string =>
  `${number} ${number === 1 ? singular : many}`;

/** Dollars with cents, as `1,234.50`. */
export const asDollars = (dollars: number): string =>
  dollars.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
