import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { zip } from "../../../../../../server/test/kit/files/sample-files.ts";
import { type SheetOptions, type SheetValue, workbook } from "../../../../../test/kit/workbook.ts";
import { FileProblem } from "../file-table.ts";
import { readFile } from "../read-file.ts";
import { columnOf, dateOfSerial, isDateFormat, plainNumber } from "./cell-values.ts";

const read = async (rows: readonly (readonly SheetValue[])[], options?: SheetOptions, sheet?: number) =>
  (await readFile(new Blob([new Uint8Array(workbook(rows, options))]), { sheet })).table;
const refused = (bytes: Buffer, message: RegExp) =>
  assert.rejects(
    readFile(new Blob([new Uint8Array(bytes)]), {}),
    (error: Error) => error instanceof FileProblem && message.test(error.message),
  );

describe("reading a workbook", () => {
  it("keeps the types of cells and the numbers of rows", async () => {
    const table = await read([
      ["Name", "Amount", "Due", "Invoice"],
      [],
      ["Tern & Co. <x>", 1234.56, { serial: 46_085 }, 1042],
      ["Mina", { formula: "SUM(B1:B9)", result: 0.1 + 0.2 }, "", "12,5"],
    ]);
    assert.deepEqual(table.records, [
      { line: 1, cells: ["Name", "Amount", "Due", "Invoice"] },
      {
        line: 3,
        cells: [
          "Tern & Co. <x>",
          { kind: "number", value: "1234.56" },
          { kind: "date", value: "2026-03-04" },
          { kind: "number", value: "1042" },
        ],
      },
      { line: 4, cells: ["Mina", { kind: "number", value: "0.3" }, "", "12,5"] },
    ]);
  });

  it("reads the chosen sheet, 1904 dates, and hidden rows", async () => {
    const table = await read([["a"]], { is1904: true, others: { Other: [["b", { serial: 44_623 }]] } }, 1);
    assert.deepEqual(table.records[0]?.cells, ["b", { kind: "date", value: "2026-03-04" }]);
    assert.deepEqual(table.kind === "workbook" && table.sheets, ["Payments", "Other"]);
    const hidden = await read([["a"], ["b"], ["c"]], { hidden: [2] });
    assert.equal(hidden.kind === "workbook" && hidden.hiddenRows, 1);
  });

  it("does not compute formulas", async () => {
    const { records } = await read([["x", { formula: 'WEBSERVICE("https://evil.example")' }]]);
    const cell = records[0]?.cells[1];
    assert.equal(typeof cell === "object" && cell.kind, "error");
  });

  it("has other identifiers for other sheets", async () => {
    const bytes = new Uint8Array(workbook([["a"]], { others: { Other: [["b"]] } }));
    const first = await readFile(new Blob([bytes]), {});
    const second = await readFile(new Blob([bytes]), { sheet: 1 });
    assert.equal(second.id, `${first.id}-sheet-2`);
  });

  it("stops an archive that expands without end", async () => {
    const rows = `<row><c t="str"><v>${" ".repeat(33 * 1024 * 1024)}</v></c></row>`;
    const parts = zip([
      {
        name: "xl/workbook.xml",
        content: Buffer.from('<workbook xmlns:r="r"><sheets><sheet name="a" r:id="1"/></sheets></workbook>'),
      },
      {
        name: "xl/_rels/workbook.xml.rels",
        content: Buffer.from(
          '<Relationships><Relationship Id="1" Type="x/worksheet" Target="/s.xml"/></Relationships>',
        ),
      },
      { name: "s.xml", content: Buffer.from(`<worksheet><sheetData>${rows}</sheetData></worksheet>`) },
    ]);
    await refused(parts, /unpacks to more than 32 MB/);
  });

  it("explains files that are no workbook", async () => {
    await refused(zip([{ name: "word/document.xml", content: Buffer.from("<a/>") }]), /not an Excel workbook/);
    await refused(Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)]), /Excel 97/);
    await refused(Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(100)]), /damaged/);
    await refused(
      zip([
        { name: "xl/workbook.xml", content: Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><workbook>&b;</workbook>') },
        { name: "xl/_rels/workbook.xml.rels", content: Buffer.from("<Relationships/>") },
      ]),
      /damaged/,
    );
    await refused(
      zip([{ name: "xl/workbook.xml", content: Buffer.from("<a/>"), flags: 1 }]),
      /protected by a password/,
    );
    await assert.rejects(readFile(new Blob([new Uint8Array(11 * 1024 * 1024)]), {}), /larger than 10 MB/);
  });
});

describe("values of cells", () => {
  it("reads numbers as they are shown", () => {
    const cases = [
      ["1234.5600000000001", "1234.56"],
      ["1.2E3", "1200"],
      ["1.5e-2", "0.015"],
      ["-0.1", "-0.1"],
      ["123456789012345680", "123456789012346000"],
      ["0", "0"],
      ["1e21", "1000000000000000000000"],
    ];
    for (const [text = "", shown] of cases) assert.equal(plainNumber(text), shown);
    assert.equal(plainNumber("x"), undefined);
    for (let cents = 1; cents < 200_000; cents += 37)
      assert.equal(Number(plainNumber(String(cents / 100))), cents / 100);
  });

  it("reads serial dates", () => {
    assert.equal(dateOfSerial(1, false), "1900-01-01");
    assert.equal(dateOfSerial(59, false), "1900-02-28");
    assert.equal(dateOfSerial(60, false), undefined);
    assert.equal(dateOfSerial(61, false), "1900-03-01");
    assert.equal(dateOfSerial(46_085.75, false), "2026-03-04");
    assert.equal(dateOfSerial(44_623, true), "2026-03-04");
    assert.equal(dateOfSerial(-1, false), undefined);
    assert.equal(dateOfSerial(1e9, false), undefined);
  });

  it("recognizes formats of dates", () => {
    for (const [id, code, isDate] of [
      [14, undefined, true],
      [2, undefined, false],
      [170, "yyyy-mm-dd", true],
      [171, '#,##0.00 "day"', false],
      [172, "[Red]0.00", false],
      [173, "\\d0", false],
      [174, "[$-409]d-mmm-yy", true],
    ] as const)
      assert.equal(isDateFormat(id, code), isDate, code ?? String(id));
  });

  it("finds columns by their letters", () => {
    assert.deepEqual(["A1", "Z9", "AA1", "AB12", "XFD1"].map(columnOf), [0, 25, 26, 27, 16_383]);
  });
});
