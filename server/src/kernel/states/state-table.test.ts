import assert from "node:assert/strict";
import { test } from "node:test";
import { inWords, stateTable } from "./state-table.ts";

const doors = stateTable({
  title: "Doors",
  table: "doors",
  column: "state",
  states: { open: "people pass", shut: "nobody passes", gone: "torn out", rusty: "left too long" },
  initial: ["open"],
  byTheClock: ["rusty"],
  columns: {},
  moves: {
    // plain-words: sample text, not a description of the product
    close: { from: ["open"], to: "shut", when: "Somebody closes it", refusal: "notOpen" },
    rust: { from: ["open", "shut"], to: "rusty", when: "Years pass" },
    remove: { from: ["open", "shut", "rusty"], to: "gone", when: "The house is rebuilt" },
  },
});

test("a trigger leads only to the state in the table", () => {
  assert.equal(doors.next("open", "close"), "shut");
  assert.equal(doors.next("shut", "close"), undefined);
  assert.equal(doors.moves.close.refusal, "notOpen");
  assert.deepEqual(doors.states.map(doors.isFinal), [false, false, true, false]);
});

test("updates name only stored states", () => {
  assert.deepEqual(doors.statesBefore("remove"), ["open", "shut"]);
});

test("descriptions explain the states", () => {
  assert.equal(inWords(doors, ["open", "shut"]), "`open`: people pass. `shut`: nobody passes.");
});

test("unknown states and triggers do not compile", () => {
  // @ts-expect-error: no such state
  assert.equal(doors.next("ajar", "close"), undefined);
  // @ts-expect-error: no such trigger
  assert.throws(() => doors.next("open", "knock"));
  const spec = { title: "", table: "", column: "", states: { on: "", off: "" }, columns: {} } as const;
  // @ts-expect-error: a move leads to one of the states
  stateTable({ ...spec, initial: ["on"], moves: { flip: { from: ["on"], to: "of", when: "" } } });
  // @ts-expect-error: a row begins in one of the states
  stateTable({ ...spec, initial: ["onn"], moves: { flip: { from: ["on"], to: "off", when: "" } } });
});
