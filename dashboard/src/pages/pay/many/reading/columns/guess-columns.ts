import { type Cell, type FileRecord, textOfCell } from "#ui/files/tables/file-table.ts";
import { amountParts } from "../values/amounts.ts";
import { type FileField, fileFields, headerForm, knownHeaders, type Mapping } from "./field-names.ts";

const HEADER_WITHIN = 20;
const SAMPLE = 50;

/** Where the column names are, as an index of the records; undefined when the first record is a payment already. */
export function findHeader(records: readonly FileRecord[]): number | undefined {
  let best: { readonly index: number; readonly named: number } | undefined;
  for (const [index, { cells }] of records.slice(0, HEADER_WITHIN).entries()) {
    const named = Object.keys(mappingOfHeaders(cells.map(textOfCell))).length;
    if (named > (best?.named ?? 0) && !cells.some(isAmount)) best = { index, named };
  }
  if (best !== undefined && (best.named > 1 || best.index === 0)) return best.index;
  // Unknown names are still names if no amount is among them, as in all later records.
  const [first, ...others] = records;
  const isNames =
    first !== undefined && !first.cells.some(isAmount) && others.some(({ cells }) => cells.some(isAmount));
  return isNames ? 0 : undefined;
}

export const isAmount = (cell: Cell): boolean =>
  typeof cell === "string" ? amountParts(cell) !== undefined : cell.kind === "number";

/** The columns of a file's contents that a field cannot be: empty ones, and amounts without an amount. */
interface Contents {
  readonly empty: ReadonlySet<number>;
  readonly withoutAmounts: ReadonlySet<number>;
}

const anyContents: Contents = { empty: new Set(), withoutAmounts: new Set() };

/** What the columns of a file contain, as far as it decides what they can be. */
export function contentsOf(records: readonly FileRecord[]): Contents {
  const width = Math.max(0, ...records.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, column) => column);
  const has = (test: (cell: Cell) => boolean) => (column: number) =>
    records.some(({ cells }) => test(cells[column] ?? ""));
  return {
    empty: new Set(columns.filter((column) => !has((cell) => typeof cell !== "string" || cell.trim() !== "")(column))),
    withoutAmounts: new Set(columns.filter((column) => !has(isAmountOrError)(column))),
  };
}

/** A formula without a result is a problem of an amount, not of the column. */
const isAmountOrError = (cell: Cell): boolean => isAmount(cell) || (typeof cell !== "string" && cell.kind === "error");

/** Only an exact name says that a column has one of these. */
const exactOnly: ReadonlySet<FileField> = new Set([
  "type",
  "status",
  "quantity",
  "unitAmount",
  "discount",
  "taxAmount",
  "lastName",
]);

/** The columns whose names are known. Each column is one field's, and the most specific name wins. */
export function mappingOfHeaders(headers: readonly string[], { empty, withoutAmounts } = anyContents): Mapping {
  const forms = headers.map(headerForm);
  const taken = new Set<number>();
  const found: [FileField, number][] = [];
  for (const isExact of [true, false])
    for (const { name } of fileFields) {
      if (found.some(([field]) => field === name) || (!isExact && exactOnly.has(name))) continue;
      const excluded = name === "amount" ? [...empty, ...withoutAmounts] : empty;
      const column = columnNamed(forms, knownHeaders[name], {
        taken: new Set([...taken, ...excluded]),
        isExact,
        isText: textFields.has(name),
      });
      if (column === undefined) continue;
      taken.add(column);
      found.push([name, column]);
    }
  return withBillColumns(Object.fromEntries(found), forms);
}

/** In a list of bills, "Date" is the day of the bill, and a description says less than the number of the invoice. */
function withBillColumns(mapping: Mapping, forms: readonly string[]): Mapping {
  const { invoiceNumber, type, sendOn, externalMemo, note, ...others } = mapping;
  const isBills = invoiceNumber !== undefined || type !== undefined;
  const isBillDate = isBills && sendOn !== undefined && forms[sendOn] === "date";
  const isDescription = externalMemo !== undefined && /^(description|details)$/.test(forms[externalMemo] ?? "");
  const moves = isDescription && invoiceNumber !== undefined && note === undefined;
  return withoutMissing({
    ...others,
    invoiceNumber,
    type,
    sendOn: isBillDate ? undefined : sendOn,
    externalMemo: moves ? undefined : externalMemo,
    note: moves ? externalMemo : note,
  });
}

const withoutMissing = (mapping: Readonly<Partial<Record<FileField, number | undefined>>>): Mapping =>
  Object.fromEntries(Object.entries(mapping).filter(([, column]) => column !== undefined));

/** A name inside a longer one says nothing about dates and sums: "Invoice date" is not the number of an invoice. */
const isDateOrSum = (form: string): boolean => /\b(date|amount|total|balance|due)\b/.test(form);
const textFields: ReadonlySet<FileField> = new Set(["invoiceNumber", "externalMemo", "recipient", "note"]);

function columnNamed(
  forms: readonly string[],
  names: readonly string[],
  { taken, isExact, isText }: { taken: ReadonlySet<number>; isExact: boolean; isText: boolean },
): number | undefined {
  for (const name of names) {
    // A single short word says too little inside a longer header.
    if (!isExact && name.length < 5) continue;
    const column = forms.findIndex(
      (form, index) =>
        !taken.has(index) &&
        (isExact ? form === name : ` ${form} `.includes(` ${name} `) && !(isText && isDateOrSum(form))),
    );
    if (column !== -1) return column;
  }
  return undefined;
}

/** The needed columns of a file without names: amounts with decimals, and the text that differs most. */
export function mappingOfContents(records: readonly FileRecord[]): Mapping {
  const sample = records.slice(0, SAMPLE);
  const columns = Array.from({ length: Math.max(0, ...sample.map(({ cells }) => cells.length)) }, (_, column) => {
    const cells = sample.map(({ cells: all }) => all[column] ?? "");
    return { column, amounts: cells.filter(looksLikeMoney).length, texts: cells.filter(looksLikeName) };
  });
  const [amount] = columns.toSorted((a, b) => b.amounts - a.amounts);
  const [recipient] = columns
    .filter(({ column }) => column !== amount?.column)
    .toSorted((a, b) => new Set(b.texts).size - new Set(a.texts).size);
  return {
    ...(recipient !== undefined && recipient.texts.length > 0 ? { recipient: recipient.column } : {}),
    ...(amount !== undefined && amount.amounts > 0 ? { amount: amount.column } : {}),
  };
}

const looksLikeName = (cell: Cell): boolean =>
  typeof cell === "string" && /\p{L}{3}/u.test(cell) && !cell.includes("@");

/** Invoice numbers are numbers, too, but have no decimals and no currency. */
export function looksLikeMoney(cell: Cell): boolean {
  const text = textOfCell(cell);
  const parts = amountParts(text);
  return parts !== undefined && (parts.currency !== undefined || /[.,]\d{2}$/.test(parts.figures));
}
