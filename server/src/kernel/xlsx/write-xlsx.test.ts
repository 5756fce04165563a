import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sheetsOf } from "#test/kit/files/workbook.ts";
import { FORMULA_TEXTS } from "../../../../tools/kit/spreadsheet.ts";
import type { XlsxCell } from "./sheet.ts";
import { writeXlsx } from "./write-xlsx.ts";

const AT = new Date("2026-11-20T15:00:00Z");
const columns = ["Name", "When", "Amount"].map((header) => ({ header, width: 20 }));

async function* pagesOf(...pages: readonly (readonly (readonly XlsxCell[])[])[]) {
  yield* pages;
}

async function written(file: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file) pieces.push(piece);
  return Buffer.concat(pieces);
}

const sheetsWith = async (rows: readonly (readonly XlsxCell[])[], rowsPerSheet?: number) =>
  sheetsOf(
    await written(
      writeXlsx({
        sheet: "Rows & more",
        columns,
        rows: pagesOf(rows),
        at: AT,
        ...(rowsPerSheet ? { rowsPerSheet } : {}),
      }),
    ),
  );

describe("an XLSX file", () => {
  test("has a header that stays in view, texts, instants, and amounts, each with its format", async () => {
    const rows = [
      ["Tern <Packaging> & Co.", new Date("2026-11-20T12:00:00Z"), { dollars: "-1234.50" }],
      [null, new Date("1970-01-01T00:00:00Z"), { dollars: "0.07" }],
    ];
    const [sheet, ...others] = await sheetsWith(rows);
    assert.deepEqual(others, []);
    assert.equal(sheet?.name, "Rows & more");
    assert.equal(sheet.frozenRows, 1);
    const instant = "yyyy\\-mm\\-dd\\ hh:mm:ss";
    const dollars = '"$"#,##0.00;\\-"$"#,##0.00';
    assert.deepEqual(Object.fromEntries(sheet.cells), {
      A1: { text: "Name", format: "@" },
      B1: { text: "When", format: "@" },
      C1: { text: "Amount", format: "@" },
      A2: { text: "Tern <Packaging> & Co.", format: "@" },
      // Excel's number for this noon.
      B2: { number: 46_346.5, format: instant },
      C2: { number: -1_234.5, format: dollars },
      B3: { number: 25_569, format: instant },
      C3: { number: 0.07, format: dollars },
    });
  });

  test("never has a formula: texts that look like one are text, also when they are edited later", async () => {
    const [sheet] = await sheetsWith(FORMULA_TEXTS.map((text) => [text, null, null]));
    const texts = FORMULA_TEXTS.map((_, index) => sheet?.cells.get(`A${index + 2}`));
    assert.deepEqual(
      texts,
      FORMULA_TEXTS.map((text) => ({ text, format: "@" })),
    );
    assert.ok(!sheet?.elements.has("f"));
  });

  test("keeps every text that can be stored, whatever XML cannot contain", async () => {
    const texts = [
      "\u0001\u000b\u001f",
      "a\rb\r\nc\nd\te",
      "_x0041_",
      "_x005F_",
      "  two  ",
      "\ufffe\uffff",
      "😀",
      "]]>",
      "0012",
    ];
    const [sheet] = await sheetsWith(texts.map((text) => [text, null, null]));
    assert.deepEqual(
      texts.map((_, index) => sheet?.cells.get(`A${index + 2}`)?.text),
      texts,
    );
    const [lone] = await sheetsWith([["\ud800", null, null]]);
    assert.equal(lone?.cells.get("A2")?.text, "\ufffd", "half a character is replaced");
    const [long] = await sheetsWith([["x".repeat(40_000), null, null]]);
    assert.equal(long?.cells.get("A2")?.text?.length, 32_767, "spreadsheets accept no longer text");
  });

  test("continues on another sheet when one is full", async () => {
    const sheets = await sheetsWith(
      Array.from({ length: 7 }, (_, index) => [`row ${index}`, null, null]),
      4,
    );
    assert.deepEqual(
      sheets.map(({ name }) => name),
      ["Rows & more", "Rows & more 2", "Rows & more 3"],
    );
    assert.deepEqual(
      sheets.flatMap(({ cells }) => ["A1", "A2", "A3", "A4"].map((place) => cells.get(place)?.text)),
      ["Name", "row 0", "row 1", "row 2", "Name", "row 3", "row 4", "row 5", "Name", "row 6", undefined, undefined],
    );
  });

  test("has as many columns as wanted", async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ header: `h${index}`, width: 8 }));
    const [sheet] = sheetsOf(await written(writeXlsx({ sheet: "S", columns: many, rows: pagesOf(), at: AT })));
    assert.deepEqual(
      ["A1", "Z1", "AA1", "AD1"].map((place) => sheet?.cells.get(place)?.text),
      ["h0", "h25", "h26", "h29"],
    );
  });

  test("reads a page only when the receiver has taken the one before", async () => {
    let read = 0;
    async function* endless(): AsyncGenerator<readonly (readonly XlsxCell[])[]> {
      for (;;) {
        read += 1;
        yield Array.from({ length: 500 }, (_, index) => [`${read} ${Math.sin(index)}`, AT, { dollars: "1.00" }]);
      }
    }
    const file = writeXlsx({ sheet: "S", columns, rows: endless(), at: AT });
    let taken = 0;
    for (let pieces = 0; pieces < 20; pieces += 1) {
      taken += (await file.next()).value?.length ?? 0;
      assert.ok(read <= pieces + 1, "at most one page is read for a piece");
    }
    await file.return(undefined);
    assert.ok(taken > 0);
  });
});
