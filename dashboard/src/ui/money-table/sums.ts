import { dollarsOf, wholeCentsOf } from "../money/cents.ts";

/** A number of rows, and what they add up to. US dollars. */
export interface TableTotals {
  readonly count: number;
  /** Sums of zero are not shown. */
  readonly sums: readonly { readonly label: string; readonly amount: number }[];
}

/** The money of some transactions. US dollars, all positive. */
interface Moved {
  readonly count: number;
  readonly out: number;
  readonly in: number;
  /** Failed, blocked, returned, or canceled. */
  readonly notLeft: number;
}

export const totalsOf = (moved: Moved): TableTotals => ({
  count: moved.count,
  sums: [
    { label: "Money out", amount: moved.out },
    { label: "Money in", amount: moved.in },
    { label: "Failed or canceled", amount: moved.notLeft },
  ],
});

/** Transfers have one sum, because nothing leaves the organization. */
export const totalsOfTransfers = ({ count, out, notLeft }: Moved): TableTotals => ({
  count,
  sums: [
    { label: "Transferred", amount: out },
    { label: "Failed or canceled", amount: notLeft },
  ],
});

interface Summed {
  /** Negative when money leaves. */
  readonly amount: number;
  readonly moved: boolean;
}

/** Adds up in whole cents. */
export const sumOfAmounts = (amounts: readonly number[]): number =>
  dollarsOf(amounts.reduce((sum, amount) => sum + wholeCentsOf(amount < 0 ? -amount : amount), 0n));

/** What some transactions add up to, as the API would answer. */
export function movedIn(rows: readonly Summed[]): Moved {
  const total = (counts: (row: Summed) => boolean): number =>
    sumOfAmounts(rows.filter(counts).map(({ amount }) => amount));
  return {
    count: rows.length,
    out: total(({ amount, moved }) => moved && amount < 0),
    in: total(({ amount, moved }) => moved && amount > 0),
    notLeft: total(({ moved }) => !moved),
  };
}
