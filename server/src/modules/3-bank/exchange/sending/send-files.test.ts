import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { plusMs } from "#kernel/clock/clock.ts";
import { type FileWorld, openFileWorld, workOf } from "#test/kit/bank-files/file-world.ts";
import { dyingService, heldUp, mortal } from "#test/kit/bank-files/mortal.ts";
import { LEASE_MS } from "../channels/lease.ts";
import { runBankFiles } from "../run-bank-files.ts";
import { TransportError } from "../transports/transport.ts";

const TEXT = "101 091000019 1234567890".padEnd(300, ".");

describe("sending bank files", () => {
  let world: FileWorld;
  before(async () => {
    world = await openFileWorld();
  });
  after(() => world.close());

  test("a written file arrives once, with its bytes", async () => {
    const at = world.newBank();
    const fileId = await world.write(at.channel, { text: TEXT });
    await world.settle(workOf(at));
    const { state, sent_at: sentAt, name } = await world.file(fileId);
    assert.equal(state, "sent");
    assert.ok(sentAt instanceof Date);
    assert.deepEqual(
      at.bank.arrivals.map((arrival) => [arrival.name, arrival.content.toString()]),
      [[name, TEXT]],
    );
  });

  /** Law 22: the process dies at each of its steps in turn, and another one continues. */
  for (const takesAtOnce of [false, true])
    test(`a process killed between any two steps: the file arrives once, or is in doubt${takesAtOnce ? ", when the bank takes files at once" : ""}`, async () => {
      const outcomes = new Set<string>();
      let isWhole = false;
      for (let dieAt = 1; !isWhole; dieAt += 1) {
        const at = world.newBank();
        at.bank.takesAtOnce = takesAtOnce;
        const fileId = await world.write(at.channel, { text: TEXT });
        const process = mortal(dieAt);
        const dying = dyingService(world.service, process.step);
        await runBankFiles(dying, workOf(at, { onStep: process.step })).catch(() => 0);
        isWhole = !process.died();
        world.clock.set(plusMs(world.clock.now(), 2 * LEASE_MS));
        await world.settle(workOf(at));

        const { state } = await world.file(fileId);
        const where = `killed at step ${dieAt}: ${process.trace.at(-1)}`;
        assert.equal(at.bank.arrivals.length, 1, `${where}: ${state}`);
        assert.equal(at.bank.arrivals[0]?.content.toString(), TEXT, where);
        if (takesAtOnce) assert.ok(["sent", "inDoubt"].includes(state), `${where}: ${state}`);
        else assert.equal(state, "sent", where);
        outcomes.add(state);
      }
      // With a bank that takes files at once, the service cannot know after some of the steps.
      assert.deepEqual([...outcomes].sort(), takesAtOnce ? ["inDoubt", "sent"] : ["sent"]);
    });

  for (const takesAtOnce of [false, true])
    test(`a connection cut at any step: the file arrives once, or is in doubt${takesAtOnce ? ", when the bank takes files at once" : ""}`, async () => {
      let isWhole = false;
      for (let failAt = 1; !isWhole; failAt += 1) {
        const at = world.newBank();
        at.bank.takesAtOnce = takesAtOnce;
        const fileId = await world.write(at.channel, { text: TEXT });
        let steps = 0;
        at.bank.onStep = () => {
          steps += 1;
          if (steps === failAt) throw new TransportError("unreachable", "The connection was lost");
        };
        await world.settle(workOf(at));
        isWhole = steps < failAt;
        const { state } = await world.file(fileId);
        assert.equal(at.bank.arrivals.length, 1, `cut at step ${failAt}: ${state}`);
        assert.ok(state === "sent" || (takesAtOnce && state === "inDoubt"), `cut at step ${failAt}: ${state}`);
      }
    });

  for (const takesAtOnce of [false, true])
    test(`a process held up at any step while another one takes over: the file arrives once${takesAtOnce ? ", when the bank takes files at once" : ""}`, async () => {
      let isWhole = false;
      for (let heldAt = 1; !isWhole; heldAt += 1) {
        const at = world.newBank();
        at.bank.takesAtOnce = takesAtOnce;
        const fileId = await world.write(at.channel, { text: TEXT });
        const process = heldUp(heldAt);
        const slow = runBankFiles(dyingService(world.service, process.step), workOf(at, { onStep: process.step }));
        isWhole = await Promise.race([process.reached.then(() => false), slow.then(() => true)]);
        world.clock.set(plusMs(world.clock.now(), 2 * LEASE_MS));
        await world.settle(workOf(at));
        process.goOn();
        await slow;
        await world.settle(workOf(at));
        const { state } = await world.file(fileId);
        assert.equal(at.bank.arrivals.length, 1, `held up at step ${heldAt}: ${state}`);
        assert.ok(state === "sent" || (takesAtOnce && state === "inDoubt"), `held up at step ${heldAt}: ${state}`);
      }
    });

  test("a worker that meant to poll does not poll again after another worker has", async () => {
    const at = world.newBank();
    let polls = 0;
    at.bank.onStep = (step) => {
      if (step === "list") polls += 1;
    };
    await runBankFiles(world.service, workOf(at));
    world.clock.set(plusMs(world.clock.now(), at.channel.pollEveryMs));
    polls = 0;
    const work = workOf(at);
    // Between what this worker reads about the connection and its lease, nine others run.
    const list = async () => {
      for (let other = 0; other < 9; other += 1) await runBankFiles(world.service, work);
      return work.channels.list();
    };
    await runBankFiles(world.service, { ...work, channels: { ...work.channels, list } });
    assert.equal(polls, 1);
  });

  test("two processes at once send each file once", async () => {
    const at = world.newBank();
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push(await world.write(at.channel, { text: `${TEXT}${n}` }));
    await Promise.all([1, 2, 3].map(() => runBankFiles(world.service, workOf(at))));
    await world.settle(workOf(at));
    assert.equal(at.bank.arrivals.length, 5);
    for (const id of ids) assert.equal((await world.file(id)).state, "sent");
  });
});
