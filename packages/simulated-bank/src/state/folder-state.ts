import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { assert } from "bursar-banking/assert";
import { type BankRecord, bankRecordOf, recordText } from "./bank-record.ts";
import { type BankState, type Delivered, ignoreNextDue } from "./bank-state.ts";
import { writeDurably } from "./write-durably.ts";

const RECORD = /^[0-9]{8}\.json$/;
const DELIVERED = "delivered.json";

const recordName = (sequence: number): string => `${String(sequence).padStart(8, "0")}.json`;

/**
 * A state in a folder of its own, for the one connection of that folder: one file per record, and one with the last
 * delivery. One process at a time may use it. A crash leaves whole files only, because each is written under another
 * name, synchronized, and renamed.
 */
export async function folderState(folder: string): Promise<BankState> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    exclusively: (work) =>
      work({
        recordsAfter: (sequence) => recordsIn(folder, sequence),
        append: async (record) => {
          const names = await recordNamesIn(folder);
          assert(record.sequence === names.length + 1, "records are added without gaps");
          await writeDurably(folder, recordName(record.sequence), recordText(record));
        },
        deliveredOver: () => deliveredIn(folder),
        markDelivered: (_connection, delivered) => writeDurably(folder, DELIVERED, JSON.stringify(delivered)),
        noteNextDue: ignoreNextDue,
      }),
  };
}

const recordNamesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => RECORD.test(name)).sort();

async function recordsIn(folder: string, after: number): Promise<readonly BankRecord[]> {
  const records: BankRecord[] = [];
  for (const [index, name] of (await recordNamesIn(folder)).entries()) {
    assert(recordName(index + 1) === name, "no record of the bank is missing");
    if (index < after) continue;
    const record = bankRecordOf(await readFile(join(folder, name), "utf8"));
    assert(record.sequence === index + 1, "a record has the name of its number");
    records.push(record);
  }
  return records;
}

async function deliveredIn(folder: string): Promise<Delivered | undefined> {
  if (!(await readdir(folder)).includes(DELIVERED)) return undefined;
  const value: unknown = JSON.parse(await readFile(join(folder, DELIVERED), "utf8"));
  assert(isDelivered(value), "the last delivery can be read");
  return value;
}

const isDelivered = (value: unknown): value is Delivered =>
  typeof value === "object" &&
  value !== null &&
  "through" in value &&
  typeof value.through === "string" &&
  "sequence" in value &&
  Number.isSafeInteger(value.sequence);
