import { accountabilityKindOf, isUetr } from "bursar-bank-formats/iso20022";
import type { FileItem, ToleratedUse, Tolerates } from "#bank/exchange";

/**
 * What a bank reports about one account, in one form for camt.052, camt.053, camt.054, and BAI2. A `final` report is a
 * statement: it has every booked movement of its period, and balances. An `intraday` report has some movements early.
 */
export interface ReportedAccount {
  readonly account: ReportedNumber;
  /** The bank's own identification of the statement, for messages. */
  readonly statementReference: string;
  readonly period: StatementPeriod | undefined;
  /** What the bank wants done: BAI2 can correct or delete the statement of a day. */
  readonly action: "add" | "replace" | "delete";
  /** `YYYY-MM-DD`: the day that it is about. */
  readonly on: string | undefined;
  /** Set if it is one page of a longer report, whose period is known when all pages are. */
  readonly page: ReportPage | undefined;
  /** Booked movements, in the order of the file. */
  readonly movements: readonly ReportedMovement[];
}

/** Its place in a report that the bank sends in several messages. */
export interface ReportPage {
  /** From 1. */
  readonly number: number;
  readonly isLast: boolean;
  /** Of a statement. */
  readonly parts: PeriodParts | undefined;
}

export interface ReportedNumber {
  readonly accountNumber: string;
  /** Nine digits, if the bank gives its own. */
  readonly routingNumber: string | undefined;
}

/** Of a final report. Amounts are in cents, below zero for an overdrawn account. */
export interface StatementPeriod {
  /** `YYYY-MM-DD`: the first day. */
  readonly fromOn: string;
  /** The day of the closing balance. */
  readonly closesOn: string;
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
}

/** A balance of a camt.053: cents, below zero for an overdrawn account, at the end or the start of a day. */
export interface DatedBalance {
  readonly on: string;
  readonly amountMinor: bigint;
}

/** What a statement, or one of its pages, says about its period. */
export interface PeriodParts {
  /** `YYYY-MM-DD`: its first day, if it says so. */
  readonly given: string | undefined;
  readonly opening: DatedBalance | undefined;
  /** The closing balance of the statement before. */
  readonly previous: DatedBalance | undefined;
  readonly closing: DatedBalance | undefined;
}

/** One booking of the bank. */
export interface ReportedMovement {
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string;
  /** Cents; below zero leaves the account. */
  readonly amountMinor: bigint;
  /** Cents that are a fee of the bank inside the amount, which leave the account in any case. */
  readonly feeMinor: bigint;
  /** It takes back an earlier movement, or is money that came back. */
  readonly isReturn: boolean;
  /** The bank's own reference of the booking; undefined if it has none that identifies it. */
  readonly bankReference: string | undefined;
  /** `PMNT/RCDT/DMCT`, or `BAI/195`. */
  readonly code: string;
  /** Who paid, or was paid. */
  readonly counterparty: string | undefined;
  /** What the payer wrote. */
  readonly remittance: string | undefined;
  /** The bank's own words. */
  readonly description: string | undefined;
  /** By which the movement may be found among payments: for each payment that it sums up, all of its references. */
  readonly details: readonly (readonly string[])[];
}

/** Whether the references include one that only wires have: an IMAD of Fedwire or a UETR of SWIFT. */
export const namesWire = (references: readonly string[]): boolean =>
  references.some((reference) => isUetr(reference) || accountabilityKindOf(reference) === "IMAD");

/** A report in a file that is about an account in another currency. */
export interface ForeignAccount {
  readonly accountNumber: string;
  readonly currency: string;
  readonly movements: number;
  /** The bank's own identification of the report; empty if it has none. */
  readonly statementReference: string;
}

/** A file with reports about any number of accounts. */
export interface StatementFile {
  /** The message's own identification. */
  readonly messageId: string;
  readonly accounts: readonly ReportedAccount[];
  readonly foreign: readonly ForeignAccount[];
  /** Entries that cannot be read on their own. */
  readonly items: readonly FileItem[];
  /** How the file differs from its format. */
  readonly tolerated: readonly ToleratedUse[];
}

export interface ReadingOptions {
  /**
   * People accept the file although counts or totals in it are wrong. What does not add up is no statement then: its
   * movements count, and its balances do not.
   */
  readonly isAccepted?: boolean;
  /** Which differences from the format are accepted; by default, all that cannot change an amount. */
  readonly tolerates?: Tolerates | undefined;
}

/** More than this in a file is not read: no bank's file for one company comes close, and memory must be bounded. */
export const MOVEMENTS_MAX = 50_000;
export const REFERENCES_MAX = 200_000;

/** A file that cannot be used, and why: a sentence for people, without account numbers. */
export class UnusableStatement extends Error {
  override readonly name = "UnusableStatement";
}

export const unusable = (reason: string): never => {
  throw new UnusableStatement(reason);
};

/** A text as the bank gives it, at most this long; undefined if it is blank. */
export function shortened(text: string | undefined, lengthMax: number): string | undefined {
  const trimmed = text
    ?.slice(0, lengthMax * 2)
    .replace(/\p{C}/gu, " ")
    .trim()
    .slice(0, lengthMax)
    .trim();
  return trimmed === "" ? undefined : trimmed;
}

const REFERENCE_LENGTH_MAX = 140;

/** What banks write in place of a reference. */
const NO_REFERENCE: ReadonlySet<string> = new Set(["", "0", "NONREF", "NOTPROVIDED", "NONE", "N/A", "UNKNOWN"]);

/** A reference that can identify something; undefined for the words that banks write instead of one. */
export function referenceIn(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? "";
  if (NO_REFERENCE.has(trimmed.toUpperCase()) || /^0+$/.test(trimmed)) return undefined;
  return trimmed.length > REFERENCE_LENGTH_MAX ? undefined : trimmed;
}
