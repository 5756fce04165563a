import { createHash } from "node:crypto";
import { type PaymentMethod, paymentMethods } from "bursar-banking/identifiers/payment-method";
import { LARGEST_PAYMENT_MINOR, minorFromText } from "#kernel/values/money.ts";
import { type RowProblem, readCsv } from "#kernel/values/read-csv.ts";

/** A row of a payment file, checked as far as the file alone allows. */
export interface PayRow {
  /** Its line in the file; the header is line 1. */
  readonly line: number;
  /** A name, a nickname, or an ID. */
  readonly recipient: string;
  readonly amountMinor: bigint;
  /** The recipient's default method if undefined. */
  readonly method: PaymentMethod | undefined;
  /** A name or an ID. */
  readonly account: string | undefined;
  readonly memo: string | undefined;
  readonly note: string | undefined;
  /** YYYY-MM-DD. */
  readonly date: string | undefined;
  readonly purpose: string | undefined;
  /** The same for the same row of the same run, so that running it again pays nobody twice. */
  readonly key: string;
}

export interface PayFile {
  readonly rows: readonly PayRow[];
  readonly problems: readonly RowProblem[];
}

const columns = ["recipient", "amount", "method", "account", "memo", "note", "date", "purpose", "key"] as const;
type Cells = Readonly<Partial<Record<(typeof columns)[number], string>>>;
const required = ["recipient", "amount"] as const;

/**
 * Reads a file with a header and one payment per row: commas, semicolons, or tabs between the columns, in any order.
 * `run` is part of the keys.
 */
export function readPayFile(content: string, run = ""): PayFile {
  const lines = linesOf(content);
  if ("message" in lines) return { rows: [], problems: [lines] };
  const rows: PayRow[] = [];
  const problems: RowProblem[] = [];
  const keyOf = keysOfRun(run);
  for (const { line, cells } of lines.rows) {
    const found = problemsOf(cells);
    if (found.length > 0) problems.push(...found.map((message) => ({ line, message })));
    else rows.push(rowOf(line, cells, keyOf(cells)));
  }
  if (rows.length === 0 && problems.length === 0) problems.push({ line: 2, message: "The file has no payments." });
  return { rows, problems };
}

interface Line {
  readonly line: number;
  readonly cells: Cells;
}

function linesOf(content: string): RowProblem | { readonly rows: readonly Line[] } {
  const read = readCsv(content);
  if ("message" in read) return read;
  const [header, ...others] = read.records;
  const names = (header?.cells ?? []).map((name) => name.toLowerCase());
  const unknown = names.find((name) => !columns.some((column) => column === name));
  if (unknown !== undefined)
    return { line: 1, message: `There is no column "${unknown}". Columns are ${columns.join(", ")}.` };
  const missing = required.find((name) => !names.includes(name));
  if (missing !== undefined) return { line: 1, message: `The column "${missing}" is missing.` };
  if (new Set(names).size < names.length) return { line: 1, message: "Two columns have the same name. Rename one." };
  const uneven = others.find(({ cells }) => cells.length !== names.length);
  if (uneven !== undefined) {
    const message = `The line has ${uneven.cells.length} columns, and the header ${names.length}. Put texts with separators in quotes.`;
    return { line: uneven.line, message };
  }
  const cellsOf = (cells: readonly string[]): Cells =>
    Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
  return { rows: others.map(({ line, cells }) => ({ line, cells: cellsOf(cells) })) };
}

/** Cents from an amount with or without a dollar sign and thousands separators. */
function centsOf(text: string): bigint | undefined {
  const plain = text.replace(/^\$\s*/, "");
  return minorFromText(/^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(plain) ? plain.replaceAll(",", "") : plain);
}

const isMethod = (text: string): text is PaymentMethod => paymentMethods.some((method) => method === text);

function problemsOf({ recipient = "", amount = "", method = "", date = "", purpose = "" }: Cells): readonly string[] {
  const problems: string[] = [];
  if (recipient === "") problems.push("Enter a recipient.");
  const cents = centsOf(amount);
  if (cents === undefined || cents === 0n || cents > LARGEST_PAYMENT_MINOR)
    problems.push(`"${amount}" is not a valid amount. Use dollars, such as 1234.50.`);
  if (method !== "" && !isMethod(method))
    problems.push(`"${method}" is not a payment method. Use ${paymentMethods.join(", ")}.`);
  if (method === "internationalWire" && purpose === "") problems.push("An international wire needs a purpose.");
  if (date !== "" && !/^\d{4}-\d{2}-\d{2}$/.test(date)) problems.push(`"${date}" is not a valid date. Use YYYY-MM-DD.`);
  return problems;
}

/** Digests of the content of rows. The second of two equal rows is another payment, with another key. */
function keysOfRun(run: string): (cells: Cells) => string {
  const seen = new Map<string, number>();
  return (cells) => {
    const content = JSON.stringify([run, ...columns.map((column) => cells[column] ?? "")]);
    const earlier = seen.get(content) ?? 0;
    seen.set(content, earlier + 1);
    return `file-${createHash("sha256").update(`${content}${earlier}`).digest("hex").slice(0, 40)}`;
  };
}

function rowOf(line: number, cells: Cells, ownKey: string): PayRow {
  const { recipient = "", amount = "", method = "" } = cells;
  const optional = (text: string | undefined) => (text === undefined || text === "" ? undefined : text);
  return {
    line,
    recipient,
    amountMinor: centsOf(amount) ?? 0n,
    method: isMethod(method) ? method : undefined,
    account: optional(cells.account),
    memo: optional(cells.memo),
    note: optional(cells.note),
    date: optional(cells.date),
    purpose: optional(cells.purpose),
    key: optional(cells.key) ?? ownKey,
  };
}
