/** A comma is accepted only as a thousands separator; elsewhere it may be a decimal comma. */
const AMOUNT = /^\$?(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.\d{1,2})?$/;

/** An amount as typed ($1,234.50); undefined if invalid. The API checks its size. */
export function parseAmount(typed: string): number | undefined {
  const text = typed.trim();
  return AMOUNT.test(text) ? Number.parseFloat(text.replaceAll(/[$,]/g, "")) : undefined;
}

/** The message for an invalid amount. */
export const amountProblem = (typed: string): string | undefined =>
  typed.trim() === "" || parseAmount(typed) !== undefined ? undefined : "Enter an amount such as 1,250.00";
