import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type FileContents, textOfCell } from "#ui/files/tables/file-table.ts";
import { readTextTable } from "#ui/files/tables/read-text.ts";
import { readWorkbook } from "#ui/files/tables/xlsx/read-workbook.ts";
import { long, seeded, testSeed } from "../../../../../../../server/test/kit/faults/random.ts";
import { csvOf, programFiles, randomBills, sheetOf } from "../../../../../../test/kit/program-files.ts";
import { workbook } from "../../../../../../test/kit/workbook.ts";
import { cellOf, type FileChoices, firstChoices, understand } from "../understand-table.ts";
import { type RowKind, readLayout } from "./read-layout.ts";

function layoutOf(table: FileContents, recipientNames: readonly string[] = [], choices: Partial<FileChoices> = {}) {
  const understanding = understand(table, { ...firstChoices(table, () => undefined), ...choices });
  const layout = readLayout(understanding, (name) => recipientNames.includes(name));
  return { understanding, layout };
}
const tableOf = (text: string): FileContents => readTextTable(new TextEncoder().encode(text), {});

/** Each row below the column names as `kind recipient cents`, and why it is no payment. */
function rowsIn(text: string, recipientNames: readonly string[] = []) {
  const { understanding, layout } = layoutOf(tableOf(text), recipientNames);
  return {
    total: layout.total,
    sum: layout.sum,
    rows: understanding.records.map(({ number, line }) => {
      const row = layout.rows.get(number);
      const cents = row !== undefined && "cents" in row.amount ? row.amount.cents : undefined;
      return { line, kind: row?.kind, recipient: row?.recipient, cents, reason: row?.reason };
    }),
  };
}

/** Without a header, to name rows by their position. */
function totalsAmong(rows: readonly (readonly [recipient: string, cents: bigint | undefined, text?: string])[]) {
  const lines = rows.map(([recipient, cents, text = ""]) => `${recipient.replace("=", "")},${cents ?? "?"},${text}`);
  const recipientNames = rows.flatMap(([recipient]) => (recipient.startsWith("=") ? [recipient.slice(1)] : []));
  const read = rowsIn(`Recipient,Amount,Text\n${lines.join("\n")}\n`, recipientNames);
  return Object.fromEntries(
    read.rows.flatMap(({ kind, reason }, index) => (kind === "subtotal" ? [[index, reason]] : [])),
  );
}

describe("total rows", () => {
  it("are recognized by their word, in several languages", () => {
    for (const word of ["Total", "TOTAL:", "Summe", "Gesamtbetrag", "Somme", "Totale", "Totaal", "Grand Total", "Suma"])
      assert.deepEqual(
        Object.keys(
          totalsAmong([
            ["A", 1n],
            [word, 5n],
          ]),
        ),
        ["1"],
        word,
      );
    assert.deepEqual(
      totalsAmong([
        ["A", 1n],
        ["Total", 5n],
      ]),
      { 1: "Says “Total”, but its rows do not add up to it" },
    );
  });

  it("are recognized by their amount, if no recipient is named", () => {
    assert.deepEqual(
      totalsAmong([
        ["A", 1n],
        ["B", 2n],
        ["", 3n],
      ]),
      { 2: "The sum of 2 rows before it" },
    );
    assert.deepEqual(
      totalsAmong([
        ["A", 1n],
        ["B", 2n],
        ["C", 3n],
      ]),
      {},
    );
    assert.deepEqual(
      totalsAmong([
        ["A", 5n],
        ["", 5n],
      ]),
      {},
      "one row is not a sum",
    );
  });

  it("include subtotals", () => {
    const rows = [
      ["A", 1n],
      ["B", 2n],
      ["", 3n, "Subtotal"],
      ["C", 4n],
      ["D", 5n],
      ["", 9n],
      ["", 12n],
    ] as const;
    assert.deepEqual(totalsAmong(rows), {
      2: "The sum of 2 rows before it",
      5: "The sum of 2 rows before it",
      6: "The sum of 4 rows before it",
    });
  });

  it("are not recipients with such a name, or longer names", () => {
    assert.deepEqual(
      totalsAmong([
        ["A", 1n],
        ["=Total", 1n],
        ["Total Energies", 2n],
      ]),
      {},
    );
    assert.deepEqual(
      totalsAmong([
        ["Energies", 1n, "R 1"],
        ["Energies", 2n, "R 2"],
        ["Total Energies", 3n],
      ]),
      { 2: "Says “Total Energies” and is the sum of 2 rows" },
      "after rows of Energies, it is theirs",
    );
  });

  it("that do not fit their rows say so", () => {
    const { rows, total, sum } = rowsIn("Vendor,Amount\nTern,1.00\nTern,2.00\nTotal for Tern,3.50\nTOTAL,3.50\n");
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ["payment", "payment", "subtotal", "subtotal"],
    );
    assert.equal(rows[2]?.reason, "Says “Total for Tern”, but its rows do not add up to it");
    assert.equal(rows[3]?.reason, "Says “TOTAL”, but its rows do not add up to it");
    assert.deepEqual([total, sum], [{ cents: 350n, line: 5 }, 300n]);
  });
});

