import { dollarsOf, wholeCentsOf } from "#ui/money/cents.ts";
import { parseAmount } from "#ui/money/parse-amount.ts";

/** A line as typed. */
export interface TypedLine {
  readonly key: string;
  readonly name: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly salesTaxRate: string;
}

export interface DraftTotals {
  readonly lines: readonly (number | undefined)[];
  readonly subtotal: number;
  readonly tax: number;
  readonly total: number;
}

const divideHalfUp = (a: bigint, b: bigint): bigint => (a < 0n ? -((-2n * a + b) / (2n * b)) : (2n * a + b) / (2n * b));

/** Ten-thousandths of a typed number; undefined if it is not one, or has more decimals. */
function scaled(text: string): bigint | undefined {
  const match = /^(-?)(\d{1,9})(?:\.(\d{0,4}))?$/.exec(text.trim().replaceAll(",", "").replace("−", "-"));
  if (match === null) return undefined;
  const absolute = BigInt(match[2] ?? "0") * 10_000n + BigInt((match[3] ?? "").padEnd(4, "0"));
  return match[1] === "-" ? -absolute : absolute;
}

/** A typed price in dollars, possibly negative for a discount. */
export function priceOf(text: string): number | undefined {
  const trimmed = text.trim().replace("−", "-");
  const isNegative = trimmed.startsWith("-");
  const amount = parseAmount(isNegative ? trimmed.slice(1) : trimmed);
  return amount === undefined ? (/^-?0(\.0{1,2})?$/.test(trimmed) ? 0 : undefined) : isNegative ? -amount : amount;
}

/** A typed quantity or percentage. */
export const numberOf = (text: string): number | undefined => {
  const value = scaled(text);
  return value === undefined ? undefined : Number(value) / 10_000;
};

/**
 * The totals while typing, rounded as the service rounds (a half away from zero, per line and per line's tax). The
 * service computes the amounts that count.
 */
export function draftTotals(lines: readonly TypedLine[]): DraftTotals {
  const computed = lines.map(({ quantity, unitPrice, salesTaxRate }) => {
    const [count, price] = [scaled(quantity), priceOf(unitPrice)];
    const rate = salesTaxRate.trim() === "" ? 0n : scaled(salesTaxRate);
    if (count === undefined || price === undefined || rate === undefined) return undefined;
    const amount = divideHalfUp(count * wholeCentsOf(price), 10_000n);
    return { amount, tax: divideHalfUp(amount * rate, 1_000_000n) };
  });
  const subtotal = computed.reduce((sum, line) => sum + (line?.amount ?? 0n), 0n);
  const tax = computed.reduce((sum, line) => sum + (line?.tax ?? 0n), 0n);
  return {
    lines: computed.map((line) => line && dollarsOf(line.amount)),
    subtotal: dollarsOf(subtotal),
    tax: dollarsOf(tax),
    total: dollarsOf(subtotal + tax),
  };
}

/** The amounts of an invoice's lines, before tax. */
export const lineAmounts = (
  lines: readonly { readonly name: string; readonly quantity: number; readonly unitPrice: number }[],
): DraftTotals["lines"] =>
  draftTotals(
    lines.map(({ name, quantity, unitPrice }) => ({
      key: name,
      name,
      quantity: String(quantity),
      unitPrice: String(unitPrice),
      salesTaxRate: "",
    })),
  ).lines;
