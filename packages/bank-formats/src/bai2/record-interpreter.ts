import { BAI2_PROBLEMS_MAX, type Bai2Options, type Tolerances } from "./bai2-options.ts";
import { envelopes } from "./envelopes.ts";
import type { Bai2Account, Bai2Difference, Bai2Item, Bai2Trailer } from "./items.ts";
import { type ProblemLog, problemLog } from "./problem-log.ts";
import type { LogicalRecord } from "./records/field-cursor.ts";
import { type RecordFields, recordFields } from "./records/record-fields.ts";
import {
  readAccount,
  readFileHeader,
  readGroupHeader,
  readTrailer,
  readTransaction,
} from "./records/record-readers.ts";

/** Turns logical records into items and checks their order, totals, and counts. */
export interface RecordInterpreter {
  /** Nothing if the record is wrong, which is in the log. */
  readonly read: (record: LogicalRecord) => readonly Bai2Item[];
  readonly end: (line: number) => void;
}

const LEVEL = { "49": "account", "98": "group", "99": "file" } as const;
const KIND = { "49": "accountTrailer", "98": "groupTrailer", "99": "fileTrailer" } as const;

export function interpretRecords(
  log: ProblemLog,
  tolerances: Tolerances,
  { differences = "errors", transactionProblems = "errors" }: Bai2Options,
): RecordInterpreter {
  const found: Bai2Difference[] = [];
  const differ = (difference: Bai2Difference): void => {
    const { line, record, field, stated, counted } = difference;
    if (differences === "items") found.push(difference);
    else
      log.add(
        { line, record, field, value: String(stated), kind: "number" },
        `does not match the file, which has ${counted}`,
      );
  };
  const state = envelopes(log, differ);
  let version: 2 | 3 = 2;
  let currency: string | undefined = "USD";

  /** Its problems go to a log of their own, so that they can be an item if its amount still counts. */
  const readTransactionHere = (record: LogicalRecord): Bai2Item | undefined => {
    const own = problemLog(Number.POSITIVE_INFINITY);
    const fields = recordFields(record, own, tolerances);
    const transaction = readTransaction(fields);
    const { line, amountMinor, typeCode } = transaction;
    if (!state.isOpen("account")) {
      log.add({ line, record: "16" }, "must be between the 03 and 49 records of an account");
      state.stopComparing();
    }
    state.add(amountMinor);
    state.countRecords(record.parts.length);
    if (own.count() === 0) return transaction;
    const hasUnreadableAmount =
      amountMinor === undefined && own.list().some(({ field, value }) => field === "Amount" && value !== "");
    if (transactionProblems === "errors" || hasUnreadableAmount) {
      log.include(own.list());
      return undefined;
    }
    const problems = own.list().slice(0, BAI2_PROBLEMS_MAX);
    const code = typeCode.code === "" ? undefined : typeCode.code;
    return { kind: "problemTransaction", line, problems, facts: { typeCode: code, amountMinor } };
  };
  const readAccountHere = (fields: RecordFields): Bai2Account => {
    state.open("account", fields.line, "03");
    const account = readAccount(fields, currency);
    for (const { amountMinor } of account.balances) state.add(amountMinor);
    return account;
  };
  const readTrailerHere = (code: keyof typeof LEVEL, fields: RecordFields, records: number): Bai2Trailer => {
    const trailer = readTrailer(fields, KIND[code]);
    state.countRecords(records);
    state.close(LEVEL[code], trailer, code);
    return trailer;
  };
  const readHeader = (code: string, fields: RecordFields): Bai2Item => {
    if (code === "03") return readAccountHere(fields);
    if (code === "01") {
      state.open("file", fields.line, code);
      const file = readFileHeader(fields);
      version = file.version;
      return file;
    }
    state.open("group", fields.line, code);
    const group = readGroupHeader(fields, version);
    currency = group.currencyCode;
    return group;
  };
  const itemOf = (record: LogicalRecord): Bai2Item | undefined => {
    const { code, parts } = record;
    if (code === "16") return readTransactionHere(record);
    const fields = recordFields(record, log, tolerances);
    if (code === "49" || code === "98" || code === "99") return readTrailerHere(code, fields, parts.length);
    const item = readHeader(code, fields);
    state.countRecords(parts.length);
    return item;
  };
  const read = (record: LogicalRecord): readonly Bai2Item[] => {
    const before = log.count();
    const item = itemOf(record);
    if (log.count() === before && item !== undefined) return [...found.splice(0), item];
    // Wrong totals are reported with their trailer; a record that cannot be read makes all later sums meaningless.
    if (!(record.code in LEVEL)) state.stopComparing();
    return [];
  };
  const end = (line: number): void => {
    if (!state.isComplete()) log.add({ line, record: "" }, "the file ends without its 99 record");
  };
  return { read, end };
}
