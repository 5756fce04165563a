import type { Recipient } from "../../../../api/generated/types.gen.ts";
import { allMethods, type PaymentMethod, shownMethods } from "../../../../ui/money/payment-methods.ts";
import type { FileField } from "../reading/columns/field-names.ts";
import { type Cell, textOfCell } from "../reading/file-table.ts";
import type { Understanding } from "../reading/understand-table.ts";
import { amountOfCell, amountParts, decimalSignIn, type ReadAmount } from "../reading/values/amounts.ts";
import { currencyOf } from "../reading/values/currencies.ts";
import { dateOrderIn, readDate } from "../reading/values/dates.ts";

export type RowTexts = Readonly<Record<FileField, string>>;

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The cells of a row by field. */
export interface RowCells {
  readonly texts: RowTexts;
  readonly amount: Cell;
  readonly sendOn: Cell;
  /** Corrected by the user: 1,234.56 and 2026-12-31, whatever the file has. */
  readonly isEdited: boolean;
}

/** The amount, unless the file must first be understood. */
export function readAmountCell({ amount, texts, isEdited }: RowCells, { decimal, foreign }: Understanding): ReadAmount {
  const parts = isEdited || typeof amount !== "string" ? undefined : amountParts(amount);
  if (!decimal.isCertain && parts !== undefined && decimalSignIn(parts.figures) === "either")
    return { problem: `“${textOfCell(amount)}” can be read in two ways. Choose the decimal sign of the file.` };
  const read = amountOfCell(amount, isEdited ? "." : decimal.sign);
  if ("problem" in read) return read;
  const currency = read.currency ?? currencyOf(texts.currency) ?? (texts.currency.trim() || undefined);
  const isAccepted = currency === undefined || currency === "USD" || isEdited || foreign.length === 0;
  return isAccepted
    ? read
    : { problem: `The amount is in ${currency.slice(0, 20)}. Payments from a file are in US dollars.` };
}

/** The date to send on; null sends on approval. */
export function readSendOn(
  { sendOn, isEdited }: RowCells,
  { dates }: Understanding,
): { readonly sendOn: string | null } | { readonly problem: string } {
  const text = textOfCell(sendOn).trim();
  if (text === "" && (typeof sendOn === "string" || sendOn.kind !== "error")) return { sendOn: null };
  if (!isEdited && !dates.isCertain && typeof sendOn === "string" && dateOrderIn(sendOn) === "either")
    return { problem: `“${text}” can be read in two ways. Choose the date format of the file.` };
  if (isEdited && !ISO_DATE.test(text))
    return { problem: `“${text.slice(0, 40)}” is not a valid date. Use YYYY-MM-DD.` };
  const read = readDate(sendOn, dates.order);
  return "date" in read ? { sendOn: read.date } : read;
}

const plain = (text: string): string => text.trim().toLowerCase();

/** The method of a row, or the recipient's default. */
export function methodInRow(
  text: string,
  recipient: Recipient | undefined,
): { readonly method: PaymentMethod } | { readonly problem: string } | Record<string, never> {
  const plainText = plain(text);
  if (plainText === "") return recipient === undefined ? {} : { method: recipient.defaultPaymentMethod };
  const method = allMethods.find((each) => {
    const { name, otherNames } = shownMethods[each];
    return [each, name, ...otherNames].some((known) => plain(known) === plainText);
  });
  return method === undefined ? { problem: `“${text.slice(0, 40)}” is not a payment method.` } : { method };
}
