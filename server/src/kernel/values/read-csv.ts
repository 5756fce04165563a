import { CsvError, parse } from "csv-parse/sync";

/** A row of a file, or its header, as the file has it. */
export interface CsvRecord {
  /** Where it begins; the first line is 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** What is wrong with a row. */
export interface RowProblem {
  readonly line: number;
  readonly message: string;
}

/** csv-parse's own word for no limit. */
const ALL = -1;

/**
 * The records of a file with commas, semicolons, or tabs between its columns, with or without a byte order mark; or where
 * its quotes are wrong. Reads no further than `recordsMax`, because a file of tiny records takes longest.
 */
export function readCsv(
  text: string,
  { recordsMax = ALL }: { readonly recordsMax?: number } = {},
): { readonly records: readonly CsvRecord[] } | RowProblem {
  // One kind of line break: the parser counts a pair within quotes as two lines.
  const content = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const firstLine = content.slice(0, Math.max(0, content.search(/\n|$/)));
  const delimiter = [";", "\t"].find((mark) => firstLine.includes(mark)) ?? ",";
  try {
    // The declared type of `parse` does not follow its options.
    const records = parse(content, {
      delimiter,
      info: true,
      to: recordsMax,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as readonly { record: string[]; info: { lines: number } }[];
    // A record ends on the line that the parser reports; texts in quotes may have begun earlier.
    const breaksIn = (cells: readonly string[]): number => cells.join().split("\n").length - 1;
    return { records: records.map(({ record, info }) => ({ line: info.lines - breaksIn(record), cells: record })) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { line: Number(error["lines"] ?? 1), message: "The file is not valid CSV. Check the quotes on this line." };
  }
}
