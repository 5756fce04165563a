import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { BLOCK_MS_MAX, longestTurnMsOf } from "../../../../../server/test/kit/faults/bounded-work.ts";
import { long } from "../../../../../server/test/kit/faults/random.ts";
import { watchMemory } from "../../../../../tools/kit/held-memory.ts";
import { readAccountReports } from "./account-reports.ts";

const file = readFileSync(new URL("../golden/testdata/camt.053.001.08-statement.xml", import.meta.url), "utf8");
const [before = "", inside = "", after = ""] = file.split(/(<Ntry>[\s\S]*<\/Ntry>)/);
const entriesPerCopy = inside.split("<Ntry>").length - 1;

function* statementWith(copies: number): Generator<Uint8Array> {
  yield Buffer.from(before);
  const copy = Buffer.from(inside);
  for (let at = 0; at < copies; at++) yield copy;
  yield Buffer.from(after);
}

describe("large statements", () => {
  test("law 26: 100,000 entries take bounded memory and do not block the event loop", async () => {
    assert.ok(entriesPerCopy > 0);
    const read = async (entries: number, look: () => void) => {
      const copies = Math.ceil(entries / entriesPerCopy);
      let count = 0;
      for await (const part of readAccountReports(statementWith(copies))) {
        if (part.kind === "entry") count += 1;
        if (count % 2_500 === 0) look();
      }
      assert.equal(count, copies * entriesPerCopy);
    };
    const memory = watchMemory();
    await read(long ? 100_000 : 5_000, () => memory.look());
    const most = memory.look();
    assert.ok(most < 32 * 1024 * 1024, `${most} bytes`);
    const longestMs = await longestTurnMsOf(() => read(long ? 100_000 : 1_500, () => undefined));
    assert.ok(longestMs <= BLOCK_MS_MAX, `${longestMs} ms of processor time in one turn`);
  });
});
