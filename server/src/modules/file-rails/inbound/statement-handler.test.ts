import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import type { Tx } from "../../../kernel/sql/database.ts";
import { statementHandler } from "./statement-handler.ts";

const golden = readFileSync(
  new URL("../../../formats/iso20022/golden/testdata/camt.053.001.08-statement.xml", import.meta.url),
  "utf8",
);

/** The handler uses nothing else of a file. */
const read = (text: string) =>
  statementHandler.read({
    format: "camt.053",
    chunks: async function* () {
      yield Buffer.from(text);
    },
  } as unknown as Parameters<typeof statementHandler.read>[0]);

describe("account reports", () => {
  test("are checked and kept, and their entries are counted", async () => {
    const found = await read(golden);
    assert.ok("apply" in found, JSON.stringify(found));
    assert.equal(found.messageId, /<MsgId>(.*?)<\/MsgId>/.exec(golden)?.[1]);
    const entries = golden.match(/<Ntry>/g)?.length ?? 0;
    assert.ok(entries > 0);
    // It changes nothing, so it needs no transaction.
    assert.deepEqual(await found.apply(undefined as unknown as Tx), { transactions: entries });
  });

  test("are set aside if they are cut off or their balances do not follow from their entries", async () => {
    const cut = await read(golden.slice(0, golden.length / 2));
    assert.match("quarantine" in cut ? cut.quarantine : "", /not a valid camt\.053/);
    const one = /<Ntry>[\s\S]*?<\/Ntry>/.exec(golden)?.[0] ?? "";
    const incomplete = await read(golden.replace(one, ""));
    assert.match("quarantine" in incomplete ? incomplete.quarantine : "", /totals do not match/);
  });
});
