import assert from "node:assert/strict";
import { test } from "node:test";
import { oneAtATimeWithin, TooManyWaiting } from "./one-at-a-time.ts";

const gate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
};

test("a full queue refuses at once, runs the others in order, and takes new tasks when there is room", async () => {
  const turns = oneAtATimeWithin({ waitingMax: 2, waitingMs: 60_000 });
  const first = gate();
  const ran: number[] = [];
  const task = (number: number, before?: Promise<void>) =>
    turns(async () => {
      await before;
      ran.push(number);
      if (number === 2) throw new Error("the second task failed");
      return number;
    });
  const tasks = [task(1, first.opened), task(2), task(3)];
  await assert.rejects(task(4), TooManyWaiting);
  first.open();
  const outcomes = await Promise.allSettled(tasks);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  assert.equal(await task(5), 5);
  assert.deepEqual(ran, [1, 2, 3, 5]);
});

test("a task that waited too long is refused and never runs; its place is free again", async () => {
  const turns = oneAtATimeWithin({ waitingMax: 1, waitingMs: 20 });
  const first = gate();
  let ran = false;
  const running = turns(() => first.opened);
  await assert.rejects(
    turns(async () => {
      ran = true;
    }),
    TooManyWaiting,
  );
  const next = turns(async () => "next");
  first.open();
  await running;
  assert.equal(await next, "next");
  assert.equal(ran, false);
});
