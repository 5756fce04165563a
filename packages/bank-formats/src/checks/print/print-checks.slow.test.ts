import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { inflateSync } from "node:zlib";
import { extractText } from "unpdf";
import { MICR } from "../micr/micr-geometry.ts";
import { micrLine } from "../micr/micr-line.ts";
import { CheckPrintError } from "./check-print-error.ts";
import { checkStocks } from "./check-stock.ts";
import { type PrintChecksOptions, printChecks } from "./print-checks.ts";
import type { CheckDrawer, PrintableCheck } from "./printable-check.ts";

const fontFile = (name: string): Buffer =>
  readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/ibm-plex-sans/${name}`));
const fonts = {
  regular: fontFile("400Regular/IBMPlexSans_400Regular.ttf"),
  strong: fontFile("600SemiBold/IBMPlexSans_600SemiBold.ttf"),
};
const drawer: CheckDrawer = {
  payer: { name: "Northwind Trading, Inc.", lines: ["200 Harbor Street", "Portland, OR 97201"] },
  bank: { name: "First Harbor Bank", lines: ["Portland, Oregon"], fraction: "24-22/1230" },
  routingNumber: "123000220",
  accountNumber: "000123456789",
};
const check = (checkNumber: number, changes: Partial<PrintableCheck> = {}): PrintableCheck => ({
  checkNumber,
  date: "2026-11-20",
  amountMinor: 123_456n,
  payee: "José Müller GmbH",
  address: ["18 Mill Road", "Astoria, OR 97103"],
  memo: "October",
  remittance: [
    { date: "2026-10-31", reference: "INV-1001", description: "Boxes", amountMinor: 130_000n },
    { reference: "CM-7", description: "Credit for damage", amountMinor: -6_544n },
  ],
  ...changes,
});

const stockNamed = (id: string) => checkStocks.find((stock) => stock.id === id) ?? assert.fail(id);
const optionsOf = (id: string, changes: Partial<PrintChecksOptions> = {}): PrintChecksOptions => ({
  stock: stockNamed(id),
  drawer,
  fonts,
  createdAt: new Date("2026-11-20T12:00:00Z"),
  ...changes,
});
const pdfOf = async (checks: readonly PrintableCheck[], options: PrintChecksOptions): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(printChecks(checks, options)));
const textOf = async (pdf: Buffer): Promise<string> =>
  (await extractText(new Uint8Array(pdf), { mergePages: true })).text;

/** The content of each page as PDF operators, with the drawings that it refers to. */
function contentsOf(pdf: Buffer): readonly string[] {
  const contents = new Map<string, string>();
  for (let at = pdf.indexOf("stream\n"); at !== -1; at = pdf.indexOf("stream\n", at + 1)) {
    if (pdf.subarray(at - 3, at).toString("latin1") === "end") continue;
    const [, id = ""] =
      pdf
        .subarray(0, at)
        .toString("latin1")
        .match(/.*^([0-9]+) 0 obj$/ms) ?? [];
    try {
      contents.set(id, inflateSync(pdf.subarray(at + 7)).toString("latin1"));
    } catch {
      // Fonts and other objects that are not compressed text.
    }
  }
  return [...contents.values()]
    .filter((content) => content.includes(" cm\n") && content.includes(" Do"))
    .map((content) => content.replaceAll(/^\/M([0-9]+) Do$/gm, (_, id: string) => contents.get(id) ?? assert.fail()));
}

/** The extents of the filled shapes of a page, in points from its left and bottom. */
function shapesOf(content: string) {
  const shapes: { left: number; right: number; bottom: number; top: number }[] = [];
  let [xs, ys]: [number[], number[]] = [[], []];
  for (const line of content.split("\n")) {
    const parts = line.split(" ");
    const numbers = parts.slice(0, -1).map(Number);
    const operator = parts.at(-1);
    if (operator === "m" || operator === "l" || operator === "c") {
      xs.push(numbers.at(-2) ?? 0);
      ys.push(792 - (numbers.at(-1) ?? 0));
    } else if (operator === "f*")
      shapes.push({ left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) });
    if (operator === "f*" || operator === "S") [xs, ys] = [[], []];
  }
  return shapes;
}

describe("printing checks", () => {
  for (const stock of checkStocks)
    test(`${stock.id}: the MICR line is where the standard wants it, in the file itself`, async () => {
      const checks = stock.slots.map((_, index) => check(1042 + index));
      const [content = "", ...others] = contentsOf(await pdfOf(checks, optionsOf(stock.id)));
      assert.equal(others.length, 0, "one page");
      const shapes = shapesOf(content);
      const expected = checks.flatMap(({ checkNumber }, slot) =>
        micrLine({ ...drawer, checkNumber }).characters.map((character) => ({
          ...character,
          top: stock.slots[slot]?.top ?? 0,
        })),
      );
      assert.equal(shapes.length, expected.length);
      for (const [index, { position, top }] of expected.entries()) {
        const shape = shapes[index] ?? assert.fail();
        const bottomEdge = 792 - top - stock.checkHeight;
        assert.ok(Math.abs(612 - shape.right - (22.5 + (position - 1) * 9)) < 0.01, `position ${position}`);
        assert.ok(shape.bottom - bottomEdge >= MICR.band.bottom && shape.top - bottomEdge <= MICR.band.top);
      }
    });

  test("a check says who pays whom how much, and what for, twice", async () => {
    const text = await textOf(await pdfOf([check(1042)], optionsOf("check-on-top")));
    for (const words of [
      "Northwind Trading, Inc.",
      "First Harbor Bank",
      "24-22/1230",
      "11/20/2026",
      "Jose Muller GmbH",
      "$ **1,234.56",
      "One thousand two hundred thirty-four and 56/100 ***",
      "DOLLARS",
      "October",
      "AUTHORIZED SIGNATURE",
    ])
      assert.ok(text.includes(words), `${words} in ${text}`);
    for (const words of ["INV-1001", "1,300.00", "-65.44", "Check 1042"])
      assert.equal(text.split(words).length, 3, words);
  });

  test("remittance that a stub has no room for is summed up", async () => {
    const remittance = Array.from({ length: 60 }, (_, index) => ({ reference: `INV-${index}`, amountMinor: 1_000n }));
    const text = await textOf(
      await pdfOf([check(1042, { remittance, amountMinor: 60_000n })], optionsOf("check-on-top")),
    );
    const [, items = ""] = /([0-9]+) more items/.exec(text) ?? [];
    const shown = new Set(text.match(/INV-[0-9]+/g)).size;
    assert.equal(shown + Number(items), 60);
    assert.ok(text.includes(`${items}0.00`));
  });

  test("the same checks give the same bytes", async () => {
    const [first, second] = [
      await pdfOf([check(7), check(8)], optionsOf("three-per-page")),
      await pdfOf([check(7), check(8)], optionsOf("three-per-page")),
    ];
    assert.ok(first.equals(second));
  });

  test("samples and void checks say so and are not signed", async () => {
    const signature = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
      "base64",
    );
    const signed = await pdfOf(
      [check(1042), check(1043)],
      optionsOf("check-on-top", { drawer: { ...drawer, signature } }),
    );
    assert.equal(signed.toString("latin1").split("/Subtype /Image").length, 2, "the image is in the file once");
    for (const [mark, words] of [
      ["sample", "NON-NEGOTIABLE SAMPLE"],
      ["void", "VOID"],
    ] as const) {
      const marked = await pdfOf([check(1042)], optionsOf("check-on-top", { mark, drawer: { ...drawer, signature } }));
      assert.ok((await textOf(marked)).includes(words));
      assert.ok(!marked.includes("/Subtype /Image"));
    }
  });

  test("pages leave memory while the run is printed", async () => {
    let requested = 0;
    function* run() {
      for (; requested < 60; requested += 1) yield check(1_000 + requested);
    }
    let early = 0;
    let bytes = 0;
    for await (const piece of printChecks(run(), optionsOf("check-on-top"))) {
      bytes += piece.length;
      if (requested < 30) early += piece.length;
    }
    assert.ok(early > bytes / 5, `${early} of ${bytes} bytes came in the first half of the run`);
  });

  const refused: readonly (readonly [what: string, checks: readonly PrintableCheck[], message: string])[] = [
    [
      "a name that does not fit",
      [check(1042, { payee: "W".repeat(120) })],
      `check 1042, payee "${"W".repeat(40)}…": does not fit its place on the check`,
    ],
    [
      "a name in another script",
      [check(1042, { payee: "株式会社" })],
      "check 1042, payee: must be a name in letters that a check can show",
    ],
    [
      "an address that cannot be printed",
      [check(1042, { address: ["東京"] })],
      'check 1042, address "??": has a character that cannot be printed',
    ],
    [
      "five lines of address",
      [check(1042, { address: ["1", "2", "3", "4", "5"] })],
      "check 1042, address: must have at most 4 lines",
    ],
    [
      "a remittance that does not add up",
      [check(1042, { amountMinor: 5n })],
      'check 1042, remittance "123456": must add up to the amount of the check, 5',
    ],
    [
      "a check over nothing",
      [check(1042, { amountMinor: 0n, remittance: [] })],
      'check 1042, amount "0": must be from $0.01 to $999,999,999,999.99',
    ],
    [
      "a date that does not exist",
      [check(1042, { date: "2026-02-30" })],
      'check 1042, date "2026-02-30": must be a date, YYYY-MM-DD',
    ],
    [
      "numbers out of order",
      [check(1042), check(1042)],
      'check 1042, checkNumber "1042": must be greater than 1042, the number before',
    ],
    ["no check", [], "checks: a print run must contain at least one check"],
  ];
  for (const [what, checks, message] of refused)
    test(`refuses ${what}`, async () => {
      await assert.rejects(pdfOf(checks, optionsOf("check-on-top")), (error) => {
        assert.ok(error instanceof CheckPrintError, String(error));
        assert.equal(error.message, message);
        return true;
      });
    });

  test("refuses a signature that is not an image", async () => {
    const options = optionsOf("check-on-top", { drawer: { ...drawer, signature: Buffer.from("no image") } });
    await assert.rejects(pdfOf([check(1042)], options), /check 1042, signature: must be a PNG or JPEG image/);
  });
});
