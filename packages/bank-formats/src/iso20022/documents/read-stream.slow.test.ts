import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { BLOCK_MS_MAX, longestTurnMsOf } from "../../../../../server/test/kit/faults/bounded-work.ts";
import { long } from "../../../../../server/test/kit/faults/random.ts";
import { watchMemory } from "../../../../../tools/kit/held-memory.ts";
import { accountStatement } from "../builders/account-statements.ts";
import { statementFacts } from "../golden/golden-messages.testkit.ts";
import { noEntries, statementProblems, withEntry } from "../readings/statement-rules.ts";
import { Iso20022Error } from "../schema/problems.ts";
import { readMessage } from "./read-message.ts";
import { readMessageFrom, readStatementParts } from "./read-stream.ts";
import { writeMessage } from "./write-message.ts";

const file = writeMessage(accountStatement(statementFacts));
const [before = "", inside = "", after = ""] = file.split(/(<Ntry>[\s\S]*<\/Ntry>)/);
assert.ok(after !== "", "the statement has entries");
const entriesPerCopy = statementFacts.entries.length;

/** A statement with many entries; its summary no longer fits. */
function* statementWith(copies: number): Generator<Uint8Array> {
  yield Buffer.from(before.replace(/<TxsSummry>[\s\S]*<\/TxsSummry>/, ""));
  const copy = Buffer.from(inside);
  for (let at = 0; at < copies; at++) yield copy;
  yield Buffer.from(after);
}

const inPieces = (text: string, size: number): readonly Uint8Array[] => {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
};

describe("files in pieces", () => {
  test("are read like whole ones, wherever they are cut", async () => {
    const text = readFileSync(new URL("../golden/testdata/pain.001.001.09-ach.xml", import.meta.url), "utf8");
    const accented = text.replaceAll("Acme", "Acmé 漢字 😀");
    const whole = readMessage(accented, ["pain.001.001.09"]);
    for (const size of [1, 7, 1000])
      assert.deepEqual(await readMessageFrom(inPieces(accented, size), ["pain.001.001.09"]), whole);
  });

  test("may be too large", async () => {
    const options = { bytesMax: 10_000 };
    await assert.rejects(readMessageFrom(statementWith(100), ["camt.053.001.08"], options), /at most 10000 bytes/);
  });

  test("may end in the middle", async () => {
    await assert.rejects(readMessageFrom(inPieces(file.slice(0, -30), 100), ["camt.053.001.08"]), Iso20022Error);
  });
});

describe("large statements", () => {
  test("are read entry by entry, and the rest at the end", async () => {
    let totals = noEntries;
    for await (const part of readStatementParts([Buffer.from(file)])) {
      if (part.kind === "entry") {
        assert.equal(part.statementIndex, 0);
        totals = withEntry(totals, part.entry);
      } else {
        const { message } = part.received;
        assert.ok(message.name === "camt.053.001.08");
        const [statement] = message.content.Stmt;
        assert.ok(statement !== undefined && statement.Ntry === undefined, "the entries were handed over");
        assert.deepEqual(statementProblems(statement, totals), []);
      }
    }
    assert.equal(totals.count, entriesPerCopy);
  });

  test("hand over no entry after a fault", async () => {
    const broken = file.replace("<Sts>", "<Foo/><Sts>");
    const taken: string[] = [];
    const reading = async () => {
      for await (const part of readStatementParts([Buffer.from(broken)])) taken.push(part.kind);
    };
    await assert.rejects(reading(), /Ntry\[1\]: has an unknown element/);
    assert.deepEqual(taken, []);
  });

  test("are numbered within a file of several", async () => {
    const [start = "", statement = "", end = ""] = file.split(/(<Stmt>[\s\S]*<\/Stmt>)/);
    const indexes: number[] = [];
    for await (const part of readStatementParts([Buffer.from(start + statement + statement + end)]))
      if (part.kind === "entry") indexes.push(part.statementIndex);
    assert.deepEqual(indexes, [0, 0, 1, 1]);
  });

  test("are numbered where a statement without entries comes first", async () => {
    const [start = "", statement = "", end = ""] = file.split(/(<Stmt>[\s\S]*<\/Stmt>)/);
    const empty = statement.replace(/<Ntry>[\s\S]*<\/Ntry>/, "");
    const indexes: number[] = [];
    for await (const part of readStatementParts([Buffer.from(start + empty + statement + end)]))
      if (part.kind === "entry") indexes.push(part.statementIndex);
    assert.deepEqual(indexes, [1, 1]);
  });

  test("law 26: 100,000 entries take bounded memory and do not block the event loop", async () => {
    const read = async (entries: number, look: () => void) => {
      const copies = entries / entriesPerCopy;
      let count = 0;
      for await (const part of readStatementParts(statementWith(copies))) {
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
