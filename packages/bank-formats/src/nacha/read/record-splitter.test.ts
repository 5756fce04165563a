import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { createRecordSplitter, type FileLine } from "./record-splitter.ts";

function split(pieces: Iterable<string>): readonly FileLine[] {
  const lines: FileLine[] = [];
  const splitter = createRecordSplitter((line) => lines.push(line));
  for (const piece of pieces) splitter.push(piece);
  splitter.end();
  return lines;
}

const record = (character: string): string => character.repeat(94);

describe("splitting a file into records", () => {
  test("knows the line end of each record", () => {
    assert.deepEqual(split([`${record("1")}\r\n${record("9")}\n`]), [
      { text: record("1"), ending: "crlf" },
      { text: record("9"), ending: "lf" },
    ]);
  });

  test("the last line needs no end", () => {
    assert.deepEqual(split([`${record("1")}\n${record("9")}`]), [
      { text: record("1"), ending: "lf" },
      { text: record("9"), ending: undefined },
    ]);
    assert.deepEqual(split(["101"]), [{ text: "101", ending: undefined }]);
    assert.deepEqual(split([]), []);
  });

  test("records may follow each other without line ends, with one at the end of the file", () => {
    const records = [
      { text: record("1"), ending: "none" },
      { text: record("5"), ending: "none" },
    ];
    assert.deepEqual(split([record("1") + record("5")]), records);
    assert.deepEqual(split([`${record("1")}${record("5")}\r\n`]), records);
  });

  test("a first record that is too long does not shift the others", () => {
    assert.deepEqual(split([`${record("1")}xx\n${record("5")}\n${record("6")}\n`]), [
      { text: `${record("1")}xx`, ending: "lf" },
      { text: record("5"), ending: "lf" },
      { text: record("6"), ending: "lf" },
    ]);
  });

  test("a carriage return alone ends a record, wherever the pieces end", () => {
    const records = [
      { text: record("1"), ending: "cr" },
      { text: record("5"), ending: "crlf" },
      { text: record("9"), ending: "cr" },
    ];
    const text = `${record("1")}\r${record("5")}\r\n${record("9")}\r`;
    assert.deepEqual(split([text]), records);
    assert.deepEqual(split(text), records);
  });

  test("long lines are cut", () => {
    const [, long, last] = split([`${record("1")}\n${"5".repeat(100_000)}\n${record("9")}\n`]);
    assert.deepEqual(long, { text: "5".repeat(200), ending: undefined });
    assert.deepEqual(last, { text: record("9"), ending: "lf" });
  });

  test("law: the result does not depend on where the pieces end", () => {
    const text = fc
      .array(
        fc.oneof(fc.constantFrom("\n", "\r\n", "\r", record("6"), record("7"), " "), fc.string({ maxLength: 120 })),
        {
          maxLength: 12,
        },
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.array(fc.nat(400), { maxLength: 8 }), (whole, lengths) => {
        const pieces: string[] = [];
        let rest = whole;
        for (const length of lengths) {
          pieces.push(rest.slice(0, length));
          rest = rest.slice(length);
        }
        assert.deepEqual(split([...pieces, rest]), split([whole]));
        assert.deepEqual(split(whole), split([whole]));
      }),
      { numRuns: 500 },
    );
  });
});
