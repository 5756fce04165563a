import type { FileContents, TableChoices } from "#ui/files/tables/file-table.ts";
import { readInWorker } from "#ui/files/tables/read-in-worker.ts";
import { type FileField, fileFields, HEADINGS, type Mapping, PRODUCT } from "./reading/columns/field-names.ts";

export interface PaymentFile {
  /** The digest of its contents: the same file is the same job on any day. */
  readonly id: string;
  readonly name: string;
  readonly table: FileContents;
}

/** @throws FileProblem with a message for the user */
export async function readPaymentFile(name: string, source: Blob, choices?: TableChoices): Promise<PaymentFile> {
  const { id, table } = await readInWorker(source, choices);
  return { id, name, table };
}

const layoutName = (headers: readonly string[]): string => `bursar.pay-many.columns.${headers.join("|")}`;

/** The columns last chosen for a file with these headers. */
export function rememberedMapping(headers: readonly string[]): Mapping | undefined {
  try {
    const remembered: unknown = JSON.parse(localStorage.getItem(layoutName(headers)) ?? "null");
    return isMapping(remembered, headers.length) ? remembered : undefined;
  } catch {
    // An unreadable mapping is guessed again.
    return undefined;
  }
}

function isMapping(value: unknown, columns: number): value is Mapping {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).every(
    ([field, column]) =>
      fileFields.some(({ name }) => name === field) &&
      Number.isInteger(column) &&
      column < columns &&
      (column >= 0 || (field === "recipient" && column === HEADINGS) || (field === "amount" && column === PRODUCT)),
  );
}

export function rememberMapping(headers: readonly string[], mapping: Mapping): void {
  try {
    localStorage.setItem(layoutName(headers), JSON.stringify(mapping));
  } catch {
    // Without storage, the columns are guessed again next time.
  }
}

/** A mapping with another column for a field. A column that another field had is taken from it. */
export function withColumn(mapping: Mapping, field: FileField, column: number | undefined): Mapping {
  const others = Object.entries(mapping).filter(([name, taken]) => name !== field && taken !== column);
  return Object.fromEntries(column === undefined ? others : [...others, [field, column]]);
}
