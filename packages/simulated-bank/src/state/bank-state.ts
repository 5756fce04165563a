import { assert } from "bursar-banking/assert";
import type { BankRecord } from "./bank-record.ts";

/** What was handed out over a connection: what happened up to an instant, by the records up to a number. */
export interface Delivered {
  /** ISO 8601. */
  readonly through: string;
  readonly sequence: number;
}

/**
 * Where the bank keeps its records, and what it delivered over each connection of its customer. A bank with one folder
 * has one connection, with an empty name.
 */
export interface BankState {
  /**
   * Runs the work while nobody else changes the state. What it changes is durable when the call returns; if the call
   * fails, each change may have been made or not.
   */
  exclusively<Result>(work: (session: BankSession) => Promise<Result>): Promise<Result>;
}

export interface BankSession {
  /** The records after a number, in order. */
  recordsAfter(sequence: number): Promise<readonly BankRecord[]>;
  /** Adds the next record. */
  append(record: BankRecord): Promise<void>;
  /** Undefined before the first delivery. */
  deliveredOver(connection: string): Promise<Delivered | undefined>;
  markDelivered(connection: string, delivered: Delivered): Promise<void>;
  /** When the bank has something for a connection again; undefined: nothing is planned. */
  noteNextDue(connection: string, at: string | undefined): Promise<void>;
}

/** A state that lasts as long as the process. */
export function memoryState(): BankState {
  const records: BankRecord[] = [];
  const delivered = new Map<string, Delivered>();
  const session: BankSession = {
    recordsAfter: async (sequence) => records.slice(sequence),
    append: async (record) => {
      assert(record.sequence === records.length + 1, "records are added without gaps");
      records.push(record);
    },
    deliveredOver: async (connection) => delivered.get(connection),
    markDelivered: async (connection, to) => {
      delivered.set(connection, to);
    },
    noteNextDue: ignoreNextDue,
  };
  return { exclusively: (work) => work(session) };
}

/** For a bank that looks for itself what is due. */
export const ignoreNextDue = (): Promise<void> => Promise.resolve();
