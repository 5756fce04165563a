import type { ToleranceUse } from "../text/tolerance-uses.ts";
import type { Bai2Problem } from "./bai2-error.ts";
import type { Bai2ToleranceName } from "./bai2-options.ts";
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
  /** 2 is BAI2; 3 is BTRS, its successor (X9.121). */
  readonly version: 2 | 3;
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
  /** ISO 4217; `USD` if a file of version 2 names none, undefined if one of version 3 does. */
  readonly currencyCode: string | undefined;
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

/**
 * What a trailer states and the file does not have, before that trailer. Only if differences are items: who accepts the file
 * accepts this.
 */
export interface Bai2Difference {
  readonly kind: "difference";
  readonly line: number;
  /** 49, 98, or 99. */
  readonly record: string;
  readonly level: "file" | "group" | "account";
  readonly what: "controlTotal" | "parts" | "records";
  /** The field's name in the manual. */
  readonly field: string;
  readonly stated: bigint;
  readonly counted: bigint;
}

/** A transaction that is wrong on its own, if those are items. Its amount counts in the control totals. */
export interface Bai2ProblemTransaction {
  readonly kind: "problemTransaction";
  readonly line: number;
  /** At least one, each with its place; free of account numbers. */
  readonly problems: readonly Bai2Problem[];
  /** As far as they have the right form. */
  readonly facts: { readonly typeCode: string | undefined; readonly amountMinor: bigint | undefined };
}

/** The last item: the file was read to its end and has no errors. */
export interface Bai2End {
  readonly kind: "end";
  readonly line: number;
  readonly tolerated: readonly ToleranceUse<Bai2ToleranceName>[];
}

/** What the reader yields, in the order of the file. */
export type Bai2Item =
  | Bai2FileHeader
  | Bai2GroupHeader
  | Bai2Account
  | Bai2Transaction
  | Bai2ProblemTransaction
  | Bai2Difference
  | Bai2Trailer
  | Bai2End;
