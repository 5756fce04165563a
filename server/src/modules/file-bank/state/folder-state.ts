import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { assert } from "../../../kernel/assert.ts";
import { type BankRecord, bankRecordOf, recordText } from "./bank-record.ts";
import type { BankState } from "./bank-state.ts";
import { writeDurably } from "./write-durably.ts";

const RECORD = /^[0-9]{8}\.json$/;
const DELIVERED = "delivered.json";

const recordName = (sequence: number): string => `${String(sequence).padStart(8, "0")}.json`;

/**
 * A state in a folder of its own: one file per record, and one with the instant of the last delivery. One process at a
 * time may use it. A crash leaves whole files only, because each is written under another name, synchronized, and renamed.
 */
export async function folderState(folder: string): Promise<BankState> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let last = 0;
  return {
    load: async () => {
      const names = (await readdir(folder)).filter((name) => RECORD.test(name)).sort();
      const records: BankRecord[] = [];
      for (const name of names) {
        const record = bankRecordOf(await readFile(join(folder, name), "utf8"));
        assert(recordName(record.sequence) === name, "a record has the name of its number");
        assert(record.sequence === records.length + 1, "no record of the bank is missing");
        records.push(record);
      }
      last = records.length;
      return { records, deliveredThrough: await deliveredIn(folder) };
    },
    append: async (record) => {
      assert(record.sequence === last + 1, "records are added without gaps");
      await writeDurably(folder, recordName(record.sequence), recordText(record));
      last = record.sequence;
    },
    markDelivered: (through) => writeDurably(folder, DELIVERED, JSON.stringify({ through })),
  };
}

async function deliveredIn(folder: string): Promise<string | undefined> {
  if (!(await readdir(folder)).includes(DELIVERED)) return undefined;
  const value: unknown = JSON.parse(await readFile(join(folder, DELIVERED), "utf8"));
  assert(
    typeof value === "object" && value !== null && "through" in value && typeof value.through === "string",
    "the instant of the last delivery can be read",
  );
  return value.through;
}
