import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { long, seeded, testSeed } from "../../../../server/test/kit/faults/random.ts";
import { mutatedFile } from "../text/mutated-text.testkit.ts";
import { Bai2Error } from "./bai2-error.ts";
import { asBanksSend } from "./bai2-options.ts";
import type { Bai2Item, Bai2Trailer } from "./items.ts";
import { readBai2 } from "./read-bai2.ts";

const FILES = long ? 2_000 : 200;
const golden = (name: string): string => readFileSync(join(import.meta.dirname, "testdata", name), "utf8");
const originals = ["manual-appendix-d.bai", "padded-to-80.bai"].map((name) => golden(name).replaceAll("\r", ""));

/** The amounts that an account's trailer adds up. */
function sumsOf(items: readonly Bai2Item[]) {
  let minor = 0n;
  for (const item of items) {
    if (item.kind === "account") for (const { amountMinor } of item.balances) minor += amountMinor ?? 0n;
    else if (item.kind === "transaction") minor += item.amountMinor ?? 0n;
    else if (item.kind === "problemTransaction") minor += item.facts.amountMinor ?? 0n;
  }
  return minor;
}

describe("laws of reading BAI2 files that banks send", () => {
  test("a damaged file is an error, or items whose sum is stated, or differs visibly", async () => {
    const random = seeded(testSeed("received BAI2 files"));
    const seen = { errors: 0, differences: 0, proven: 0 };
    const isRare = (count: number) => count <= FILES / 20;
    // Which faults a seed draws is chance: rounds go on until each outcome has been seen often enough.
    for (let round = 0; round < FILES || (Object.values(seen).some(isRare) && round < 4 * FILES); round += 1) {
      const { text, pieces } = mutatedFile(originals[round % originals.length] ?? "", random);
      let items: readonly Bai2Item[];
      try {
        items = await Array.fromAsync(readBai2(pieces, asBanksSend));
      } catch (error) {
        assert.ok(error instanceof Bai2Error, `${error}\n${text}`);
        assert.ok(error.problems.length > 0 && error.problems.length <= 50, text);
        seen.errors += 1;
        continue;
      }
      assert.equal(items.at(-1)?.kind, "end", text);
      const differs = items.some((item) => item.kind === "difference" && item.what === "controlTotal");
      if (differs) seen.differences += 1;
      else {
        const trailer = items.find((item): item is Bai2Trailer => item.kind === "fileTrailer");
        assert.equal(sumsOf(items), trailer?.controlTotalMinor ?? 0n, text);
        seen.proven += 1;
      }
    }
    for (const count of Object.values(seen)) assert.ok(!isRare(count), JSON.stringify(seen));
  });
});
