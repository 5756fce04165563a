import { type Cell, type FileRecord, textOfCell } from "../file-table.ts";
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

const isAmount = (cell: Cell): boolean =>
  typeof cell === "string" ? amountParts(cell) !== undefined : cell.kind === "number";

/** The columns whose names are known. Each column is one field's, and the most specific name wins. */
export function mappingOfHeaders(headers: readonly string[]): Mapping {
  const forms = headers.map(headerForm);
  const taken = new Set<number>();
  const found: [FileField, number][] = [];
  for (const isExact of [true, false])
    for (const { name } of fileFields) {
      if (found.some(([field]) => field === name)) continue;
      const column = columnNamed(forms, knownHeaders[name], { taken, isExact });
      if (column === undefined) continue;
      taken.add(column);
      found.push([name, column]);
    }
  return Object.fromEntries(found);
}

function columnNamed(
  forms: readonly string[],
  names: readonly string[],
  { taken, isExact }: { taken: ReadonlySet<number>; isExact: boolean },
): number | undefined {
  for (const name of names) {
    // A single short word says too little inside a longer header.
    if (!isExact && name.length < 5) continue;
    const column = forms.findIndex(
      (form, index) => !taken.has(index) && (isExact ? form === name : ` ${form} `.includes(` ${name} `)),
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
function looksLikeMoney(cell: Cell): boolean {
  const text = textOfCell(cell);
  const parts = amountParts(text);
  return parts !== undefined && (parts.currency !== undefined || /[.,]\d{2}$/.test(parts.figures));
}
