import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { extractText, getDocumentProxy } from "unpdf";
import { long } from "#test/kit/faults/random.ts";
import type { PdfDocument, PdfRow } from "./pdf-document.ts";
import { renderPdf } from "./render-pdf.ts";

const rowsOf = (count: number): PdfRow[] =>
  Array.from({ length: count }, (_, index) => ({ cells: [`Line ${index}`, `$${index}.00`] }));

const documentWith = (rows: readonly PdfRow[] | AsyncIterable<readonly PdfRow[]>): PdfDocument => ({
  title: "Account statement",
  subtitle: "March 2026",
  createdAt: new Date("2026-04-01T04:00:00Z"),
  issuer: { name: "Tern <b>& Co", lines: ["1 Main Street"] },
  footer: "Operating",
  blocks: [
    { kind: "columns", columns: [{ heading: "Bill to", lines: ["Acme", "2 Main Street"] }] },
    { kind: "facts", facts: [{ label: "Account number", value: "••4321" }] },
    { kind: "figures", figures: [{ label: "Closing balance", value: "$97.00", strong: true }] },
    { kind: "heading", text: "Transactions" },
    {
      kind: "table",
      summary: "All transactions",
      columns: [
        { title: "Description", width: 3 },
        { title: "Amount", width: 1, align: "right" },
      ],
      rows,
    },
    { kind: "totals", totals: [{ label: "Total", value: "$11.00", strong: true }] },
    { kind: "paragraph", text: "Thank you." },
  ],
});

const textOf = async (file: Uint8Array) => (await extractText(new Uint8Array(file), { mergePages: false })).text;

describe("a PDF document", () => {
  test("has the same bytes every time, also when its rows arrive in parts", async () => {
    const rows = rowsOf(100);
    const once = await renderPdf(documentWith(rows));
    async function* parts() {
      for (let start = 0; start < rows.length; start += 39) yield rows.slice(start, start + 39);
    }
    const [again, inParts] = await Promise.all([renderPdf(documentWith(rows)), renderPdf(documentWith(parts()))]);
    assert.ok(once.equals(again), "the second rendering equals the first");
    assert.ok(once.equals(inParts), "parts do not change the file");
  });

  test("has every row once, and on each page the header of the table and the page's number", async () => {
    const pages = await textOf(await renderPdf(documentWith(rowsOf(120))));
    assert.ok(pages.length > 3, "covers several pages");
    for (const [index, page] of pages.entries()) {
      assert.match(page, new RegExp(`Page ${index + 1} of ${pages.length}`));
      assert.match(page, /Description\s+Amount/);
    }
    const lines = [...pages.join("\n").matchAll(/Line (\d+)/g)].map(([, number]) => Number(number));
    assert.deepEqual(
      lines,
      Array.from({ length: 120 }, (_, index) => index),
    );
  });

  test("is tagged: language, title, headings, and header cells with their scope", async () => {
    const file = await getDocumentProxy(new Uint8Array(await renderPdf(documentWith(rowsOf(2)))));
    const { info } = await file.getMetadata();
    assert.equal((info as { Title: string }).Title, "Account statement – March 2026");
    assert.deepEqual(await file.getMarkInfo(), { Marked: true, UserProperties: false, Suspects: false });
    const tree = JSON.stringify(await (await file.getPage(1)).getStructTree());
    for (const role of ["Document", "H1", "H2", "Table", "TR", "TH", "TD", "P"])
      assert.match(tree, new RegExp(`"${role}"`));
    assert.match(tree, /"alt":"All transactions"/);
    assert.match((await renderPdf(documentWith([]))).toString("latin1"), /\/Scope \/Column/);
  });

  test("never breaks a figure over two lines, and keeps together what belongs to a heading", async () => {
    const value = "$999,999,999.99";
    const whole = documentWith(rowsOf(0));
    const figures = Array.from({ length: 5 }, (_, index) => ({ label: `Label ${index}`, value }));
    const [text = ""] = await textOf(await renderPdf({ ...whole, blocks: [{ kind: "figures", figures }] }));
    assert.equal(text.split(value).length - 1, 5, text);
    const facts = Array.from({ length: 6 }, (_, index) => ({ label: `Fact ${index}`, value: "kept" }));
    for (let rows = 33; rows < 40; rows += long ? 1 : 3) {
      const pages = await textOf(
        await renderPdf({
          ...whole,
          blocks: [
            { kind: "paragraph", text: "line\n".repeat(rows) },
            { kind: "heading", text: "How to pay", keep: 110 },
            { kind: "facts", facts },
          ],
        }),
      );
      const page = pages.find((page) => page.includes("How to pay")) ?? "";
      assert.match(page, /Fact 0[\s\S]*Fact 5/, `after ${rows} lines`);
    }
  });

  test("shows a replacement for characters the font lacks, explains it, and keeps the original", async () => {
    const file = await renderPdf(documentWith([{ cells: ["Łódź Ω Дмитрий 東京\u202e!", "$1.00"] }]));
    const text = (await textOf(file)).join("\n");
    assert.match(text, /Łódź Ω Дмитрий \ufffd\ufffd!/);
    assert.match(text, /\ufffd replaces a character/);
    const plain = (await textOf(await renderPdf(documentWith([{ cells: ["Łódź", "$1.00"] }])))).join("\n");
    assert.doesNotMatch(plain, /replaces a character/);
  });

  test("a row that is longer than a page ends with an ellipsis, and the next document is whole", async () => {
    const text = await textOf(
      await renderPdf(documentWith([{ cells: ["word ".repeat(long ? 5_000 : 2_000), "$1.00"] }])),
    );
    assert.match(text.join("\n"), /…/);
    async function* broken(): AsyncGenerator<PdfRow[]> {
      yield rowsOf(3);
      throw new Error("the database stopped");
    }
    await assert.rejects(renderPdf(documentWith(broken())), /the database stopped/);
    const next = await textOf(await renderPdf(documentWith(rowsOf(1))));
    assert.equal(next.length, 1);
  });
});
