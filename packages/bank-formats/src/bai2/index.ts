/**
 * BAI2 (Cash Management Balance Reporting Specifications Version 2, BAI, 10/2005) and BTRS, its version 3 (ANSI X9.121): reads
 * the balances and transactions that a bank reports. Strict unless a tolerance is named, as in `asBanksSend`; bounded in memory and time; amounts are `bigint` in the currency's
 * smallest unit.
 *
 *     for (const { account, transactions } of bai2Statements(parseBai2(text))) …
 *
 * `readBai2` reads large files in pieces. What a group's status means for data reported earlier (replace, delete, do nothing) is
 * up to the caller.
 */
export { Bai2Error, type Bai2Problem } from "./bai2-error.ts";
export { asBanksSend, type Bai2Options, type Bai2Tolerance, type Bai2ToleranceName } from "./bai2-options.ts";
export type {
  Bai2Account,
  Bai2Availability,
  Bai2Balance,
  Bai2Difference,
  Bai2End,
  Bai2FileHeader,
  Bai2FundsType,
  Bai2GroupHeader,
  Bai2GroupStatus,
  Bai2Item,
  Bai2ProblemTransaction,
  Bai2Trailer,
  Bai2Transaction,
} from "./items.ts";
export { parseBai2, readBai2 } from "./read-bai2.ts";
export { type Bai2Statement, bai2Statements } from "./statements.ts";
export type { Bai2Level } from "./type-codes/code-row.ts";
export { type Bai2Direction, type Bai2TypeCode, bai2TypeCode } from "./type-codes/type-codes.ts";
