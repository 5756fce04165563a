import type { AchDirection } from "../codes/transaction-codes.ts";

/** What a control record counts and adds up. */
export interface ControlTotals {
  readonly entryAddendaCount: number;
  /** The sum of the RDFI identifications, last ten digits. */
  readonly entryHash: number;
  readonly totalDebitMinor: bigint;
  readonly totalCreditMinor: bigint;
}

/** The part of an entry that control records depend on. */
export interface EntryFigures {
  /** The entry record and its addenda records. */
  readonly records: number;
  readonly receivingDfiIdentification: string;
  readonly amountMinor: bigint;
  readonly direction: AchDirection;
}

export const noTotals: ControlTotals = {
  entryAddendaCount: 0,
  entryHash: 0,
  totalDebitMinor: 0n,
  totalCreditMinor: 0n,
};

/** ORF 3.2.2 (Entry Hash): digits beyond the tenth are dropped from the left. */
const HASH_MODULUS = 10_000_000_000;

export const addTotals = (left: ControlTotals, right: ControlTotals): ControlTotals => ({
  entryAddendaCount: left.entryAddendaCount + right.entryAddendaCount,
  entryHash: (left.entryHash + right.entryHash) % HASH_MODULUS,
  totalDebitMinor: left.totalDebitMinor + right.totalDebitMinor,
  totalCreditMinor: left.totalCreditMinor + right.totalCreditMinor,
});

/** What one entry adds. */
export function totalsOfEntry({
  records,
  receivingDfiIdentification,
  amountMinor,
  direction,
}: EntryFigures): ControlTotals {
  return {
    entryAddendaCount: records,
    entryHash: Number(receivingDfiIdentification),
    totalDebitMinor: direction === "debit" ? amountMinor : 0n,
    totalCreditMinor: direction === "debit" ? 0n : amountMinor,
  };
}
