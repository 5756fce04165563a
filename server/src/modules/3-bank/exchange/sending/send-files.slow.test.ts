import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { plusMs } from "#kernel/clock/clock.ts";
import { type FileWorld, openFileWorld, workOf } from "#test/kit/bank-files/file-world.ts";
import { dyingService, heldUp, mortal } from "#test/kit/bank-files/mortal.ts";
import type { BankFileId } from "../bank-file.ts";
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

  /** Two files, which take their steps together. */
  const writeTwo = async (at: ReturnType<FileWorld["newBank"]>) => [
    await world.write(at.channel, { text: TEXT }),
    await world.write(at.channel, { text: `${TEXT}!` }),
  ];
  /** Each file arrived once, with its bytes. Returns their states. */
  const arrivedOnce = async (at: ReturnType<FileWorld["newBank"]>, fileIds: readonly BankFileId[], where: string) => {
    const arrived = at.bank.arrivals.map(({ name, content }) => `${name} ${content.toString()}`).sort();
    const files = await Promise.all(fileIds.map((fileId) => world.file(fileId)));
    const sent = files.map(({ name }, index) => `${name} ${TEXT}${"!".repeat(index)}`).sort();
    const states = files.map(({ state }) => state);
    assert.deepEqual(arrived, sent, `${where}: ${states.join(", ")}`);
    return states;
  };

  /** Law 22: the process dies at each of its steps in turn, and another one continues. */
  for (const takesAtOnce of [false, true])
    test(`a process killed between any two steps: two files arrive once, or are in doubt${takesAtOnce ? ", when the bank takes files at once" : ""}`, async () => {
      const outcomes = new Set<string>();
      let isWhole = false;
      for (let dieAt = 1; !isWhole; dieAt += 1) {
        const at = world.newBank();
        at.bank.takesAtOnce = takesAtOnce;
        const fileIds = await writeTwo(at);
        const process = mortal(dieAt);
        const dying = dyingService(world.service, process.step);
        await runBankFiles(dying, workOf(at, { onStep: process.step })).catch(() => 0);
        isWhole = !process.died();
        world.clock.set(plusMs(world.clock.now(), 2 * LEASE_MS));
        await world.settle(workOf(at));

        const where = `killed at step ${dieAt}: ${process.trace.at(-1)}`;
        for (const state of await arrivedOnce(at, fileIds, where)) {
          if (takesAtOnce) assert.ok(["sent", "inDoubt"].includes(state), `${where}: ${state}`);
          else assert.equal(state, "sent", where);
          outcomes.add(state);
        }
      }
      // With a bank that takes files at once, the service cannot know after some of the steps.
      assert.deepEqual([...outcomes].sort(), takesAtOnce ? ["inDoubt", "sent"] : ["sent"]);
    });

  for (const takesAtOnce of [false, true])
    test(`a connection cut at any step: two files arrive once, or are in doubt${takesAtOnce ? ", when the bank takes files at once" : ""}`, async () => {
      let isWhole = false;
      for (let failAt = 1; !isWhole; failAt += 1) {
        const at = world.newBank();
        at.bank.takesAtOnce = takesAtOnce;
        const fileIds = await writeTwo(at);
        let steps = 0;
        at.bank.onStep = () => {
          steps += 1;
          if (steps === failAt) throw new TransportError("unreachable", "The connection was lost");
        };
        await world.settle(workOf(at));
        isWhole = steps < failAt;
        const where = `cut at step ${failAt}`;
        for (const state of await arrivedOnce(at, fileIds, where))
          assert.ok(state === "sent" || (takesAtOnce && state === "inDoubt"), `${where}: ${state}`);
      }
    });

  for (const takesAtOnce of [false, true])
    test(`a process held up at any step while another one takes over: two files arrive once${takesAtOnce ? ", when the bank takes files at once" : ""}`, async () => {
      let isWhole = false;
      for (let heldAt = 1; !isWhole; heldAt += 1) {
        const at = world.newBank();
        at.bank.takesAtOnce = takesAtOnce;
        const fileIds = await writeTwo(at);
        const process = heldUp(heldAt);
        const slow = runBankFiles(dyingService(world.service, process.step), workOf(at, { onStep: process.step }));
        isWhole = await Promise.race([process.reached.then(() => false), slow.then(() => true)]);
        world.clock.set(plusMs(world.clock.now(), 2 * LEASE_MS));
        await world.settle(workOf(at));
        process.goOn();
        await slow;
        await world.settle(workOf(at));
        const where = `held up at step ${heldAt}`;
        for (const state of await arrivedOnce(at, fileIds, where))
          assert.ok(state === "sent" || (takesAtOnce && state === "inDoubt"), `${where}: ${state}`);
      }
    });

  test("a name that is taken after the bytes were handed over stops its own file, and no other", async () => {
    const at = world.newBank();
    const [first, second] = await writeTwo(at);
    assert.ok(first && second);
    const { name } = await world.file(first);
    assert.ok(name);
    at.bank.onStep = (step) => {
      if (step === "before rename") at.bank.onStep = () => undefined;
      if (step === "content written") at.bank.outbox.set(name, Buffer.from("another sender's"));
    };
    await runBankFiles(world.service, workOf(at));
    assert.deepEqual([(await world.file(first)).state, (await world.file(second)).state], ["written", "sent"]);
    await world.settle(workOf(at));
    assert.equal((await world.file(first)).state, "inDoubt", "the directory has a file of its name");
    assert.equal(at.bank.outbox.get(name)?.toString(), "another sender's");
  });

  test("a file that the transport never takes stops no other", async () => {
    const at = world.newBank();
    const [first, second] = await writeTwo(at);
    assert.ok(first && second);
    const { name: refused } = await world.file(first);
    const work = workOf(at);
    const open = async (channel: typeof at.channel) => {
      const transport = await work.channels.open(channel);
      const stage: typeof transport.stage = (name, content, bytes) =>
        name === refused
          ? Promise.reject(new TransportError("refused", "It is too large to be encrypted"))
          : transport.stage(name, content, bytes);
      return { ...transport, stage };
    };
    for (let pass = 0; pass < 4; pass += 1) {
      await runBankFiles(world.service, { ...work, channels: { ...work.channels, open } });
      world.clock.set(plusMs(world.clock.now(), 2_600));
    }
    assert.deepEqual([(await world.file(first)).state, (await world.file(second)).state], ["written", "sent"]);
  });

  test("a slow bank holds up no other, unless one is exchanged with at a time", async () => {
    for (const atOnce of [undefined, 1]) {
      const [slow, quick] = [world.newBank(), world.newBank()];
      const sent = [await world.write(slow.channel, { text: TEXT }), await world.write(quick.channel, { text: TEXT })];
      const quickDone = Promise.withResolvers<void>();
      quick.bank.onStep = (step) => void (step === "list" && quickDone.resolve());
      const list = async () => [slow.channel, quick.channel];
      const open = async (channel: typeof slow.channel) => {
        if (channel === quick.channel) return workOf(quick).channels.open(channel);
        if (atOnce === undefined) await quickDone.promise;
        assert.equal(quick.bank.arrivals.length, atOnce === undefined ? 1 : 0);
        return workOf(slow).channels.open(channel);
      };
      await runBankFiles(world.service, { channels: { list, open }, handlers: [], atOnce });
      assert.equal(slow.bank.arrivals.length, 1);
      for (const fileId of sent) assert.equal((await world.file(fileId)).state, "sent");
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
