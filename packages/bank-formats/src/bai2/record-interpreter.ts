import type { Bai2Tolerance } from "./bai2-options.ts";
import { envelopes } from "./envelopes.ts";
import type { Bai2Account, Bai2Item, Bai2Trailer } from "./items.ts";
import type { ProblemLog } from "./problem-log.ts";
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
  /** Undefined if the record is wrong, which is in the log. */
  readonly read: (record: LogicalRecord) => Bai2Item | undefined;
  readonly end: (line: number) => void;
}

const LEVEL = { "49": "account", "98": "group", "99": "file" } as const;
const KIND = { "49": "accountTrailer", "98": "groupTrailer", "99": "fileTrailer" } as const;

export function interpretRecords(log: ProblemLog, tolerant: Bai2Tolerance): RecordInterpreter {
  const state = envelopes(log, tolerant);
  let currency = "USD";

  const readTransactionHere = (fields: RecordFields): Bai2Item => {
    const transaction = readTransaction(fields);
    if (!state.isOpen("account")) {
      log.add({ line: fields.line, record: "16" }, "must be between the 03 and 49 records of an account");
      state.stopComparing();
    }
    state.add(transaction.amountMinor);
    return transaction;
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
  const itemOf = (code: string, fields: RecordFields, records: number): Bai2Item => {
    if (code === "49" || code === "98" || code === "99") return readTrailerHere(code, fields, records);
    let item: Bai2Item;
    if (code === "01") {
      state.open("file", fields.line, code);
      item = readFileHeader(fields);
    } else if (code === "02") {
      state.open("group", fields.line, code);
      const group = readGroupHeader(fields);
      currency = group.currencyCode;
      item = group;
    } else item = code === "03" ? readAccountHere(fields) : readTransactionHere(fields);
    state.countRecords(records);
    return item;
  };
  const read = (record: LogicalRecord): Bai2Item | undefined => {
    const before = log.count();
    const item = itemOf(record.code, recordFields(record, log, tolerant), record.parts.length);
    if (log.count() === before) return item;
    // Wrong totals are reported with their trailer; a record that cannot be read makes all later sums meaningless.
    if (!(record.code in LEVEL)) state.stopComparing();
    return undefined;
  };
  const end = (line: number): void => {
    if (!state.isComplete()) log.add({ line, record: "" }, "the file ends without its 99 record");
  };
  return { read, end };
}
