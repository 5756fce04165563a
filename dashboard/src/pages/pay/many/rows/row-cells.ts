import type { Recipient } from "#api/generated/types.gen.ts";
import { type Cell, textOfCell } from "#ui/files/tables/file-table.ts";
import { allMethods, type PaymentMethod, shownMethods } from "#ui/money/payment-methods.ts";
import type { FileField } from "../reading/columns/field-names.ts";
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

/** The amount as the layout has it, unless the file must first be understood; negative for credits. */
export function readAmountCell(
  { amount, texts, isEdited }: RowCells,
  { decimal, foreign }: Understanding,
  inLayout: ReadAmount,
): ReadAmount {
  const parts = isEdited || typeof amount !== "string" ? undefined : amountParts(amount);
  if (!decimal.isCertain && parts !== undefined && decimalSignIn(parts.figures) === "either")
    return { problem: `“${textOfCell(amount)}” can be read in two ways. Choose the decimal sign of the file.` };
  const read = isEdited ? amountOfCell(amount, ".") : inLayout;
  if ("problem" in read) return read;
  const currency = read.currency ?? currencyOf(texts.currency) ?? (texts.currency.trim() || undefined);
  const isAccepted = currency === undefined || currency === "USD" || isEdited || foreign.length === 0;
  return isAccepted
    ? read
    : { problem: `The amount is in ${currency.slice(0, 20)}. Payments from a file are in US dollars.` };
}

/** The date to send on; null sends on approval, as what is overdue. */
export function readSendOn(
  { sendOn, isEdited }: RowCells,
  { dates, hasDueDates }: Understanding,
  today: string,
): { readonly sendOn: string | null } | { readonly problem: string } {
  const text = textOfCell(sendOn).trim();
  if (text === "" && (typeof sendOn === "string" || sendOn.kind !== "error")) return { sendOn: null };
  if (!isEdited && !dates.isCertain && typeof sendOn === "string" && dateOrderIn(sendOn) === "either")
    return { problem: `“${text}” can be read in two ways. Choose the date format of the file.` };
  if (isEdited && !ISO_DATE.test(text))
    return { problem: `“${text.slice(0, 40)}” is not a valid date. Use YYYY-MM-DD.` };
  const read = readDate(sendOn, dates.order);
  if ("problem" in read) return read;
  return { sendOn: hasDueDates && !isEdited && read.date < today ? null : read.date };
}

const plain = (text: string): string => text.trim().toLowerCase();

/** What a word of the file for a payment method means: a method, or the default of each recipient. */
export type MethodMeaning = PaymentMethod | "default";

export const methodKey = (text: string): string => plain(text).slice(0, 120);

const methodNamed = (text: string): PaymentMethod | undefined =>
  allMethods.find((each) => {
    const { name, otherNames } = shownMethods[each];
    return [each, name, ...otherNames].some((spelling) => plain(spelling) === plain(text));
  });

/** Whether only the user can say what the file means. */
export const isUnknownMethod = (text: string): boolean => plain(text) !== "" && methodNamed(text) === undefined;

/** The method of a row, or the recipient's default. */
export function methodInRow(
  text: string,
  recipient: Recipient | undefined,
  meanings: Readonly<Record<string, MethodMeaning>>,
): { readonly method: PaymentMethod } | { readonly problem: string } | Record<string, never> {
  const meaning = Object.hasOwn(meanings, methodKey(text)) ? meanings[methodKey(text)] : undefined;
  if (plain(text) === "" || meaning === "default")
    return recipient === undefined ? {} : { method: recipient.defaultPaymentMethod };
  const method = methodNamed(text) ?? meaning;
  return method === undefined
    ? { problem: `“${text.slice(0, 40)}” is not a payment method. Choose what it means.` }
    : { method };
}