describe("the layout of a file", () => {
  it("takes vendors from headings, and subtotals are no payments", () => {
    const { rows, total } = rowsIn(
      [
        "Unpaid Bills",
        ",Date,Transaction type,Num,Due date,Amount,Open balance",
        "Tern Packaging Co. (503) 555-0142",
        ",11/02/2026,Bill,1042,12/02/2026,500.00,450.00",
        ",11/03/2026,Bill,1043,12/03/2026,20.00,20.00",
        ",11/04/2026,Vendor Credit,C7,,-70.00,-70.00",
        'Total for Tern Packaging Co.,,,,,$450.00,"$400.00"',
        "Gorge Freight",
        ",11/05/2026,Bill,88,12/05/2026,0.00,0.00",
        "Total for Gorge Freight,,,,,$0.00,$0.00",
        "TOTAL,,,,,$450.00,$400.00",
        "Accrual basis",
      ].join("\n"),
    );
    const kinds: readonly (readonly [RowKind, string, bigint | undefined])[] = [
      ["heading", "", undefined],
      ["payment", "Tern Packaging Co.", 45_000n],
      ["payment", "Tern Packaging Co.", 2_000n],
      ["credit", "Tern Packaging Co.", -7_000n],
      ["subtotal", "", 40_000n],
      ["heading", "", undefined],
      ["zero", "Gorge Freight", 0n],
      ["subtotal", "", 0n],
      ["subtotal", "", 40_000n],
      ["other", "", undefined],
    ];
    assert.deepEqual(
      rows.map(({ kind, recipient, cents }) => [kind, recipient, cents]),
      kinds,
    );
    assert.deepEqual(total, { cents: 40_000n, line: 11 });
    assert.match(rows[3]?.reason ?? "", /The type is “Vendor Credit”/);
  });

  it("adds the lines of an invoice up, and pays an invoice once", () => {
    const template = [
      "*ContactName,*InvoiceNumber,*DueDate,Total,*Quantity,*UnitAmount",
      "Tern,B1,12/15/2026,,4,312.50",
      "Tern,B1,12/15/2026,,1,-50",
      "Tern,B2,12/15/2026,,3,0.125",
    ].join("\n");
    const { rows } = rowsIn(template);
    assert.deepEqual(
      rows.map(({ kind, cents }) => [kind, cents]),
      [
        ["payment", 120_000n],
        ["line", -5_000n],
        ["payment", undefined],
      ],
    );
    const repeated =
      "ContactName,InvoiceNumber,InvoiceAmountDue,Quantity,UnitAmount\nTern,B1,90.00,1,60\nTern,B1,90.00,2,20\n";
    assert.deepEqual(
      rowsIn(repeated).rows.map(({ kind, cents }) => [kind, cents]),
      [
        ["payment", 9_000n],
        ["line", 9_000n],
      ],
    );
    const unclear = repeated.replace("90.00,2", "80.00,2");
    assert.deepEqual(
      rowsIn(unclear).rows.map(({ cents }) => cents),
      [undefined, 8_000n],
    );
  });

  it("does not pass a heading on to a row that has nothing but an amount", () => {
    const { rows } = rowsIn(",Date,Num,Open balance\nTern\n,11/02/2026,B1,5.00\n,11/03/2026,B2,6.00\n,,,99.00\n");
    assert.deepEqual(rows.at(-1), { line: 5, kind: "payment", recipient: "", cents: 9_900n, reason: undefined });
  });

  it("reads credits with parentheses, a minus at the end, and CR", () => {
    const { rows } = rowsIn("Vendor,Amount\nTern,(5.00)\nTern,5.00-\nTern,5.00 CR\nTern,€ -5.00\n");
    assert.deepEqual(
      rows.map(({ kind, cents }) => [kind, cents]),
      Array(4).fill(["credit", -500n]),
    );
  });

  it("leaves out what was paid before, and column names that are repeated", () => {
    const { rows } = rowsIn(
      "Vendor,Type,Num,Amount\nTern,Bill,1,5.00\nTern,Bill Payment (Check),88,-5.00\nVendor,Type,Num,Amount\nTern,Bill,2,6.00\n",
    );
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ["payment", "other", "other", "payment"],
    );
  });

  it("knows a group's total above its rows", () => {
    const { rows } = rowsIn("Vendor,Num,Amount\nTern,,11.00\n,B1,5.00\n,B2,6.00\nMina,,7.00\n,B3,7.00\n");
    assert.deepEqual(
      rows.map(({ kind, recipient }) => [kind, recipient]),
      [
        ["subtotal", "Tern"],
        ["payment", "Tern"],
        ["payment", "Tern"],
        ["subtotal", "Mina"],
        ["payment", "Mina"],
      ],
    );
  });
});

