import type { Id, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { BankRail, ConnectionId } from "./bank-rail.ts";
import type { BankFileState } from "./file-states.ts";

export type BankFileId = Id<"bankFile">;

export const directions = ["out", "in"] as const;
export type Direction = (typeof directions)[number];

/**
 * The formats of files: NACHA, the messages of ISO 20022, BAI2, the files about checks, and a bank's own acknowledgments of
 * ACH files as text or CSV.
 */
export const bankFileFormats = [
  "nacha",
  "pain.001",
  "pain.002",
  "pacs.002",
  "pacs.004",
  "pacs.008",
  "pacs.028",
  "camt.029",
  "camt.052",
  "camt.053",
  "camt.054",
  "camt.056",
  "positive-pay",
  "checks-pdf",
  "bai2",
  "acknowledgment",
] as const;
export type BankFileFormat = (typeof bankFileFormats)[number];

/** Why a payment is in a file. `answer`: a received file says something about it. */
export const paymentPurposes = [
  "pay",
  "issue",
  "void",
  "print",
  "cancel",
  "query",
  "prenote",
  "reverse",
  "answer",
] as const;
export type PaymentPurpose = (typeof paymentPurposes)[number];

/** A payment in a file, at its place in the order of the file. */
export interface FilePayment {
  readonly transactionId: TransactionId;
  readonly purpose: PaymentPurpose;
  /** By which the bank's answers name it: trace number, end-to-end ID, check number. At most 140 characters. */
  readonly reference?: string;
}

/** A stored row of bank_files, without its content and the bookkeeping of sending. */
export interface BankFileRow {
  readonly file_id: BankFileId;
  readonly connection_id: ConnectionId;
  readonly direction: Direction;
  readonly rail: BankRail;
  readonly format: BankFileFormat | null;
  readonly name: string | null;
  readonly state: BankFileState;
  readonly reason: string | null;
  readonly message_id: string | null;
  readonly created_at: Date;
  readonly closes_at: Date | null;
  readonly transaction_count: number;
  readonly bytes: bigint | null;
  readonly sha256: Buffer | null;
  readonly sent_at: Date | null;
  readonly answer_due_at: Date | null;
  readonly answered_at: Date | null;
  readonly processed_at: Date | null;
  readonly repeats_file_id: BankFileId | null;
  /** Of a received file, how it differs from its format; null if it does not. */
  readonly tolerated: readonly ToleratedUse[] | null;
}

/** How often a file differs from its format in something that cannot change its meaning, and where first. */
export interface ToleratedUse {
  /** Its name in packages/bank-formats, such as `shortLines`. */
  readonly tolerance: string;
  readonly count: number;
  readonly lines: readonly number[];
}

/** A file that a process works on. */
export interface FileKey {
  readonly organizationId: OrganizationId;
  readonly fileId: BankFileId;
}
