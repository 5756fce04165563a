import { assert } from "../../../kernel/assert.ts";
import type { BankRecord } from "./bank-record.ts";

/** What the bank knew when it was stopped. */
export interface StoredBank {
  readonly records: readonly BankRecord[];
  /** Answers up to this instant have been handed out; undefined if none have. */
  readonly deliveredThrough: string | undefined;
}

/** Where the bank keeps its records. Each method is durable when it returns, and does all or nothing. */
export interface BankState {
  load(): Promise<StoredBank>;
  /** Adds the next record. */
  append(record: BankRecord): Promise<void>;
  markDelivered(through: string): Promise<void>;
}

/** A state that lasts as long as the process. */
export function memoryState(): BankState {
  const records: BankRecord[] = [];
  let deliveredThrough: string | undefined;
  return {
    load: () => Promise.resolve({ records: [...records], deliveredThrough }),
    append: async (record) => {
      assert(record.sequence === records.length + 1, "records are added without gaps");
      records.push(record);
    },
    markDelivered: async (through) => {
      deliveredThrough = through;
    },
  };
}
