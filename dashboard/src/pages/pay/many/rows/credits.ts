import { nameKey } from "../reading/recipients/known-recipients.ts";

/** What the user decided about a vendor's credits: deduct them from its payments, or leave them. */
export type CreditUse = "deduct" | "leave";

interface Part {
  readonly number: number;
  readonly line: number;
  readonly vendor: string;
  readonly cents: bigint;
}

export interface Deduction {
  readonly cents: bigint;
  /** The lines of the credits. */
  readonly lines: readonly number[];
}

/** The credits of a vendor, and what the user decided about them. */
export interface CreditedVendor {
  readonly key: string;
  readonly name: string;
  /** Positive. */
  readonly cents: bigint;
  /** What the vendor's payments add up to without it. */
  readonly owed: bigint;
  readonly use: CreditUse | undefined;
}

/** By how much the credits that are deducted reduce each payment: the vendor's payments in the order of the file. */
export function deductionsOf(
  payments: readonly Part[],
  credits: readonly Part[],
  uses: Readonly<Record<string, CreditUse>>,
): ReadonlyMap<number, Deduction> {
  const left = new Map<string, { cents: bigint; lines: number[] }>();
  for (const { vendor, cents, line } of credits) {
    const key = nameKey(vendor);
    if (uses[key] !== "deduct") continue;
    const credit = left.get(key) ?? { cents: 0n, lines: [] };
    left.set(key, { cents: credit.cents - cents, lines: [...credit.lines, line] });
  }
  const found = new Map<number, Deduction>();
  for (const { number, vendor, cents } of payments) {
    const credit = left.get(nameKey(vendor));
    if (credit === undefined || credit.cents === 0n) continue;
    const used = credit.cents < cents ? credit.cents : cents;
    credit.cents -= used;
    found.set(number, { cents: used, lines: credit.lines });
  }
  return found;
}

/** The vendors with credits, in the order of the file. */
export function vendorsWithCredits(
  payments: readonly Part[],
  credits: readonly Part[],
  uses: Readonly<Record<string, CreditUse>>,
): readonly CreditedVendor[] {
  const vendors = new Map<string, CreditedVendor>();
  for (const { vendor, cents } of credits) {
    const key = nameKey(vendor);
    const before = vendors.get(key)?.cents ?? 0n;
    const owed = payments
      .filter((payment) => nameKey(payment.vendor) === key)
      .reduce((sum, each) => sum + each.cents, 0n);
    vendors.set(key, { key, name: vendor, cents: before - cents, owed, use: uses[key] });
  }
  return [...vendors.values()];
}
