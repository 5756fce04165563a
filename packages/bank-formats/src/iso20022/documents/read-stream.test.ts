import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { Iso20022Error } from "../schema/problems.ts";
import { readMessage } from "./read-message.ts";
import { readMessageFrom } from "./read-stream.ts";

const file = readFileSync(new URL("../golden/testdata/pain.001.001.09-ach.xml", import.meta.url), "utf8");

const inPieces = (text: string, size: number): readonly Uint8Array[] => {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
};

describe("files in pieces", () => {
  test("are read like whole ones, wherever they are cut", async () => {
    const accented = file.replaceAll("Acme", "Acmé 漢字 😀");
    const whole = readMessage(accented, ["pain.001.001.09"]);
    for (const size of [1, 7, 1000])
      assert.deepEqual(await readMessageFrom(inPieces(accented, size), ["pain.001.001.09"]), whole);
  });

  test("may be too large", async () => {
    const reading = readMessageFrom(inPieces(file, 100), ["pain.001.001.09"], { bytesMax: file.length - 1 });
    await assert.rejects(reading, new RegExp(`at most ${file.length - 1} bytes`));
  });

  test("may end in the middle", async () => {
    await assert.rejects(readMessageFrom(inPieces(file.slice(0, -30), 100), ["pain.001.001.09"]), Iso20022Error);
  });
});
