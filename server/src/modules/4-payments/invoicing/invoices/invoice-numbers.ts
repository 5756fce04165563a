import { holdsHidden } from "bursar-banking/text/hidden-characters";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { keyOf } from "../texts.ts";
import type { InvoiceId, InvoiceRow } from "./invoice.ts";
import { findSettings, insertSettingsIfMissing, lockSettings, setNextNumber } from "./invoice-numbers.queries.ts";
import { numberIsTaken } from "./invoices.queries.ts";

export interface InvoiceNumber {
  readonly invoice_number: string;
  readonly number_key: string;
}

const PREFIX = "INV-";
const DIGITS_MIN = 4;

export const seriesNumber = (count: number): InvoiceNumber => {
  const text = `${PREFIX}${String(count).padStart(DIGITS_MIN, "0")}`;
  return { invoice_number: text, number_key: keyOf(text) };
};

/** The position of a number in the series; undefined for any other number. */
export function positionInSeries(numberKey: string): number | undefined {
  const count = Number(/^INV(\d{4,9})$/.exec(numberKey)?.[1] ?? Number.NaN);
  return seriesNumber(count).number_key === numberKey ? count : undefined;
}

/**
 * The next number of the organization's series. The counter's row stays locked until the commit, and a rollback returns
 * the number, so the series has no gaps. A number that a user already gave to an invoice is skipped: it is in use.
 */
export async function takeNextNumber(tx: Tx, organizationId: OrganizationId): Promise<InvoiceNumber> {
  await insertSettingsIfMissing(tx, organizationId);
  const { next_number: next } = await lockSettings(tx, organizationId);
  let count = next;
  while (await numberIsTaken(tx, organizationId, seriesNumber(count).number_key)) count += 1;
  await setNextNumber(tx, organizationId, count + 1);
  return seriesNumber(count);
}

/** A number that the caller chose. Refuses one that is empty, unreadable, or taken with `invalidRequest`. */
export async function chosenNumber(
  tx: Tx,
  organizationId: OrganizationId,
  { text, invoiceId }: { text: string; invoiceId?: InvoiceId },
): Promise<InvoiceNumber> {
  const number = { invoice_number: text.trim(), number_key: keyOf(text) };
  const refuse = (message: string) => invalidRequest([{ path: "invoiceNumber", message }]);
  if (holdsHidden(text)) throw refuse("must be one line of text without invisible characters");
  if (number.number_key === "") throw refuse("must contain a letter or a digit");
  // Serializes with other invoices of the organization, so that two cannot take the same number at once.
  await insertSettingsIfMissing(tx, organizationId);
  await lockSettings(tx, organizationId);
  const taken = await numberIsTaken(tx, organizationId, number.number_key);
  if (taken !== undefined && taken.invoice_id !== invoiceId) throw refuse("is the number of another invoice");
  return number;
}

/**
 * The number of the series that an invoice keeps reserved when it has the number `after`; null if there is none.
 * Refuses a second change with `invalidRequest`: the invoice would have been sent with three numbers.
 */
export async function reservedNumber(
  db: Queryable,
  organizationId: OrganizationId,
  { row, after }: { row: Pick<InvoiceRow, "number_key" | "series_number_key">; after: string },
): Promise<string | null> {
  const { number_key: before, series_number_key: reserved } = row;
  if (keyOf(after) === before) return reserved;
  if (reserved !== null)
    throw invalidRequest([
      { path: "invoiceNumber", message: "was changed before: the number of the series can be changed once" },
    ]);
  const position = positionInSeries(before);
  if (position === undefined) return null;
  const next = (await findSettings(db, organizationId))?.next_number ?? 1;
  return position < next ? before : null;
}
