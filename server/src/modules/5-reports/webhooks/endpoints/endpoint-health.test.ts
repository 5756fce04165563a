import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { plusMs } from "#kernel/clock/clock.ts";
import { givenUpAfterMs } from "../delivery/back-off.ts";
import { afterFailure, type EndpointHealth, healthy } from "./endpoint-health.ts";

const start = new Date("2026-11-20T15:00:00Z");
const highest = () => 0.999_999;

/** Fails at each instant at which the endpoint may be tried, until it is disabled. */
function failOn(random: () => number): readonly (EndpointHealth & { readonly disable: boolean; readonly at: Date })[] {
  const story: (EndpointHealth & { readonly disable: boolean; readonly at: Date })[] = [];
  let health = healthy;
  let at = start;
  while (story.length < 10_000) {
    const next = afterFailure(health, { failedAt: at, random });
    story.push({ ...next, at });
    if (next.disable) return story;
    health = next;
    at = next.retryAt ?? plusMs(at, 1_000);
  }
  throw new Error("it was never disabled");
}

describe("an endpoint that fails", () => {
  it("is not delayed by a few failures, which one event may have caused", () => {
    const story = failOn(highest);
    assert.deepEqual(
      story.slice(0, 5).map((moment) => moment.retryAt === undefined),
      [true, true, true, true, false],
    );
    assert.ok(story.every((moment) => moment.failingSince?.getTime() === start.getTime()));
  });

  it("is then tried at growing intervals of at most five minutes", () => {
    const waits = failOn(highest).flatMap(({ at, retryAt }) =>
      retryAt === undefined ? [] : [retryAt.getTime() - at.getTime()],
    );
    assert.deepEqual(
      waits.slice(0, 3).map((ms) => Math.round(ms / 1_000)),
      [5, 10, 20],
    );
    assert.equal(Math.max(...waits), 300_000);
  });

  it("is disabled exactly at the end of the third day, regardless of jitter", () => {
    for (const random of [() => 0, () => 0.5, highest]) {
      const last = failOn(random).at(-1);
      assert.equal(last?.disable, true);
      assert.equal(last?.at.getTime(), start.getTime() + givenUpAfterMs);
    }
  });
});
