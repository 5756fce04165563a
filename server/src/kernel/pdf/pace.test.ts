import assert from "node:assert/strict";
import { test } from "node:test";
import { type DrawnPart, pauseAfter, startPace } from "./pace.ts";

const alone = { elapsedMs: 20, processorMs: 17 };
const waited = { elapsedMs: 40, processorMs: 12 };

test("parts that had a processor are followed by the next one at once, even if one of them waited", () => {
  assert.equal(pauseAfter([alone, alone, alone]), 0);
  assert.equal(pauseAfter([alone, { elapsedMs: 25, processorMs: 14 }, alone]), 0);
});

test("parts that waited for a processor are followed by a pause nine times as long, at most half a second", () => {
  assert.equal(pauseAfter([waited, waited, waited]), 360);
  assert.equal(pauseAfter([{ elapsedMs: 400, processorMs: 40 }]), 500);
});

/** Draws all parts before any timer runs, unless there is a pause. */
async function isDrawnWithoutPause(parts: readonly DrawnPart[]): Promise<boolean> {
  const afterPart = startPace();
  let isDrawn = false;
  const draw = async () => {
    for (const part of parts) await afterPart(part);
    isDrawn = true;
  };
  const drawing = draw();
  await new Promise((resolve) => setImmediate(resolve));
  const withoutPause = isDrawn;
  await drawing;
  return withoutPause;
}

test("a document with few parts never pauses, and tiny parts are not measured", async () => {
  const tiny = Array.from({ length: 50 }, () => ({ elapsedMs: 2, processorMs: 0.1 }));
  assert.ok(await isDrawnWithoutPause([waited, waited, ...tiny]));
  assert.ok(!(await isDrawnWithoutPause([waited, waited, waited])), "a third one pauses");
});
