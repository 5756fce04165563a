import assert from "node:assert/strict";
import { test } from "node:test";
import { isUnchanged } from "./updates.ts";

const read = {
  id: "a",
  amount: 10.5,
  emails: ["a@x.example", "b@x.example"],
  address: { line1: "1 Main St", line2: null },
  updatedAt: "2026-11-27T18:00:00.000Z",
  attachments: [{ fileName: "w9.pdf", url: "https://x/1" }],
};

const copies: readonly (readonly [what: string, copy: object, isSame: boolean])[] = [
  ["itself", { ...read }, true],
  ["its members in another order", Object.fromEntries(Object.entries(read).reverse()), true],
  ["an instant without milliseconds", { ...read, updatedAt: "2026-11-27T18:00:00Z" }, true],
  ["an instant with an offset", { ...read, updatedAt: "2026-11-27T13:00:00-05:00" }, true],
  ["another instant", { ...read, updatedAt: "2026-11-27T18:00:00.001Z" }, false],
  ["no null", { ...read, address: { line1: "1 Main St" } }, true],
  ["no text", { ...read, address: { line2: null } }, false],
  ["one more member", { ...read, address: { ...read.address, line3: "x" } }, false],
  ["another number", { ...read, amount: 10.51 }, false],
  ["a number as text", { ...read, amount: "10.5" }, false],
  ["another order of a list", { ...read, emails: [...read.emails].reverse() }, false],
  ["a longer list", { ...read, emails: [...read.emails, "c@x.example"] }, false],
  ["an object for a list", { ...read, emails: { 0: "a@x.example", 1: "b@x.example" } }, false],
  ["a renewed link", { ...read, attachments: [{ fileName: "w9.pdf", url: "https://x/2" }] }, true],
  ["another file", { ...read, attachments: [{ fileName: "w8.pdf", url: "https://x/1" }] }, false],
];
for (const [what, copy, isSame] of copies)
  test(`a copy with ${what} is ${isSame ? "unchanged" : "changed"}`, () =>
    assert.equal(isUnchanged(copy, read, ["url"]), isSame));
