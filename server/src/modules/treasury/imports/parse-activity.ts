import { CsvError, parse } from "csv-parse/sync";
import { holdsHidden } from "../../../kernel/values/hidden-characters.ts";
import { type TreasuryType, treasuryTypes } from "../../holdings/index.ts";
import { activityRules } from "./activity-types.ts";

/** One row of a custodian's activity file. Amounts in cents. */
export interface ActivityRow {
  /** Its line in the file; the header is line 1. */
  readonly line: number;
  readonly reference: string;
  readonly day: string;
  readonly type: TreasuryType;
  readonly amountMinor: bigint;
  readonly securityId: string | null;
  readonly security: string | null;
  readonly sharesE4: bigint | null;
  readonly priceE4: bigint | null;
  readonly forMonth: string | null;
  readonly description: string | null;
}

export interface RowProblem {
  readonly line: number;
  readonly message: string;
}

export interface ParsedActivity {
  /** Oldest first. */
  readonly rows: readonly ActivityRow[];
  readonly problems: readonly RowProblem[];
}

export const ACTIVITY_ROWS_MAX = 1_000;
export const FILE_LENGTH_MAX = 100_000;
const LINE_LENGTH_MAX = 2_000;
const PROBLEMS_MAX = 100;
const TEXT_MAX = 200;
const PRICE_MIN_E4 = 100n;
const PRICE_MAX_E4 = 10_000_000_000n;

/** Columns by their lower-case names without spaces; the first five are required. */
const columnNames = [
  "reference",
  "date",
  "type",
  "amount",
  "security",
  "cusip",
  "shares",
  "price",
  "month",
  "description",
];
const required = ["reference", "date", "type", "amount"];

/**
 * Reads a file: comma, semicolon, or tab between values, with or without a byte order mark, columns in any order.
 * Amounts may have a dollar sign and thousands separators; parentheses mean negative.
 */
export function parseActivity(text: string, today: string): ParsedActivity {
  const content = text.replace(/^\uFEFF/, "");
  if (content.trim() === "") return onlyProblem(1, "The file is empty.");
  const longLine = content.split(/\r\n|\r|\n/).findIndex((line) => line.length > LINE_LENGTH_MAX);
  if (longLine >= 0) return onlyProblem(longLine + 1, `The line has more than ${LINE_LENGTH_MAX} characters.`);
  const read = readCells(content);
  if ("problem" in read) return onlyProblem(read.line, read.problem);
  const [header, ...lines] = read.records;
  if (header === undefined) return onlyProblem(1, "The file is empty.");
  const names = header.cells.map((cell) => cell.toLowerCase().replaceAll(/[\s_-]/g, ""));
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) return onlyProblem(header.line, `The header has no column ${missing.join(", ")}.`);
  const unknown = names.filter((name) => !columnNames.includes(name));
  if (unknown.length > 0)
    return onlyProblem(header.line, `Unknown column: ${unknown.slice(0, 5).join(", ").slice(0, TEXT_MAX)}.`);
  if (new Set(names).size !== names.length) return onlyProblem(header.line, "Two columns have the same name.");
  if (lines.length > ACTIVITY_ROWS_MAX)
    return onlyProblem(header.line, `A file has at most ${ACTIVITY_ROWS_MAX} rows. Split it.`);

  const problems: RowProblem[] = [];
  const rows: ActivityRow[] = [];
  for (const { line, cells } of lines) {
    if (cells.every((cell) => cell === "")) continue;
    const cellOf = (name: string): string => cells[names.indexOf(name)] ?? "";
    const outcome = cells.length === names.length ? readRow(line, cellOf, today) : wrongWidth(line, cells, names);
    if ("message" in outcome) problems.push(outcome);
    else rows.push(outcome);
    if (problems.length >= PROBLEMS_MAX) break;
  }
  return { rows: oldestFirst(rows), problems };
}

const onlyProblem = (line: number, message: string): ParsedActivity => ({ rows: [], problems: [{ line, message }] });

const wrongWidth = (line: number, cells: readonly string[], names: readonly string[]): RowProblem => ({
  line,
  message: `The row has ${cells.length} values; the header has ${names.length} columns.`,
});

interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

