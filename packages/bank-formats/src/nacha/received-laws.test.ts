import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { long, seeded, testSeed } from "../../../../server/test/kit/faults/random.ts";
import { mutatedFile } from "../text/mutated-text.testkit.ts";
import { NachaFileError } from "./errors.ts";
import { randomFile, randomFileKinds } from "./random-files.testkit.ts";
import { asBanksSend } from "./read/as-banks-send.ts";
import type { NachaItem } from "./read/file-state.ts";
import { readNachaSync } from "./read/read-nacha.ts";
import { nachaText } from "./write/write-nacha.ts";

const FILES = long ? 2_000 : 200;

/** What the entries of a file move, whether or not they need a person. */
function figuresOf(items: readonly NachaItem[]) {
  let entries = 0;
  let amountMinor = 0n;
  for (const item of items) {
    if (item.kind !== "entry" && item.kind !== "problemEntry") continue;
    entries += 1;
    amountMinor += (item.kind === "entry" ? item.entry.amountMinor : item.facts.amountMinor) ?? 0n;
  }
  return { entries, amountMinor };
}

const isEmpty = (text: string): boolean =>
  [...text].every((character) => " \t\r\n\u{0}\u{1a}\u{feff}".includes(character));

describe("laws of reading ACH files that banks send", () => {
  test("a damaged file is an error, or items that the file's own totals prove", () => {
    const random = seeded(testSeed("received ACH files"));
    const seen = { errors: 0, items: 0, same: 0 };
    for (let round = 0; round < FILES; round += 1) {
      const kind = randomFileKinds[round % randomFileKinds.length] ?? "forward";
      const original = nachaText(randomFile(random, kind), { lineEnding: "lf" });
      const { text, pieces } = mutatedFile(original, random);
      let items: readonly NachaItem[];
      try {
        items = [...readNachaSync(pieces, asBanksSend)];
      } catch (error) {
        assert.ok(error instanceof NachaFileError, `${error}\n${text}`);
        assert.ok(error.errors.length > 0, text);
        seen.errors += 1;
        continue;
      }
      assert.equal(items.at(-1)?.kind, "end", text);
      const { entries, amountMinor } = figuresOf(items);
      const control = items.find((item) => item.kind === "fileControl")?.control;
      // Without a control record the file was empty.
      assert.equal(amountMinor, (control?.totalDebitMinor ?? 0n) + (control?.totalCreditMinor ?? 0n), text);
      if (control === undefined) assert.ok(isEmpty(text), text);
      const before = figuresOf([...readNachaSync(original)]);
      if (entries === before.entries && amountMinor === before.amountMinor) seen.same += 1;
      seen.items += 1;
    }
    assert.ok(seen.errors > FILES / 10, JSON.stringify(seen));
    assert.ok(seen.same > FILES / 10, JSON.stringify(seen));
    // One fault cannot change an amount and the totals of its batch and file.
    assert.ok(seen.same >= seen.items * 0.9, JSON.stringify(seen));
  });

  test("each tolerance that the file needs is in the last item, and reading strictly finds the same", () => {
    const random = seeded(testSeed("tolerances of received ACH files"));
    for (let round = 0; round < FILES; round += 1) {
      const kind = randomFileKinds[round % randomFileKinds.length] ?? "forward";
      const { pieces } = mutatedFile(nachaText(randomFile(random, kind), { lineEnding: "lf" }), random);
      let items: readonly NachaItem[];
      try {
        items = [...readNachaSync(pieces, asBanksSend)];
      } catch {
        continue;
      }
      const last = items.at(-1);
      assert.ok(last?.kind === "end");
      const used = Object.fromEntries(last.tolerated.map(({ tolerance }) => [tolerance, true]));
      const options = { entryProblems: "items", tolerant: used } as const;
      assert.deepEqual([...readNachaSync(pieces, options)], items);
    }
  });
});
