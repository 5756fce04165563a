import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { fixedSampler, limitedSampler, type Sampler } from "./sampler.ts";

const traces = Array.from({ length: 10_000 }, () => randomBytes(16).toString("hex"));
const admitted = (sampler: Sampler, kind = "requests", offered = traces): readonly string[] =>
  offered.filter((traceId) => sampler.admits(kind, traceId));

test("admits every trace while there are few", () => {
  let now = 0;
  const sampler = limitedSampler(20, () => (now += 100));
  assert.equal(admitted(sampler, "requests", traces.slice(0, 500)).length, 500);
});

test("admits about as many traces a second as it may, however many are offered, and each kind has its own limit", () => {
  let now = 0;
  const sampler = limitedSampler(20, () => (now += 0.1));
  for (const kind of ["requests", "payment accepted"]) {
    // Ten thousand in a second, twice: in the first one, it cannot know how many there will be.
    const inFirst = admitted(sampler, kind).length;
    assert.ok(inFirst < 300, `${inFirst} in the first second`);
    const settled = admitted(sampler, kind).length;
    assert.ok(settled > 5 && settled < 45, `${settled} in the second one`);
  }
});

test("a busier step samples a part of what a less busy one does, so that some traces are complete", () => {
  let now = 0;
  const sampler = limitedSampler(200, () => now);
  admitted(sampler, "accepted", traces.slice(0, 2_000));
  admitted(sampler, "delivered", traces);
  now = 1_000;
  const accepted = new Set(admitted(sampler, "accepted", traces.slice(0, 2_000)));
  const delivered = admitted(sampler, "delivered", traces.slice(0, 2_000));
  assert.ok(delivered.length > 10 && accepted.size > delivered.length);
  assert.deepEqual(
    delivered.filter((traceId) => !accepted.has(traceId)),
    [],
  );
});

test("after a pause, the rate before it is forgotten", () => {
  let now = 0;
  const sampler = limitedSampler(10, () => now);
  admitted(sampler);
  now = 60_000;
  assert.equal(admitted(sampler, "requests", traces.slice(0, 10)).length, 10);
});

test("a fixed share is the part that it says", () => {
  assert.equal(admitted(fixedSampler(1)).length, traces.length);
  assert.equal(admitted(fixedSampler(0)).length, 0);
  const half = admitted(fixedSampler(0.5)).length;
  assert.ok(half > 4_500 && half < 5_500, `${half}`);
});
