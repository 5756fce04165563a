/** Where a command writes and what it reads: the process's own, or a test's. */
export interface Terminal {
  readonly environment: Readonly<Partial<Record<string, string>>>;
  /** A line of result. */
  print(line: string): void;
  /** A line about the run itself: problems, progress. */
  complain(line: string): void;
  /** A line from standard input; a person is asked this for it. */
  ask(question: string): Promise<string>;
  /** The exit code, where it is not 0 although nothing went wrong with the command itself. */
  exitWith(code: number): void;
}

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string | undefined;
  /** Amounts and counts stand to the right. */
  readonly right?: boolean;
}

/** Rows under titles, columns two blanks apart, nothing cut off. */
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

/** `1 entry`, `2 entries`. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;
