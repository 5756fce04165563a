import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { markedParts } from "./changed-text.ts";

const marked = (text: string, other: string): string =>
  markedParts(text, other)
    .map((part) => (part.isChanged ? `[${part.text}]` : part.text))
    .join("");

describe("marking what changed", () => {
  it("marks each digit that differs between numbers of the same length", () => {
    assert.equal(marked("••••4466", "••••4166"), "••••4[4]66");
    assert.equal(marked("021000021", "021000089"), "0210000[21]");
    assert.equal(marked("121042882", "122042880"), "12[1]04288[2]");
  });

  it("marks what is between the common beginning and the common end", () => {
    assert.equal(marked("Chase Bank", "Chase Bank, N.A."), "Chase Bank");
    assert.equal(marked("Chase Bank, N.A.", "Chase Bank"), "Chase Bank[, N.A.]");
    assert.equal(marked("Tern Packaging Co.", "Tern Packing Co."), "Tern Pack[ag]ing Co.");
  });

  it("marks nothing in the same text, and all of a text that replaced none", () => {
    assert.equal(marked("U.S. Bank", "U.S. Bank"), "U.S. Bank");
    assert.equal(marked("U.S. Bank", ""), "[U.S. Bank]");
    assert.equal(marked("", "U.S. Bank"), "");
  });
});
