import { textOfCell } from "#ui/files/tables/file-table.ts";
import { PRODUCT } from "../columns/field-names.ts";
import { plainName } from "../recipients/name-form.ts";
import { cellOf, type NumberedRecord, type Understanding } from "../understand-table.ts";
import { productOfCells, type ReadAmount, signedAmountOfCell } from "../values/amounts.ts";

/** What a record is worth, before anything is known about its kind; negative for credits. */
export interface RecordAmount {
  readonly amount: ReadAmount;
  /** The first line of the invoice, which has the amount of all. */
  readonly partOf?: NumberedRecord;
}

/**
 * The amount of each record. Files with lines of invoices repeat the invoice's amount in each line, or have the line's
 * amount there; either way, an invoice is one payment.
 */
export function amountsOfRecords({
  records,
  mapping,
  decimal: { sign },
}: Pick<Understanding, "records" | "mapping" | "decimal">): ReadonlyMap<number, RecordAmount> {
  const product = (record: NumberedRecord) =>
    productOfCells(cellOf(record, mapping.quantity), cellOf(record, mapping.unitAmount), sign);
  const inColumn = (record: NumberedRecord) => signedAmountOfCell(cellOf(record, mapping.amount), sign);
  const isProduct = mapping.amount === PRODUCT;
  const hasLines = mapping.quantity !== undefined && mapping.unitAmount !== undefined;
  if (!hasLines) return new Map(records.map((record) => [record.number, { amount: inColumn(record) }]));
  const read = (record: NumberedRecord) => (isProduct ? (withoutExtras(record) ?? product(record)) : inColumn(record));
  const withoutExtras = (record: NumberedRecord): ReadAmount | undefined => extraOf(record, mapping, sign);
  // Every amount is its line's product: then the column has the amounts of lines.
  const areOfLines =
    isProduct || records.every((record) => !hasPrice(record, mapping) || isSame(inColumn(record), product(record)));
  const found = new Map<number, RecordAmount>();
  for (const lines of invoicesIn(records, mapping).values()) {
    const [first, ...others] = lines;
    if (first === undefined) continue;
    const amounts = lines.map(read);
    found.set(first.number, { amount: areOfLines ? sumOf(amounts) : onlyOf(amounts) });
    for (const line of others) found.set(line.number, { amount: read(line), partOf: first });
  }
  return found;
}

const hasPrice = (record: NumberedRecord, { quantity, unitAmount }: Understanding["mapping"]): boolean =>
  [quantity, unitAmount].every((column) => textOfCell(cellOf(record, column)).trim() !== "");

const isSame = (amount: ReadAmount, other: ReadAmount): boolean =>
  "cents" in amount && "cents" in other && amount.cents === other.cents;

/** Discounts and taxes change the product in ways that the file does not state. */
function extraOf(
  record: NumberedRecord,
  { discount, taxAmount }: Understanding["mapping"],
  sign: Understanding["decimal"]["sign"],
): ReadAmount | undefined {
  const isSet = (column: number | undefined): boolean => {
    const text = textOfCell(cellOf(record, column)).trim();
    const read = text === "" ? undefined : signedAmountOfCell(cellOf(record, column), sign);
    return read !== undefined && !("cents" in read && read.cents === 0n);
  };
  if (isSet(discount)) return { problem: "The line has a discount. Enter the amount of the invoice." };
  if (isSet(taxAmount))
    return { problem: "The line has tax, and the price may include it or not. Enter the amount of the invoice." };
  return undefined;
}

/** The records of each invoice: the same recipient and number. Others are alone. */
function invoicesIn(
  records: readonly NumberedRecord[],
  mapping: Understanding["mapping"],
): ReadonlyMap<string, readonly NumberedRecord[]> {
  const invoices = new Map<string, NumberedRecord[]>();
  for (const record of records) {
    const [recipient = "", invoice = ""] = [mapping.recipient, mapping.invoiceNumber].map((column) =>
      textOfCell(cellOf(record, column)).trim(),
    );
    const key =
      recipient === "" || invoice === ""
        ? `record ${record.number}`
        : `invoice ${JSON.stringify([plainName(recipient), invoice.toLowerCase()])}`;
    const lines = invoices.get(key);
    if (lines === undefined) invoices.set(key, [record]);
    else lines.push(record);
  }
  return invoices;
}

function sumOf(amounts: readonly ReadAmount[]): ReadAmount {
  const [first] = amounts;
  const problem = amounts.find((amount) => "problem" in amount);
  if (first === undefined || problem !== undefined) return problem ?? { problem: "Enter an amount." };
  const read = amounts.filter((amount) => "cents" in amount);
  const currency = read.find((amount) => amount.currency !== undefined)?.currency;
  return { cents: read.reduce((sum, { cents }) => sum + cents, 0n), currency };
}

/** The amount that each line of an invoice repeats. */
function onlyOf(amounts: readonly ReadAmount[]): ReadAmount {
  const [first = { problem: "Enter an amount." }, ...others] = amounts;
  const isOne = others.every((other) => isSame(first, other));
  return isOne || others.length === 0
    ? first
    : { problem: "The lines of the invoice have different amounts. Enter the amount of the invoice." };
}