/** Of each program, each with other bills, in every run. */
const FILES = long ? 400 : 8;

describe("files as programs export them", () => {
  const seed = testSeed("program files");
  const random = seeded(seed);
  for (const [program, write] of Object.entries(programFiles))
    it(`${program}: payments are the bills to the cent, and no total is one`, () => {
      for (let round = 0; round < FILES; round += 1) {
        const bills = randomBills(random, 1 + Math.floor(random() * 6));
        const { rows, has } = write(bills);
        check(tableOf(csvOf(rows)), { bills, rows, has });
      }
    });

  it("workbooks of all programs", async () => {
    for (const write of Object.values(programFiles)) {
      const bills = randomBills(random, 4);
      const { rows, has } = write(bills);
      check(await readWorkbook(new Uint8Array(workbook(sheetOf(rows))), undefined), { bills, rows, has });
    }
  });
});

type Made = ReturnType<(typeof programFiles)[string]> & { readonly bills: ReturnType<typeof randomBills> };

function check(table: FileContents, { bills, rows, has }: Made): void {
  const { understanding, layout } = layoutOf(table, bills.length % 2 === 0 ? bills.map(({ vendor }) => vendor) : []);
  const { invoiceNumber } = understanding.mapping;
  const of = (kind: RowKind) =>
    understanding.records.flatMap((record) => {
      const row = layout.rows.get(record.number);
      if (row?.kind !== kind) return [];
      const amount = "cents" in row.amount ? row.amount.cents : row.amount.problem;
      return [`${row.recipient} ${textOfCell(cellOf(record, invoiceNumber))} ${amount}`];
    });
  const expected = (some: typeof bills) =>
    some
      .map(({ vendor, invoice, cents }) => `${vendor} ${invoiceNumber === undefined ? "" : invoice} ${cents}`)
      .toSorted();
  // With its invoice number, a payment cannot be a total of the same amount.
  assert.deepEqual(of("payment").toSorted(), expected(bills.filter(({ cents }) => cents > 0)), csvOf(rows));
  if (has.credits)
    assert.deepEqual(of("credit").toSorted(), expected(bills.filter(({ cents }) => cents < 0)), csvOf(rows));
  const open = has.credits ? bills : bills.filter(({ cents }) => cents > 0);
  const total = has.total ? BigInt(open.reduce((sum, { cents }) => sum + cents, 0)) : undefined;
  assert.deepEqual([layout.total?.cents, has.total ? layout.sum : undefined], [total, total], csvOf(rows));
}
