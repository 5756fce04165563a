import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import { seeded, testSeed } from "../../../../../../server/test/kit/faults/random.ts";
import { type Encoding, FileProblem, type Separator, textOfCell } from "../file-table.ts";
import { readTextTable } from "../read-text.ts";

const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const bytes = Buffer.from(text, "utf16le");
  return new Uint8Array(isBig ? bytes.swap16() : bytes);
};
const read = (text: string | Uint8Array, choices = {}) =>
  readTextTable(typeof text === "string" ? new TextEncoder().encode(text) : text, choices);
const textsOf = (text: string | Uint8Array, choices = {}) =>
  read(text, choices).records.map(({ cells }) => cells.map(textOfCell));

describe("reading a text file", () => {
  const table = "Empfänger;Betrag\r\nMüller & Söhne;1.234,56\r\nÉtablissements Ørsted;7,00\r\n";
  const files: readonly (readonly [what: string, bytes: Uint8Array, encoding: Encoding])[] = [
    ["UTF-8", new TextEncoder().encode(table), "utf-8"],
    ["UTF-8 with a byte order mark", new TextEncoder().encode(`\uFEFF${table}`), "utf-8"],
    ["UTF-16 LE with a byte order mark", utf16(`\uFEFF${table}`, false), "utf-16le"],
    ["UTF-16 BE with a byte order mark", utf16(`\uFEFF${table}`, true), "utf-16be"],
    ["UTF-16 LE", utf16(table, false), "utf-16le"],
    ["UTF-16 BE", utf16(table, true), "utf-16be"],
    ["Windows-1252", new Uint8Array(Buffer.from(table, "latin1")), "windows-1252"],
  ];
  for (const [what, bytes, encoding] of files)
    it(`recognizes ${what}`, () => {
      const found = read(bytes);
      assert.equal(found.kind === "text" && found.encoding, encoding);
      assert.deepEqual(textsOf(bytes)[1], ["Müller & Söhne", "1.234,56"]);
    });

  for (const separator of [",", ";", "\t", "|"] as const)
    it(`recognizes ${JSON.stringify(separator)} as separator despite decimal commas`, () => {
      const lines = ["Name", "Amount"].join(separator);
      const rows = Array.from({ length: 20 }, (_, row) =>
        [`Vendor ${row}`, separator === "," ? `"${row},50"` : `${row},50`].join(separator),
      );
      const found = read([lines, ...rows].join("\n"));
      assert.equal(found.kind === "text" && found.separator, separator);
      assert.deepEqual(found.records[3]?.cells, ["Vendor 2", "2,50"]);
    });

  it("follows a first line that states the separator", () => {
    assert.deepEqual(textsOf("sep=;\r\nName;Amount\r\nA, B;1\r\n"), [
      ["Name", "Amount"],
      ["A, B", "1"],
    ]);
  });

  it("numbers records by the line where they start", () => {
    const text = 'a,b\r\n"one\r\ntwo",1\r\n\r\n"x\ny\nz",2\rlast,3';
    assert.deepEqual(
      read(text).records.map(({ line, cells }) => [line, cells[1]]),
      [
        [1, "b"],
        [2, "1"],
        [5, "2"],
        [8, "3"],
      ],
    );
  });

  it("accepts quotes inside cells and text after quotes", () => {
    assert.deepEqual(textsOf('a,b\n5" pipe, "say ""hi""" \n"one" two,3\n'), [
      ["a", "b"],
      ['5" pipe', 'say "hi"'],
      ["one two", "3"],
    ]);
  });

  it("reads what it writes, like another parser", () => {
    const random = seeded(testSeed("delimited texts"));
    const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
    const signs = ["a", "Ö", "1", " ", ",", ";", "|", "\t", '"', "\n", "\r\n", "'", "."];
    for (let round = 0; round < 300; round += 1) {
      const separator = pick<Separator>([",", ";", "\t", "|"]);
      const records = Array.from({ length: 1 + Math.floor(random() * 5) }, () =>
        Array.from(
          { length: 1 + Math.floor(random() * 4) },
          () => `x${Array.from({ length: Math.floor(random() * 6) }, () => pick(signs)).join("")}x`,
        ),
      );
      const text = records
        .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator))
        .join("\r\n");
      assert.deepEqual(textsOf(text, { separator }), records);
      assert.deepEqual(parse(text, { delimiter: separator, relax_column_count: true }), records);
    }
  });

  const hostile: readonly (readonly [what: string, text: string | Uint8Array, message: RegExp])[] = [
    ["a quote that is never closed", `a,b\nx,1\n"y,2\n${"z,3\n".repeat(1000)}`, /Line 3 opens a quotation mark/],
    ["a million columns", `a${",".repeat(1_000_000)}\n`, /Line 1 has more than 200 columns/],
    ["a NUL character", "a,b\nx,\0\n", /Line 2 contains a NUL character/],
    ["a PDF", Buffer.from("%PDF-1.7\n"), /is a PDF/],
    ["too many rows", "a,b\n".repeat(6_000), /more than 5,000 rows/],
  ];
  for (const [what, text, message] of hostile)
    it(`explains ${what}`, () => {
      const begun = performance.now();
      assert.throws(
        () => read(text, typeof text === "string" && text.length > 900_000 ? { separator: "," } : {}),
        (error: Error) => error instanceof FileProblem && message.test(error.message),
      );
      assert.ok(performance.now() - begun < 2_000);
    });

  it("rejects random bytes", () => {
    const random = seeded(7);
    const bytes = Uint8Array.from({ length: 50_000 }, () => Math.floor(random() * 256));
    assert.throws(() => read(bytes), FileProblem);
  });
});
