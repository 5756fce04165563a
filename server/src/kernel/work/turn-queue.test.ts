import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createTurnQueue, type Place, TurnRefused } from "./turn-queue.ts";

/** A queue whose work ends when the test decides; `done` has the labels in the order in which their turns began. */
function openQueue(options: Partial<Parameters<typeof createTurnQueue>[0]> = {}) {
  const queue = createTurnQueue({ atOnce: 1, waitingMax: 2_000, waitMsMax: 60_000, ...options });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  let running = 0;
  let mostRunning = 0;
  const join = (label: string, place: Partial<Place> = {}) => {
    void queue
      .run({ isKnown: false, account: label, network: label, ...place }, async () => {
        begun.push(label);
        running += 1;
        mostRunning = Math.max(mostRunning, running);
        await new Promise<void>((resolve) => ends.push(resolve));
        running -= 1;
      })
      .catch((error: unknown) => {
        assert.ok(error instanceof TurnRefused);
        refused.push(label);
      });
  };
  const finish = async (count = 1) => {
    for (let index = 0; index < count; index += 1) {
      ends.shift()?.();
      await nextTurn();
    }
  };
  return { queue, begun, refused, join, finish, mostRunning: () => mostRunning };
}

describe("turns at checking passwords", () => {
  test("runs at most the permitted number concurrently", async () => {
    const { join, finish, begun, mostRunning, queue } = openQueue({ atOnce: 2 });
    for (let at = 0; at < 10; at += 1) join(`${at}`);
    await finish(10);
    assert.equal(mostRunning(), 2);
    assert.equal(begun.length, 10);
    assert.equal(queue.waiting(), 0);
  });

  test("a known device goes before a thousand others, who still get every fifth turn", async () => {
    const { join, finish, begun } = openQueue();
    for (let at = 0; at < 1_000; at += 1) join(`flood-${at}`, { account: "ada" });
    join("ada", { isKnown: true });
    await finish(2);
    assert.ok(begun.slice(0, 3).includes("ada"), begun.join());
    for (let at = 0; at < 100; at += 1) join(`known-${at}`, { isKnown: true });
    await finish(50);
    assert.ok(begun.slice(-50).filter((label) => label.startsWith("flood")).length >= 9);
  });

  test("a flood at one account from a thousand networks does not delay other accounts", async () => {
    const { join, finish, begun } = openQueue();
    for (let at = 0; at < 1_000; at += 1) join(`flood-${at}`, { account: "ada" });
    join("grace");
    await finish(5);
    assert.ok(begun.includes("grace"), begun.join());
  });

  test("one network that floods a thousand accounts does not delay other networks", async () => {
    const { join, finish, begun } = openQueue();
    for (let at = 0; at < 1_000; at += 1) join(`flood-${at}`, { network: "203.0.113" });
    join("grace");
    await finish(5);
    assert.ok(begun.includes("grace"), begun.join());
  });

  test("gives each account one turn before any has two, with a thousand networks and accounts", async () => {
    const { join, finish, begun } = openQueue({ waitingMax: 5_000 });
    for (let round = 0; round < 3; round += 1)
      for (let at = 0; at < 1_000; at += 1) join(`flood-${round}`, { account: `a${at}`, network: `n${at}` });
    join("grace");
    await finish(1_003);
    assert.ok(begun.includes("grace"));
  });

  test("a full lane removes an attempt of the caller with the most places, and otherwise refuses", async () => {
    const { join, finish, begun, refused, queue } = openQueue({ waitingMax: 10 });
    for (let at = 0; at < 12; at += 1) join(`flood-${at}`, { network: "203.0.113" });
    await nextTurn();
    assert.deepEqual(refused, ["flood-11"], "the caller with the most places is refused");
    join("grace");
    await nextTurn();
    assert.deepEqual(refused, ["flood-11", "flood-10"]);
    assert.equal(queue.waiting(), 10);
    await finish(3);
    assert.ok(begun.includes("grace"));
  });

  test("refuses an attempt that waited too long", async () => {
    const { join, finish, refused } = openQueue({ waitMsMax: -1 });
    join("ada");
    await finish();
    assert.deepEqual(refused, ["ada"]);
  });

  test("failed work releases its turn", async () => {
    const queue = createTurnQueue({ atOnce: 1, waitingMax: 10, waitMsMax: 60_000 });
    const place = { isKnown: false, account: "a", network: "n" };
    await assert.rejects(
      queue.run(place, () => Promise.reject(new TypeError("wrong"))),
      TypeError,
    );
    assert.equal(await queue.run(place, async () => "right"), "right");
  });
});
