import assert from "node:assert/strict";
import { test } from "node:test";
import { beginGeneration, inThisGeneration, keptBy } from "./generations.ts";

test("what an owner keeps is made once, and forgotten when a generation begins", () => {
  let made = 0;
  const keptOf = keptBy<object, { number: number }>(() => ({ number: ++made }));
  const [vault, other] = [{}, {}];
  assert.equal(keptOf(vault), keptOf(vault));
  assert.notEqual(keptOf(vault), keptOf(other));
  beginGeneration();
  assert.equal(keptOf(vault).number, 3);
});

test("what is looked at later is forgotten once per generation, however many have passed", () => {
  let forgotten = 0;
  const look = inThisGeneration(() => {
    forgotten += 1;
  });
  look();
  assert.equal(forgotten, 0);
  beginGeneration();
  beginGeneration();
  look();
  look();
  assert.equal(forgotten, 1);
});
