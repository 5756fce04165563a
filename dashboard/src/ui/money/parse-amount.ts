/** Whole dollars with or without commas where they group thousands, and cents. A comma anywhere else may be another country's point. */
const AMOUNT = /^\$?(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.\d{1,2})?$/;

/** An amount as people type it ($1,234.50), as the API takes it; undefined while it is none. The service judges its size. */
export function parseAmount(typed: string): number | undefined {
  const text = typed.trim();
  return AMOUNT.test(text) ? Number.parseFloat(text.replaceAll(/[$,]/g, "")) : undefined;
}

/** How it is to be written, when something is typed that is no amount. */
export const amountProblem = (typed: string): string | undefined =>
  typed.trim() === "" || parseAmount(typed) !== undefined ? undefined : "Write 12.50 or 1,250.00";
