import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { readNachaFile } from "./read/read-nacha.ts";
import { goldenFiles } from "./samples.testkit.ts";
import { nachaText } from "./write/write-nacha.ts";

const FOLDER = join(import.meta.dirname, "testdata");
const goldenText = (name: string): string => readFileSync(join(FOLDER, `${name}.ach`), "utf8");

describe("Nacha files are written as in testdata/", () => {
  for (const [name, file] of Object.entries(goldenFiles)) {
    test(`${name}.ach, byte for byte`, () => assert.equal(nachaText(file, { lineEnding: "lf" }), goldenText(name)));

    test(`${name}.ach is read, and written again byte for byte with each line ending`, () => {
      const text = goldenText(name);
      for (const [lineEnding, end] of [
        ["lf", "\n"],
        ["crlf", "\r\n"],
        ["none", ""],
      ] as const) {
        const original = text.replaceAll("\n", end);
        const read = readNachaFile(original);
        assert.equal(read.lineEnding, lineEnding);
        assert.equal(nachaText(read, { lineEnding }), original);
      }
    });
  }

  test("every file of testdata/ is compared", () => {
    const names = readdirSync(FOLDER).map((file) => file.replace(/\.ach$/, ""));
    assert.deepEqual(names.toSorted(), Object.keys(goldenFiles).toSorted());
  });
});
