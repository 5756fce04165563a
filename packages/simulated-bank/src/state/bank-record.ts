import type { BankBatch, BankEvent, BankPayment } from "./bank-event.ts";

/**
 * What happened at the bank: a file arrived, money came in or moved at the counter, an account was opened, its operator requested an answer, or
 * requested everything that is planned.
 */
export type BankOccasion =
  | {
      readonly kind: "file";
      readonly name: string;
      readonly sha256: string;
      readonly bytes: number;
      readonly format: string;
      /** Over which connection of the customer; empty if there is only one. */
      readonly connection: string;
    }
  | { readonly kind: "request"; readonly paymentId: string; readonly outcome: string }
  /** With `statusOf`: only the answer to the file of that record. */
  | { readonly kind: "hurry"; readonly statusOf?: number }
  | { readonly kind: "deposit"; readonly depositId: string }
  | { readonly kind: "counter" }
  | { readonly kind: "opening"; readonly accountNumber: string; readonly amountMinor: bigint; readonly on: string };

/** One occasion with everything that follows from it. Records are only ever added, never changed. */
export interface BankRecord {
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly at: string;
  readonly occasion: BankOccasion;
  /** What must never occur again: file identities, message ids, end-to-end ids, UETRs, check numbers. */
  readonly keys: readonly string[];
  readonly payments: readonly BankPayment[];
  /** The headers of Nacha batches, which entries refer to by their place. */
  readonly batches?: readonly BankBatch[];
  readonly events: readonly BankEvent[];
  /** Payments of which nothing that was planned before happens after `at`: they were canceled, voided, or decided. */
  readonly cancelled: readonly string[];
}

const BIGINT = "$bigint";

/** The record as JSON. Amounts stay exact. */
export const recordText = (record: BankRecord): string =>
  JSON.stringify(record, (_key, value: unknown) => (typeof value === "bigint" ? { [BIGINT]: String(value) } : value));

/** The record in the text of `recordText`. Throws if the text is anything else. */
export function bankRecordOf(text: string): BankRecord {
  const value: unknown = JSON.parse(text, (_key, member: unknown) => bigintIn(member) ?? member);
  if (!isRecord(value)) throw new Error("A stored record of the bank cannot be read");
  return value;
}

function bigintIn(member: unknown): bigint | undefined {
  if (typeof member !== "object" || member === null || !(BIGINT in member)) return undefined;
  const digits = member[BIGINT];
  return typeof digits === "string" && /^-?[0-9]{1,30}$/.test(digits) ? BigInt(digits) : undefined;
}

/** Records are written by this program only; a file that another program put there fails here. */
const isRecord = (value: unknown): value is BankRecord =>
  typeof value === "object" &&
  value !== null &&
  "sequence" in value &&
  Number.isSafeInteger(value.sequence) &&
  "at" in value &&
  typeof value.at === "string" &&
  ["keys", "payments", "events", "cancelled"].every((name) => Array.isArray(Reflect.get(value, name)));
