import assert from "node:assert/strict";
import { test } from "node:test";
import { areNear, nameWords } from "./near-names.ts";

const near = (a: string, b: string): boolean => areNear(nameWords(a), nameWords(b));

test("names that may mean the same business", () => {
  for (const payer of [
    "Juniper Street Market, Inc.",
    "JUNIPER STREET MARKET LLC",
    "JUNIPER STREET M",
    "Juniper St Market",
    "Juniper Street",
    "The Juniper Street Market Company",
    "Junipper Street Market",
  ])
    assert.ok(near(payer, "Juniper Street Market"), payer);
});

test("names that share too little", () => {
  for (const payer of ["Street Vendors", "Juno", "The Market Company", "Inc.", "", "Harbor Street Bakery"])
    assert.ok(!near(payer, "Juniper Street Market"), payer);
  assert.ok(!near("Bank of America", "Bank of Portland"));
});
