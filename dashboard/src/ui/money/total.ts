import { wholeCentsOf } from "./cents.ts";

const grouped = new Intl.NumberFormat("en-US");

/** Adds non-negative API amounts in whole cents, without floating-point error. */
export function totalOf(amounts: readonly number[]): string {
  const cents = amounts.reduce((sum, amount) => sum + wholeCentsOf(amount), 0n);
  return `$${grouped.format(cents / 100n)}.${String(cents % 100n).padStart(2, "0")}`;
}
