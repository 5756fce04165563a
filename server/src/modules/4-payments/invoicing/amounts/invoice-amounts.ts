import { divideHalfUp } from "./decimals.ts";

/** A line as entered. Amounts are cents; a discount is a line with a negative price. */
export interface PricedLine {
  readonly quantityE4: bigint;
  readonly unitPriceMinor: bigint;
  /** Ten-thousandths of a percent; null: not taxed. */
  readonly taxRateE4: number | null;
}

export interface LineAmounts {
  readonly amountMinor: bigint;
  readonly taxMinor: bigint;
}

export interface InvoiceAmounts {
  readonly lines: readonly LineAmounts[];
  readonly subtotalMinor: bigint;
  readonly taxMinor: bigint;
  readonly amountMinor: bigint;
}

const QUANTITY_SCALE = 10_000n;
/** Ten thousand for the scale, a hundred for the percent. */
const TAX_SCALE = 1_000_000n;

/**
 * The amounts of an invoice: each line and each line's tax is rounded to a cent, a half away from zero, and the invoice
 * is the sum of the rounded amounts. So what a reader adds up on paper is what they pay (ADR 0040).
 */
export function invoiceAmounts(lines: readonly PricedLine[]): InvoiceAmounts {
  const amounts = lines.map(({ quantityE4, unitPriceMinor, taxRateE4 }): LineAmounts => {
    const amountMinor = divideHalfUp(quantityE4 * unitPriceMinor, QUANTITY_SCALE);
    return { amountMinor, taxMinor: divideHalfUp(amountMinor * BigInt(taxRateE4 ?? 0), TAX_SCALE) };
  });
  const subtotalMinor = amounts.reduce((sum, line) => sum + line.amountMinor, 0n);
  const taxMinor = amounts.reduce((sum, line) => sum + line.taxMinor, 0n);
  return { lines: amounts, subtotalMinor, taxMinor, amountMinor: subtotalMinor + taxMinor };
}
