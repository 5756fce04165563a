import assert from "node:assert/strict";
import { test } from "node:test";
import { matchingItems, type PaletteItem } from "./palette-item.ts";

const item = (label: string, keywords?: string): PaletteItem => ({
  id: label,
  label,
  ...(keywords === undefined ? {} : { keywords }),
  // Not rendered here.
  icon: undefined as never,
  action: () => undefined,
});
const items = [item("New payment", "pay send"), item("Import payments", "CSV Excel file"), item("Pay"), item("Café")];
const found = (typed: string) => matchingItems(items, typed).map(({ label }) => label);

test("finds the beginnings of words, those of the label's first word first", () => {
  assert.deepEqual(found("pay"), ["Pay", "New payment", "Import payments"]);
  assert.deepEqual(found("PAY new"), ["New payment"]);
  assert.deepEqual(found("csv"), ["Import payments"]);
  assert.deepEqual(found("cafe"), ["Café"]);
});

test("finds nothing for text without a match, and for wildcards", () => {
  for (const typed of ["", " ", "ayment", "new csv", "%", ".*", "(a+)+$"]) assert.deepEqual(found(typed), [], typed);
});
