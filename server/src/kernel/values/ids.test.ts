import assert from "node:assert/strict";
import { test } from "node:test";
import { createIdSource, firstIdAt, idAt, instantOf, isUuid } from "./ids.ts";

test("IDs strictly increase within one millisecond, even when its counter is exhausted", () => {
  const at = new Date("2026-11-21T07:00:00.123Z");
  const next = createIdSource(() => at);
  const ids = Array.from({ length: 10_000 }, () => next<never>() as string);
  assert.deepEqual(ids, [...ids].sort());
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids.slice(0, 50))
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(instantOf(ids[0] ?? "").getTime(), at.getTime());
});

test("an ID contains its instant and bounds a time range", () => {
  const at = new Date("2026-03-08T06:59:59.999Z");
  const id: string = createIdSource(() => at)<never>();
  assert.equal(instantOf(id).toISOString(), at.toISOString());
  assert.ok(isUuid(firstIdAt(at)));
  assert.ok(firstIdAt(at) <= id);
  assert.ok(firstIdAt(new Date(at.getTime() + 1)) > id);
});

test("continues from an earlier instant when the clock is set back, to record history", () => {
  let at = new Date("2026-11-21T00:00:00Z");
  const next = createIdSource(() => at);
  next<never>();
  at = new Date("2025-11-21T00:00:00Z");
  assert.equal(instantOf(next<never>()).toISOString(), at.toISOString());
});

test("IDs for past instants sort like IDs generated then, and by rank within one instant", () => {
  const at = new Date("2025-11-10T18:26:00.000Z");
  const ids = [0, 1, 2, 4095].map((rank) => idAt(at, rank));
  assert.deepEqual(ids, ids.toSorted());
  for (const id of ids) {
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.deepEqual(instantOf(id), at);
    assert.ok(id > firstIdAt(at) && id < firstIdAt(new Date(at.getTime() + 1)));
  }
  assert.notEqual(idAt(at, 7), idAt(at, 7));
});
