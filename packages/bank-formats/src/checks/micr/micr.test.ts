import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { CheckPrintError } from "../print/check-print-error.ts";
import { e13bGlyphs, type GridPoint, type Outline } from "./e13b-glyphs.ts";
import { MICR, micrPaths, type PathStep } from "./micr-geometry.ts";
import { type MicrFormat, type MicrNumbers, micrLine } from "./micr-line.ts";

/** Whether a point is inside an odd number of outlines: what the even-odd rule fills. */
const isInk = (outlines: readonly Outline[], x: number, y: number): boolean =>
  outlines.filter(({ points }) => {
    let inside = false;
    for (const [index, [x1, y1]] of points.entries()) {
      const [x2, y2]: GridPoint = points[(index + 1) % points.length] ?? [0, 0];
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
    }
    return inside;
  }).length %
    2 ===
  1;

/** A glyph with two characters per square, so that halves are seen. */
function picture(character: string): string {
  const glyph = e13bGlyphs[character];
  assert.ok(glyph);
  const rows = Array.from({ length: 18 }, (_, row) =>
    Array.from({ length: 14 }, (__, column) =>
      isInk(glyph.outlines, column / 2 + 0.25 - (7 - glyph.width), row / 2 + 0.25) ? "#" : ".",
    ).join(""),
  );
  return [`${character}:`, ...rows].join("\n");
}

const inches = (points: number): number => Number((points / 72).toFixed(4));
const CHECK = { right: 612, bottom: 252 };

const extentOf = (paths: readonly (readonly PathStep[])[]) => {
  const xs = paths.flat().map(({ x }) => x);
  const ys = paths.flat().map(({ y }) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
};

const NUMBERS: MicrNumbers = { routingNumber: "123000220", accountNumber: "000123456789", checkNumber: 1042 };

describe("the MICR line", () => {
  test("has the 14 shapes of E-13B", () => {
    const shapes = Array.from("0123456789ABCD", picture).join("\n\n");
    assert.equal(`${shapes}\n`, readFileSync(join(import.meta.dirname, "testdata", "e13b.txt"), "utf8"));
  });

  test("characters are as wide and as high as the standard says", () => {
    const widths = {
      "0": 7,
      "1": 4,
      "2": 4,
      "3": 5,
      "4": 6,
      "5": 5,
      "6": 6,
      "7": 5,
      "8": 7,
      "9": 6,
      A: 7,
      B: 7,
      C: 7,
      D: 7,
    };
    for (const [character, squares] of Object.entries(widths)) {
      const { left, right, top, bottom } = extentOf(micrPaths({ position: 1, character }, CHECK));
      assert.equal(inches(right - left), Number((squares * 0.013).toFixed(4)), `width of ${character}`);
      // The on-us symbol has seven rows, half a square above the middle; the dash has four; all others have nine.
      const rows = character === "C" ? 7 : character === "D" ? 4 : 9;
      assert.equal(inches(bottom - top), Number((rows * 0.013).toFixed(4)), `height of ${character}`);
      assert.equal(inches(CHECK.right - right), 0.3125, `right edge of ${character}`);
      assert.equal(
        inches(CHECK.bottom - (top + bottom) / 2),
        character === "C" ? 0.319 : 0.3125,
        `middle of ${character}`,
      );
    }
    assert.equal(inches(MICR.height), 0.117);
  });

  test("characters are an eighth of an inch apart and inside the printing band", () => {
    for (let position = 1; position <= 65; position += 1) {
      const { left, right, top, bottom } = extentOf(micrPaths({ position, character: "8" }, CHECK));
      assert.equal(inches(CHECK.right - right), Number((0.3125 + (position - 1) * 0.125).toFixed(4)));
      assert.ok(left >= 0, `position ${position} is on the check`);
      assert.ok(CHECK.bottom - bottom >= MICR.band.bottom && CHECK.bottom - top <= MICR.band.top);
      assert.ok(CHECK.bottom - top <= MICR.clearBand);
    }
  });

  test("no outline leaves the grid, and every edge has room for its round corners", () => {
    for (const [character, { width, outlines }] of Object.entries(e13bGlyphs))
      for (const { points, radius } of outlines)
        for (const [index, [x, y]] of points.entries()) {
          assert.ok(x >= 0 && x <= width && y >= 0 && y <= 9, character);
          const [nextX, nextY] = points[(index + 1) % points.length] ?? [0, 0];
          assert.ok(Math.hypot(nextX - x, nextY - y) >= Math.min(1, 2 * radius), `an edge of ${character}`);
        }
  });

  test("fields have the positions of the standard", () => {
    const { characters, text } = micrLine(NUMBERS);
    const at = (position: number) => characters.find((character) => character.position === position)?.character ?? " ";
    const field = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, index) => at(last - index)).join("");
    assert.equal(field(1, 12).trim(), "", "the amount field is empty");
    assert.equal(at(13), " ");
    assert.equal(field(14, 31), "     000123456789C");
    assert.equal(at(32), " ");
    assert.equal(field(33, 43), "A123000220A");
    assert.equal(at(44), " ");
    assert.equal(field(45, 65), "             C001042C");
    assert.equal(text, "⑈001042⑈ ⑆123000220⑆      000123456789⑈");
  });

  test("banks' formats with dashes, spaces, and check numbers in the on-us field", () => {
    const format: MicrFormat = { onUs: "{account}C {check:4}", auxiliaryOnUs: "" };
    assert.equal(micrLine({ ...NUMBERS, accountNumber: "1234567" }, format).text, "⑆123000220⑆      1234567⑈ 1042");
    const dashes: MicrFormat = { onUs: "12D{account}C", auxiliaryOnUs: "C{check:10}C" };
    assert.equal(
      micrLine({ ...NUMBERS, accountNumber: "34567" }, dashes).text,
      "⑈0000001042⑈ ⑆123000220⑆          12⑉34567⑈",
    );
    assert.match(micrLine({ ...NUMBERS, checkNumber: 1_234_567_890 }).text, /^⑈1234567890⑈/);
  });

  const refused: readonly (readonly [
    what: string,
    numbers: Partial<MicrNumbers>,
    format: MicrFormat | undefined,
    message: string,
  ])[] = [
    [
      "a wrong check digit",
      { routingNumber: "123000221" },
      undefined,
      'check 1042, routing number "123000221": must be 9 digits with a correct check digit',
    ],
    [
      "a routing number of zeros",
      { routingNumber: "000000000" },
      undefined,
      'check 1042, routing number "000000000": must be 9 digits with a correct check digit',
    ],
    [
      "letters in the account",
      { accountNumber: "12-34567" },
      undefined,
      'check 1042, account number "****4567": must be 1 to 17 digits',
    ],
    [
      "an account that does not fit",
      { accountNumber: "12345678901234567" },
      { onUs: "D{account}C", auxiliaryOnUs: "" },
      "check 1042, MICR field onUs: has 18 positions and would need 19",
    ],
    [
      "an unknown placeholder",
      {},
      { onUs: "{amount}C", auxiliaryOnUs: "" },
      'check 1042, MICR format "{amount}C": may contain {account}, {check:6}, digits, C, D, and spaces',
    ],
  ];
  for (const [what, numbers, format, message] of refused)
    test(`refuses ${what}`, () => {
      assert.throws(
        () => micrLine({ ...NUMBERS, ...numbers }, format),
        (error) => error instanceof CheckPrintError && error.message === message,
      );
    });
});
