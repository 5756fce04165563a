import { holdsHidden } from "bursar-banking/text/hidden-characters";
import { type RowProblem, readCsv } from "#kernel/values/read-csv.ts";
import { type TreasuryType, treasuryTypes } from "#money/treasury";
import { activityNames, activityRules } from "./activity-types.ts";

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

export interface ParsedActivity {
  /** Oldest first. */
  readonly rows: readonly ActivityRow[];
  readonly problems: readonly RowProblem[];
}

export const ACTIVITY_ROWS_MAX = 1_000;
export const FILE_LENGTH_MAX = 100_000;
export const LINE_LENGTH_MAX = 2_000;
const PROBLEMS_MAX = 100;
const TEXT_MAX = 200;
const PRICE_MIN_E4 = 100n;
const PRICE_MAX_E4 = 10_000_000_000n;

/** Compared in lower case and without spaces; the first four are required. */
const columns = ["Reference", "Date", "Type", "Amount", "Security", "CUSIP", "Shares", "Price", "Month", "Description"];
const columnNames = columns.map((name) => name.toLowerCase());
const required = columns.slice(0, 4);

/**
 * Reads a file: comma, semicolon, or tab between values, with or without a byte order mark, columns in any order.
 * Amounts may have a dollar sign and thousands separators; parentheses mean negative.
 */
export function parseActivity(text: string, today: string): ParsedActivity {
  // One kind of line break: the parser counts a pair within quotes as two lines.
  const content = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  if (content.trim() === "") return onlyProblem(1, "The file is empty.");
  const longLine = content.split("\n").findIndex((line) => line.length > LINE_LENGTH_MAX);
  if (longLine >= 0) return onlyProblem(longLine + 1, `The line has more than ${LINE_LENGTH_MAX} characters.`);
  // The header, and one row more than is accepted.
  const read = readCsv(content, { recordsMax: ACTIVITY_ROWS_MAX + 2 });
  if ("message" in read) return onlyProblem(read.line, read.message);
  const [header, ...lines] = read.records;
  if (header === undefined) return onlyProblem(1, "The file is empty.");
  const names = header.cells.map((cell) => cell.toLowerCase().replaceAll(/[\s_-]/g, ""));
  const wrongHeader = headerProblem(header.cells, names);
  if (wrongHeader !== undefined) return onlyProblem(header.line, wrongHeader);
  const excess = lines[ACTIVITY_ROWS_MAX];
  if (excess !== undefined)
    return onlyProblem(
      excess.line,
      `The file has more than ${inWords(ACTIVITY_ROWS_MAX)} rows, which cannot be imported at once. Split it before this line.`,
    );

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

const inWords = (count: number): string => count.toLocaleString("en-US");

function headerProblem(cells: readonly string[], names: readonly string[]): string | undefined {
  const missing = required.filter((name) => !names.includes(name.toLowerCase()));
  if (missing.length > 0)
    return `The header has no column ${missing.join(", ")}. The first line must name the columns: delete lines above it.`;
  const unknown = cells.filter((_, at) => !columnNames.includes(names[at] ?? ""));
  if (unknown.length > 0)
    return `Unknown column: ${unknown.slice(0, 5).join(", ").slice(0, TEXT_MAX)}. Delete it, or rename it to one of ${columns.join(", ")}.`;
  return new Set(names).size === names.length ? undefined : "Two columns have the same name.";
}

const onlyProblem = (line: number, message: string): ParsedActivity => ({ rows: [], problems: [{ line, message }] });

const wrongWidth = (line: number, cells: readonly string[], names: readonly string[]): RowProblem => ({
  line,
  message: `The row has ${cells.length} values; the header has ${names.length} columns.`,
});

/** A stable order: custodians list the newest first or last, and rows of one day keep their order in time. */
function oldestFirst(rows: readonly ActivityRow[]): readonly ActivityRow[] {
  const isNewestFirst = (rows[0]?.day ?? "") > (rows.at(-1)?.day ?? "");
  return (isNewestFirst ? rows.toReversed() : rows).toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

/** A type by its name in words, such as "Dividend", or by its name in the API. */
function readType(cell: string): TreasuryType | undefined {
  const text = cell.toLowerCase();
  return treasuryTypes.find((type) => activityNames[type].toLowerCase() === text || type.toLowerCase() === text);
}

function readRow(line: number, cellOf: (name: string) => string, today: string): ActivityRow | RowProblem {
  const bad = (message: string): RowProblem => ({ line, message });
  if (columnNames.map(cellOf).some((text) => text.length > TEXT_MAX || holdsHidden(text)))
    return bad(`Texts have at most ${TEXT_MAX} characters, without line breaks, control, or invisible characters.`);
  const reference = cellOf("reference");
  if (/^(sub|grand )?totals?\b/i.test(reference) || (reference === "" && cellOf("type") === ""))
    return bad("This is not activity; it may be a total or a comment. Delete the line.");
  if (reference === "") return bad("Enter the custodian's reference: it prevents the row from being imported twice.");
  const day = readDay(cellOf("date"));
  if (day === undefined)
    return bad(`"${cellOf("date").slice(0, 40)}" is not a valid date. Use YYYY-MM-DD or MM/DD/YYYY.`);
  if (day > today) return bad("The date is in the future.");
  const type = readType(cellOf("type"));
  if (type === undefined)
    return bad(
      `"${cellOf("type").slice(0, 40)}" is not a type of treasury transaction. Use a name from the list of types.`,
    );
  const amountMinor = readAmount(cellOf("amount"));
  if (amountMinor === undefined || amountMinor === 0n)
    return bad("Enter the amount in dollars with at most two decimals, such as 1,250.00 or (12.50); not zero.");
  const { sign } = activityRules[type];
  if (sign !== "either" && (sign === "positive") !== amountMinor > 0n)
    return bad(`The amount of "${activityNames[type]}" must be ${sign}.`);
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
