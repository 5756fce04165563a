import type { Readable } from "node:stream";
import { stripVTControlCharacters, styleText } from "node:util";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { eastAsianWidth } from "get-east-asian-width";

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
  /** The same for a secret: what is typed is not shown. */
  askSecret?(question: string): Promise<string>;
  /** Whether a person answers: a command may ask for what its options leave open. */
  readonly isInteractive?: boolean;
  /** Where a person sees the result; undefined if it goes to a program or a file. */
  screen?(): Screen | undefined;
  /** Replaces the line of progress, which the next line of text removes. Undefined if no person sees it. */
  readonly showProgress?: ((line: string) => void) | undefined;
  /** Aborted when nobody reads the result any more, as behind `| head`: a long list needs no further pages. */
  readonly lostReader?: AbortSignal;
  /** Aborted then, and when a person presses Ctrl-C or the system ends the command. A second Ctrl-C ends the process. */
  interruption?(): AbortSignal;
  /** The exit code, if it is not 0 although the command itself succeeded. */
  exitWith(code: number): void;
}

export interface Screen {
  /** Its width, in characters. */
  readonly columns: number;
  readonly hasColors: boolean;
}

export type Color = "green" | "yellow" | "red" | "gray";

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string | undefined;
  /** Right-aligned, for amounts and counts. */
  readonly right?: boolean;
  /** Cut on a narrow screen: names and memos, never IDs or amounts. */
  readonly flexible?: boolean;
  /** Left out on a narrow screen, the last one first. */
  readonly droppable?: boolean;
  readonly color?: (row: Row) => Color | undefined;
}

/** Between columns. */
const GAP = 2;
/** A cut text is at least this long. */
const FLEXIBLE_MIN = 12;

/**
 * Rows under titles, columns separated by two spaces. Nothing is cut unless a screen is too narrow; on one that is
 * narrower still, each row is a block of lines.
 */
export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[], screen?: Screen): string {
  const shown = columns.map((column) => ({
    ...column,
    title: column.title.toUpperCase(),
    cells: rows.map((row) => printable(column.value(row) ?? "")),
  }));
  const widthOf = ({ title, cells }: (typeof shown)[number]) =>
    cells.reduce((most, cell) => Math.max(most, displayWidth(cell)), displayWidth(title));
  const natural = shown.map((column) => ({ ...column, width: widthOf(column) }));
  const fitting = screen === undefined ? natural : fitted(natural, screen.columns);
  if (fitting === undefined) return blocks(natural, rows.length);
  const lines = rows.map((row, index) =>
    lineOf(fitting, screen, (column) => ({ text: column.cells[index] ?? "", color: column.color?.(row) })),
  );
  return [lineOf(fitting, screen, ({ title }) => ({ text: title, color: undefined })), ...lines].join("\n");
}

interface Sized {
  readonly title: string;
  readonly width: number;
  readonly right?: boolean;
  readonly flexible?: boolean;
  readonly droppable?: boolean;
}

/** The columns, narrowed and without those that do not fit; undefined if they are too wide even so. */
function fitted<Fitted extends Sized>(columns: readonly Fitted[], room: number): readonly Fitted[] | undefined {
  const least = ({ flexible, width }: Fitted) => (flexible ? Math.min(width, FLEXIBLE_MIN) : width);
  const gaps = GAP * (columns.length - 1);
  let spare = room - gaps - columns.reduce((sum, column) => sum + least(column), 0);
  if (spare < 0) {
    const dropped = columns.findLastIndex(({ droppable }) => droppable === true);
    return dropped < 0 ? undefined : fitted(columns.toSpliced(dropped, 1), room);
  }
  return columns.map((column) => {
    const more = Math.min(spare, column.width - least(column));
    spare -= more;
    return { ...column, width: least(column) + more };
  });
}

/** The text in a color, if there is one and the screen has colors. */
export const paint = (text: string, color: Color | undefined, screen: Screen | undefined): string =>
  color === undefined || !screen?.hasColors ? text : styleText(color, text, { validateStream: false });

function lineOf<Fitted extends Sized>(
  columns: readonly Fitted[],
  screen: Screen | undefined,
  cell: (column: Fitted) => { readonly text: string; readonly color: Color | undefined },
): string {
  const texts = columns.map((column) => {
    const { text, color } = cell(column);
    const cut = cutTo(text, column.width);
    const blanks = " ".repeat(column.width - displayWidth(cut));
    const painted = paint(cut, color, screen);
    return column.right ? blanks + painted : painted + blanks;
  });
  return texts.join(" ".repeat(GAP)).trimEnd();
}

/** For a screen that is too narrow for lines. */
const blocks = (columns: readonly { readonly title: string; readonly cells: readonly string[] }[], rows: number) =>
  Array.from({ length: rows }, (_, index) =>
    columns.map(({ title, cells }) => `${title}: ${cells[index] ?? ""}`.trimEnd()).join("\n"),
  ).join("\n\n");

/** How many places a text takes on a screen: two for most Asian letters and emoji. */
export function displayWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  return [...letters.segment(text)].reduce((sum, { segment }) => sum + letterWidth(segment), 0);
}

/** A letter with all of its accents, or an emoji with all of its parts. */
const letters = new Intl.Segmenter();

function letterWidth(letter: string): number {
  if (/\p{Emoji_Presentation}|\uFE0F/u.test(letter)) return 2;
  return /^\p{Mark}|^\p{Default_Ignorable_Code_Point}/u.test(letter) ? 0 : eastAsianWidth(letter.codePointAt(0) ?? 0);
}

/** The beginning of a text that takes no more than this many places, with an ellipsis if it is cut. */
export function cutTo(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let beginning = "";
  for (const { segment } of letters.segment(text)) {
    if (displayWidth(beginning + segment) > width - 1) break;
    beginning += segment;
  }
  return `${beginning}…`;
}

/** Others' texts must not move the cursor, change its color, or reverse what follows them. */
export const printable = (text: string): string =>
  stripVTControlCharacters(text)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, "\uFFFD");

/** Colors of states: what has happened, what is waited for, and what has failed. */
export function stateColor(state: string | undefined): Color | undefined {
  if (state === undefined) return undefined;
  if (["sent", "approved", "active", "Paid", "verified"].includes(state)) return "green";
  if (["pending", "pendingApproval", "Processing", "Unpaid", "paused"].includes(state)) return "yellow";
  return ["failed", "reversed", "blocked", "rejected", "disabled"].includes(state) ? "red" : "gray";
}

/** The day of an instant, in New York as everywhere. */
export const dayInNewYork = (instant: string): string => newYorkDay(new Date(instant));

/** `1 entry`, `2 entries`. */
export const count = (number: number, singular: string, many = `${singular}s`): string =>
  `${number} ${number === 1 ? singular : many}`;

/** Dollars with cents, as `1,234.50`. */
export const asDollars = (dollars: number): string =>
  dollars.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
