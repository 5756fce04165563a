import type { Bai2Direction, Bai2TypeCode } from "./type-codes/type-codes.ts";

/** 01: who sent the file, and which it is. */
export interface Bai2FileHeader {
  readonly kind: "file";
  readonly line: number;
  readonly senderIdentification: string;
  readonly receiverIdentification: string;
  /** `2026-11-20`. */
  readonly fileCreationDate: string;
  /** `HH:MM` in the sender's time zone; `24:00` is the end of the day. */
  readonly fileCreationTime: string;
  /** With sender, receiver, and date, this identifies a file. */
  readonly fileIdentificationNumber: string;
  readonly physicalRecordLength: number | undefined;
  readonly blockSize: number | undefined;
}

/**
 * What to do with a group: add it to what was reported (`update`, replacing balances of the same type), delete what was
 * reported for that date, replace it (`correction`), or do nothing (`test`).
 */
export type Bai2GroupStatus = "update" | "deletion" | "correction" | "test";

/** 02: accounts of one bank as of one date. */
export interface Bai2GroupHeader {
  readonly kind: "group";
  readonly line: number;
  readonly ultimateReceiverIdentification: string | undefined;
  readonly originatorIdentification: string;
  readonly groupStatus: Bai2GroupStatus;
  /** `2026-11-20`. */
  readonly asOfDate: string;
  readonly asOfTime: string | undefined;
  /** ISO 4217; `USD` if the file names none. */
  readonly currencyCode: string;
  readonly asOfDateModifier: "interimPreviousDay" | "finalPreviousDay" | "interimSameDay" | "finalSameDay" | undefined;
}

/** When the money is available. Amounts are in the account's currency, in its smallest unit. */
export type Bai2FundsType =
  | { readonly type: "unknown" | "immediate" | "oneDay" | "twoOrMoreDays" }
  | { readonly type: "valueDated"; readonly valueDate: string; readonly valueTime: string | undefined }
  | { readonly type: "distributed"; readonly parts: readonly Bai2Availability[] };

export interface Bai2Availability {
  /** 0 is immediately. In a distribution of type S, 2 is two or more days. */
  readonly days: number;
  readonly amountMinor: bigint;
}

/** A balance (status code), which has a sign, or a total of an account (summary code). */
export interface Bai2Balance {
  readonly typeCode: Bai2TypeCode;
  /** In the smallest unit of the currency: cents for USD. Undefined if not reported. */
  readonly amountMinor: bigint | undefined;
  readonly itemCount: number | undefined;
  readonly fundsType: Bai2FundsType;
}

/** 03: an account with its balances and totals. */
export interface Bai2Account {
  readonly kind: "account";
  readonly line: number;
  readonly customerAccountNumber: string;
  readonly currencyCode: string;
  readonly balances: readonly Bai2Balance[];
}

/** 16: one credit or debit, or a message of the bank (code 890, without an amount). */
export interface Bai2Transaction {
  readonly kind: "transaction";
  readonly line: number;
  readonly typeCode: Bai2TypeCode;
  readonly direction: Bai2Direction;
  /** Without a sign: the direction says which way the money went. */
  readonly amountMinor: bigint | undefined;
  readonly fundsType: Bai2FundsType;
  readonly bankReferenceNumber: string | undefined;
  /** The check number for codes 395, 474, and 475. */
  readonly customerReferenceNumber: string | undefined;
  /** One string per physical record, without padding: banks put a name or a reference on each. */
  readonly text: readonly string[];
}

/** 49, 98, and 99, after their totals and counts were compared. */
export interface Bai2Trailer {
  readonly kind: "accountTrailer" | "groupTrailer" | "fileTrailer";
  readonly line: number;
  /** The sum of the amounts of balances, totals, and transactions; a checksum and not a sum of money. */
  readonly controlTotalMinor: bigint;
  /** Groups of a file, accounts of a group; undefined in an account's trailer. */
  readonly parts: number | undefined;
  readonly records: number;
}

/** What the reader yields, in the order of the file. */
export type Bai2Item = Bai2FileHeader | Bai2GroupHeader | Bai2Account | Bai2Transaction | Bai2Trailer;
