import assert from "node:assert/strict";
import { test } from "node:test";
import { suggestionsFrom } from "./near-names.ts";

const names = ["Tern Packaging Co.", "Globex Corporation", "Mina Okafor Design", "Café Zürich GmbH", "Ox", "Globey"];

test("a mistyped name, another legal form, and a part of a name are suggested, best first", () => {
  for (const [typed, expected] of [
    ["Tern Packging Co.", ["Tern Packaging Co."]],
    ["Tern Packaging, Inc.", ["Tern Packaging Co."]],
    ["Okafor", ["Mina Okafor Design"]],
    ["cafe zurich", ["Café Zürich GmbH"]],
    ["Globex", ["Globex Corporation", "Globey"]],
  ] as const)
    assert.deepEqual(suggestionsFrom(names)(typed), expected, typed);
});

test("nothing is suggested for a name that resembles none, for a short one, and for no letters", () => {
  for (const typed of ["Initech", "Ax", "…", ""]) assert.deepEqual(suggestionsFrom(names)(typed), []);
});

test("at most three names are suggested, for the first hundred mistakes", () => {
  const suggest = suggestionsFrom(["Branch 11", "Branch 12", "Branch 13", "Branch 14"]);
  const found = Array.from({ length: 101 }, () => suggest("Branch 10").length);
  assert.deepEqual([found[0], found[99], found[100]], [3, 3, 0]);
});
