import { type Cell, type FileContents, type FileRecord, textOfCell } from "#ui/files/tables/file-table.ts";
import { type FileField, HEADINGS, isDueDate, type Mapping, PRODUCT } from "./columns/field-names.ts";
import { contentsOf, findHeader, mappingOfContents, mappingOfHeaders } from "./columns/guess-columns.ts";
import { headingOf } from "./layout/headings.ts";
import { isBillType } from "./layout/row-words.ts";
import type { DecimalSign } from "./values/amounts.ts";
import { currencyOf } from "./values/currencies.ts";
import type { DateOrder } from "./values/dates.ts";
import { type DateFinding, detectDateOrder } from "./values/detect-dates.ts";
import { type DecimalFinding, detectDecimal } from "./values/detect-decimal.ts";

/** What the user chose for the whole file. */
export interface FileChoices {
  /** Index of the record with the column names, or "none". */
  readonly header: number | "none";
  readonly mapping: Mapping;
  readonly decimal?: DecimalSign | undefined;
  readonly dateOrder?: DateOrder | undefined;
  /** Amounts marked with another currency are meant in US dollars. */
  readonly isDollars?: boolean | undefined;
}

/** How the file is read: found in it, or chosen. */
export interface Understanding {
  readonly headers: readonly string[];
  /** The records below the header. */
  readonly records: readonly NumberedRecord[];
  readonly mapping: Mapping;
  readonly decimal: DecimalFinding;
  readonly dates: DateFinding;
  /** The days are those on which bills are due, and may be over. */
  readonly hasDueDates: boolean;
  /** Currencies other than US dollars that are still a question. */
  readonly foreign: readonly string[];
}

export interface NumberedRecord extends FileRecord {
  /** Its position among all records. Identifies the payment, so it does not depend on which record is the header. */
  readonly number: number;
}

export const cellOf = ({ cells }: FileRecord, column: number | undefined): Cell =>
  (column === undefined ? undefined : cells[column]) ?? "";

export const headersOf = (table: FileContents, header: FileChoices["header"]): readonly string[] => {
  const width = Math.max(0, ...table.records.slice(0, 200).map(({ cells }) => cells.length));
  const names = header === "none" ? [] : (table.records[header]?.cells ?? []).map(textOfCell);
  return Array.from({ length: Math.max(width, names.length) }, (_, column) => names[column] ?? "");
};

/** The choices with which a file opens. `remembered` finds the columns last chosen for a layout. */
export function firstChoices(
  table: FileContents,
  remembered: (headers: readonly string[]) => Mapping | undefined,
): FileChoices {
  const header = findHeader(table.records) ?? "none";
  return { header, mapping: guessMapping(table, header, remembered) };
}

export function guessMapping(
  table: FileContents,
  header: FileChoices["header"],
  remembered: (headers: readonly string[]) => Mapping | undefined,
): Mapping {
  const headers = headersOf(table, header);
  const mapping = header === "none" ? undefined : remembered(headers);
  if (mapping !== undefined) return mapping;
  const below = table.records.slice(header === "none" ? 0 : header + 1);
  // Names first; contents fill in what no name says.
  const named: Mapping = header === "none" ? {} : withTypes(mappingOfHeaders(headers, contentsOf(below)), below);
  const guessed = { ...mappingOfContents(below), ...mappingOfStructure(named, below) };
  const taken = new Set(Object.values(named));
  const missing = (["recipient", "amount"] as const satisfies readonly FileField[]).filter(
    (field) => named[field] === undefined && guessed[field] !== undefined && !taken.has(guessed[field]),
  );
  return { ...named, ...Object.fromEntries(missing.map((field) => [field, guessed[field]])) };
}

/** A column "Type" with payment methods, such as in templates of banks, is the method. */
function withTypes({ type, ...mapping }: Mapping, records: readonly FileRecord[]): Mapping {
  if (type === undefined) return mapping;
  if (records.some((record) => isBillType(textOfCell(cellOf(record, type))))) return { ...mapping, type };
  return mapping.paymentMethod === undefined ? { ...mapping, paymentMethod: type } : mapping;
}

/** What no column has: vendors in headings above their bills, and amounts that are quantity times price. */
function mappingOfStructure(named: Mapping, records: readonly FileRecord[]): Mapping {
  const [first] = records;
  const isGrouped = named.recipient === undefined && first !== undefined && headingOf(first) !== undefined;
  const isProduct = named.amount === undefined && named.quantity !== undefined && named.unitAmount !== undefined;
  return { ...(isGrouped ? { recipient: HEADINGS } : {}), ...(isProduct ? { amount: PRODUCT } : {}) };
}

export function understand(table: FileContents, choices: FileChoices): Understanding {
  const { header, mapping } = choices;
  const records = table.records
    .map((record, number) => ({ ...record, number }))
    .slice(header === "none" ? 0 : header + 1);
  const column = (field: FileField) => records.map((record) => cellOf(record, mapping[field]));
  const decimal = detectDecimal(column(mapping.amount === PRODUCT ? "unitAmount" : "amount"));
  const headers = headersOf(table, header);
  const dates = detectDateOrder(column("sendOn"));
  return {
    headers,
    records,
    mapping,
    decimal: choices.decimal === undefined ? decimal : { ...decimal, sign: choices.decimal, isCertain: true },
    dates: choices.dateOrder === undefined ? dates : { ...dates, order: choices.dateOrder, isCertain: true },
    hasDueDates: mapping.sendOn !== undefined && isDueDate(headers[mapping.sendOn] ?? ""),
    foreign: choices.isDollars === true ? [] : foreignIn(decimal, column("currency")),
  };
}

/** Currencies other than US dollars, in the amounts or in a column of their own. */
function foreignIn({ foreign }: DecimalFinding, cells: readonly Cell[]): readonly string[] {
  const named = cells
    .map((cell) => textOfCell(cell).trim())
    .filter((text) => text !== "")
    .map((text) => currencyOf(text) ?? text.slice(0, 20))
    .filter((currency) => currency !== "USD");
  return [...new Set([...foreign, ...named])].toSorted();
}
