import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { seeded, testSeed } from "../../../../../../../server/test/kit/faults/random.ts";
import { type DateOrder, readDate } from "./dates.ts";
import { detectDateOrder } from "./detect-dates.ts";

const dateOf = (text: string, order: DateOrder = "mdy"): string | undefined => {
  const read = readDate(text, order);
  return "date" in read ? read.date : undefined;
};

describe("reading dates", () => {
  const same = [
    "2026-03-04",
    "2026/3/4",
    "2026.03.04",
    "20260304",
    "2026-03-04T00:00:00",
    "2026-03-04 12:00:00",
    "March 4, 2026",
    "Mar 4 2026",
    "Mar 4th, 2026",
    "4 March 2026",
    "4-Mar-26",
    "4. März 2026",
    "4. Mrz. 2026",
    "4 mars 2026",
    "4 de marzo de 2026",
    "4 marzo 2026",
    "4 maart 2026",
    "4 de março de 2026",
  ];
  for (const text of same) it(text, () => assert.equal(dateOf(text), "2026-03-04"));

  it("reads numbers in the order of the file", () => {
    for (const text of ["03/04/2026", "3/4/2026", "3/4/26", "03-04-2026", "3.4.2026", "03/04/2026 00:00"]) {
      assert.equal(dateOf(text, "mdy"), "2026-03-04", text);
      assert.equal(dateOf(text, "dmy"), "2026-04-03", text);
    }
  });

  it("rejects days that do not exist, and everything else", () => {
    for (const text of [
      "2026-02-30",
      "13/13/2026",
      "31/04/2026",
      "0/1/2026",
      "soon",
      "2026",
      "46085",
      "4 Foo 2026",
      "x".repeat(9_999),
    ])
      assert.equal(dateOf(text), undefined, text.slice(0, 20));
  });

  it("reads back every day in every format", () => {
    const random = seeded(testSeed("dates"));
    const formats = ["en", "de", "fr", "es", "it", "nl", "pt"].map(
      (locale) => new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }),
    );
    for (let round = 0; round < 1_000; round += 1) {
      const date = new Date(Date.UTC(2000, 0, 1 + Math.floor(random() * 36_000)));
      const iso = date.toISOString().slice(0, 10);
      const [year = "", month = "", day = ""] = iso.split("-");
      assert.equal(dateOf(`${month}/${day}/${year}`, "mdy"), iso);
      assert.equal(dateOf(`${day}.${month}.${year}`, "dmy"), iso);
      for (const format of formats) assert.equal(dateOf(format.format(date)), iso, format.format(date));
    }
  });
});

describe("detecting the order of dates", () => {
  const columns: readonly (readonly [texts: readonly string[], expected: DateOrder | "unsure"])[] = [
    [["03/04/2026", "03/25/2026"], "mdy"],
    [["03/04/2026", "25/03/2026"], "dmy"],
    [["03/04/2026", "05/06/2026"], "unsure"],
    [["03.04.2026"], "dmy"],
    [["03/03/2026"], "mdy"],
    [["2026-03-04"], "mdy"],
    [["13/01/2026", "01/13/2026", "01/02/2026"], "unsure"],
  ];
  for (const [texts, expected] of columns)
    it(`${texts.join(" and ")}: ${expected}`, () => {
      const { order, isCertain } = detectDateOrder(texts);
      assert.equal(isCertain ? order : "unsure", expected);
    });
});