function readCells(content: string): { records: readonly CsvRecord[] } | { line: number; problem: string } {
  const firstLine = content.slice(0, Math.max(0, content.search(/\r|\n|$/)));
  const delimiter = [";", "\t"].find((mark) => firstLine.includes(mark)) ?? ",";
  try {
    // The declared type of `parse` does not follow its options.
    const records = parse(content, {
      delimiter,
      info: true,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as readonly { record: string[]; info: { lines: number } }[];
    return { records: records.map(({ record, info }) => ({ line: info.lines, cells: record })) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error["lines"] ?? 1);
    return { line, problem: "The file is not valid CSV: check the quotes on this line." };
  }
}

/** A stable order: custodians list the newest first or last, and rows of one day keep their order in time. */
function oldestFirst(rows: readonly ActivityRow[]): readonly ActivityRow[] {
  const isNewestFirst = (rows[0]?.day ?? "") > (rows.at(-1)?.day ?? "");
  return (isNewestFirst ? rows.toReversed() : rows).toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

function readRow(line: number, cellOf: (name: string) => string, today: string): ActivityRow | RowProblem {
  const bad = (message: string): RowProblem => ({ line, message });
  const texts = ["reference", "security", "cusip", "description"].map(cellOf);
  if (texts.some((text) => text.length > TEXT_MAX || holdsHidden(text)))
    return bad(`Texts have at most ${TEXT_MAX} characters, without control or invisible characters.`);
  const reference = cellOf("reference");
  if (reference === "") return bad("Enter the custodian's reference: it prevents the row from being imported twice.");
  const day = readDay(cellOf("date"));
  if (day === undefined) return bad("Enter the date as YYYY-MM-DD or MM/DD/YYYY.");
  if (day > today) return bad("The date is in the future.");
  const type = treasuryTypes.find((name) => name.toLowerCase() === cellOf("type").toLowerCase());
  if (type === undefined) return bad(`"${cellOf("type").slice(0, 40)}" is not a type of treasury transaction.`);
  const amountMinor = readAmount(cellOf("amount"));
  if (amountMinor === undefined || amountMinor === 0n)
    return bad("Enter the amount in dollars with at most two decimals, such as 1,250.00 or (12.50); not zero.");
  const { sign } = activityRules[type];
  if (sign !== "either" && (sign === "positive") !== amountMinor > 0n)
    return bad(`The amount of ${type} must be ${sign}.`);
  const sharesE4 = cellOf("shares") === "" ? null : readScaled(cellOf("shares"));
  const priceE4 = cellOf("price") === "" ? null : readScaled(cellOf("price"));
  if (sharesE4 === undefined || priceE4 === undefined || priceE4 === 0n)
    return bad("Enter shares and price with at most four decimals.");
  if (priceE4 !== null && (priceE4 < PRICE_MIN_E4 || priceE4 > PRICE_MAX_E4))
    return bad("The price of a share must be from $0.01 to $1,000,000.00.");
  const forMonth = cellOf("month") === "" ? null : readMonth(cellOf("month"));
  if (forMonth === undefined) return bad("Enter the month as YYYY-MM.");
  const orNull = (text: string): string | null => (text === "" ? null : text);
  const named = { securityId: orNull(cellOf("cusip").toUpperCase()), security: orNull(cellOf("security")) };
  if (named.securityId !== null && !/^[0-9A-Z]{9}$/.test(named.securityId)) return bad("A CUSIP has nine characters.");
  const description = orNull(cellOf("description"));
  return { line, reference, day, type, amountMinor, ...named, sharesE4, priceE4, forMonth, description };
}

function readDay(text: string): string | undefined {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const iso = american ? `${american[3]}-${american[1]?.padStart(2, "0")}-${american[2]?.padStart(2, "0")}` : text;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return undefined;
  try {
    const date = Temporal.PlainDate.from(iso, { overflow: "reject" });
    return date.year >= 1990 ? date.toString() : undefined;
  } catch {
    return undefined;
  }
}

const readMonth = (text: string): string | undefined =>
  /^\d{4}-\d{2}$/.test(text) ? readDay(`${text}-01`) : undefined;

/** Cents; parentheses or a minus sign mean negative. */
export function readAmount(text: string): bigint | undefined {
  const match = /^(\()?(-)?\$?(-)?(\d{1,3}(?:,\d{3}){1,3}|\d{1,12})(?:\.(\d{1,2}))?(\))?$/.exec(text);
  if (!match || (match[1] === undefined) !== (match[6] === undefined)) return undefined;
  const signs = [match[1], match[2], match[3]].filter((sign) => sign !== undefined).length;
  if (signs > 1) return undefined;
  const cents = BigInt((match[4] ?? "").replaceAll(",", "")) * 100n + BigInt((match[5] ?? "").padEnd(2, "0"));
  return signs === 1 ? -cents : cents;
}

/** A number with up to four decimals, scaled by 10^4; never negative. */
function readScaled(text: string): bigint | undefined {
  const match = /^\$?(\d{1,3}(?:,\d{3}){1,4}|\d{1,13})(?:\.(\d{1,4}))?$/.exec(text);
  if (!match) return undefined;
  return BigInt((match[1] ?? "").replaceAll(",", "")) * 10_000n + BigInt((match[2] ?? "").padEnd(4, "0"));
}
