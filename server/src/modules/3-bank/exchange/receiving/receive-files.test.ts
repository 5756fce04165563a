import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { plusMs } from "#kernel/clock/clock.ts";
import { sql } from "#kernel/sql/sql.ts";
import { type FileWorld, openFileWorld, workOf } from "#test/kit/bank-files/file-world.ts";
import { dyingService, mortal } from "#test/kit/bank-files/mortal.ts";
import { findByMessageId } from "../bank-files.queries.ts";
import { hasUnprocessed } from "../channels/channels.queries.ts";
import { LEASE_MS } from "../channels/lease.ts";
import type { FileItem } from "../items/file-item.ts";
import { runBankFiles } from "../run-bank-files.ts";
import { acknowledgeFiles, rejectFile } from "../sending/answers.ts";
import { FiledBefore } from "../sending/write-file.ts";
import { TransportError } from "../transports/transport.ts";
import type { Applied, ApplyTogether, IncomingHandler, Interpretation, Quarantine } from "./incoming-handler.ts";

/** A pain.002 as far as sniffing looks at it. */
const report = (text: string): string =>
  `<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10">${text}</Document>`;
const textOf = async (chunks: AsyncIterable<Buffer>): Promise<string> => {
  let text = "";
  for await (const chunk of chunks) text += chunk.toString();
  return text;
};

describe("receiving bank files", () => {
  let world: FileWorld;
  before(async () => {
    world = await openFileWorld();
  });
  after(() => world.close());

  /** Records an audit row's worth of effect: it writes a file named after the message, which is unique. */
  const applied: string[] = [];
  const handler: IncomingHandler = {
    formats: ["pain.002"],
    read: async (file) => {
      const text = await textOf(file.chunks());
      const [, messageId = ""] = /<MsgId>(.*)<\/MsgId>/.exec(text) ?? [];
      if (text.includes("malformed")) return { quarantine: "Line 1: GrpHdr is missing." };
      return {
        messageId,
        apply: async (tx) => {
          tx.afterCommit(() => applied.push(messageId));
          if (text.includes("conflict")) return { quarantine: "It contradicts the ledger." };
          return { transactions: 3 };
        },
      };
    },
  };
  const handlers = [handler];

  test("a received file is processed once, and a file that stays in the inbox is remembered", async () => {
    const at = world.newBank();
    at.bank.offer("report-1.xml", report("<MsgId>R1</MsgId>"));
    await world.settle(workOf(at, { handlers }));
    await world.settle(workOf(at, { handlers }));
    const files = await world.files(at.channel);
    assert.deepEqual(
      files.map((file) => [file.name, file.state, file.format, file.message_id, file.transaction_count]),
      [["report-1.xml", "processed", "pain.002", "R1", 3]],
    );
    assert.deepEqual(applied.splice(0), ["R1"]);
  });

  test("while files wait that one pass does not take, or are not processed, it is known that something waits", async () => {
    const at = world.newBank();
    const isWaiting = () => hasUnprocessed(world.service.database, at.channel.organizationId, at.channel.connectionId);
    for (let number = 1; number <= 251; number += 1)
      at.bank.offer(`${number}.xml`, report(`<MsgId>M${number}</MsgId>`));
    const waited: boolean[] = [];
    const noticing: IncomingHandler = {
      formats: ["pain.002"],
      read: async (file) => {
        if (file.name === "1.xml") waited.push(await isWaiting());
        return handler.read(file);
      },
    };
    assert.equal(await isWaiting(), false);
    await runBankFiles(world.service, workOf(at, { handlers: [noticing] }));
    assert.deepEqual(waited, [true], "it is received and not processed");
    assert.equal(applied.length, 250);
    assert.equal(await isWaiting(), true, "one is not read");
    await world.settle(workOf(at, { handlers }));
    assert.equal(applied.splice(0).length, 251);
    assert.equal(await isWaiting(), false);
  });

  test("what a bank wrote with characters that the database cannot store is kept without them", async () => {
    const at = world.newBank();
    for (const name of ["applied", "set aside"]) at.bank.offer(`${name}.xml`, report(`<MsgId>${name}</MsgId>`));
    const strange: IncomingHandler = {
      formats: ["pain.002"],
      read: async ({ name }) =>
        name === "applied.xml"
          ? { messageId: "R\u00003", apply: async () => ({ transactions: 1 }) }
          : { quarantine: 'Line 2 is "\u0000\u001a".' },
    };
    await world.settle(workOf(at, { handlers: [strange] }));
    assert.deepEqual(
      (await world.files(at.channel)).map((file) => [file.state, file.message_id, file.reason]),
      [
        ["processed", "R 3", null],
        ["quarantined", null, 'Line 2 is "  ".'],
      ],
    );
  });

  test("a file of which almost nothing fits is set aside, and stops no other", async () => {
    const at = world.newBank();
    for (const name of ["F7", "F8", "F9"]) at.bank.offer(`${name}.xml`, report(`<MsgId>${name}</MsgId>`));
    const itemAt = (position: number): FileItem => ({
      kind: "unknownPayment",
      place: `Line ${position}`,
      position,
      reason: "Nobody knows it.",
      identity: [String(position)],
    });
    const itemsFrom = (first: number, count: number) =>
      Array.from({ length: count }, (_, index) => itemAt(first + index));
    const foreign: IncomingHandler = {
      formats: ["pain.002"],
      read: async (file) =>
        file.name === "F8.xml"
          ? {
              messageId: "F8",
              apply: async (_tx, note) => {
                await note({ items: itemsFrom(1, 10) });
                await note({ items: itemsFrom(11, 50_000) });
                return { transactions: 50_010 };
              },
            }
          : handler.read(file),
    };
    await world.settle(workOf(at, { handlers: [foreign] }));
    const files = await world.files(at.channel);
    assert.deepEqual(
      files.map((file) => [file.message_id, file.state]),
      [
        ["F7", "processed"],
        ["F8", "quarantined"],
        ["F9", "processed"],
      ],
    );
    assert.match(files[1]?.reason ?? "", /More than 50,000 of its entries fit nothing that was sent/);
    assert.deepEqual(applied.splice(0), ["F7", "F9"]);
    const items = await world.service.database.many(
      sql`select item_id from bank_file_items where organization_id = ${at.channel.organizationId}`,
    );
    assert.deepEqual(items, [], "its items are not kept");
  });

  test("the same content again changes nothing, whatever its name", async () => {
    const at = world.newBank();
    at.bank.offer("a.xml", report("<MsgId>R2</MsgId>"));
    await world.settle(workOf(at, { handlers }));
    at.bank.offer("b.xml", report("<MsgId>R2</MsgId>"));
    at.bank.offer("a.xml", report("<MsgId>R2</MsgId>"), new Date("2026-11-21T12:00:00Z"));
    await world.settle(workOf(at, { handlers }));
    const files = await world.files(at.channel);
    assert.deepEqual(
      files.map((file) => file.state),
      ["processed", "repeated", "repeated"],
    );
    assert.match(files[1]?.reason ?? "", /same content as a\.xml, received on Nov 20, 2026/);
    assert.equal(files[1]?.repeats_file_id, files[0]?.file_id);
    assert.deepEqual(applied.splice(0), ["R2"]);
  });

  test("files that are applied together: one at fault stops no other, and one that depends on another follows it", async () => {
    const at = world.newBank();
    const texts = new Map<Interpretation, string>();
    const rounds: string[][] = [];
    const together: ApplyTogether = async (tx, files) => {
      const read = files.map((file) => texts.get(file) ?? "");
      if (read.some((text) => text.includes("poison"))) throw new Error("The service cannot apply it");
      const results = new Map<Interpretation, Applied | Quarantine>();
      const done: string[] = [];
      for (const [index, file] of files.entries()) {
        const text = read[index] ?? "";
        // About the payment of another file of the round.
        if (text.includes("later") && done.length > 0) continue;
        if (text.includes("conflict")) results.set(file, { quarantine: "It contradicts the ledger." });
        else {
          results.set(file, { transactions: 1 });
          done.push(file.messageId ?? "");
        }
      }
      tx.afterCommit(() => rounds.push(done));
      return results;
    };
    const reading: IncomingHandler = {
      formats: ["pain.002"],
      read: async (file) => {
        const text = await textOf(file.chunks());
        const interpretation: Interpretation = {
          messageId: /<MsgId>(.*)<\/MsgId>/.exec(text)?.[1] ?? "",
          together,
          apply: () => assert.fail("it is applied with others"),
        };
        texts.set(interpretation, text);
        return interpretation;
      },
    };
    const offered = ["T1", "T2 poison", "T3 conflict", "T4 later", "T5"];
    for (const [index, text] of offered.entries())
      at.bank.offer(`${text}.xml`, report(`<MsgId>${text}</MsgId>`), plusMs(new Date("2026-11-20T12:00:00Z"), index));
    await world.settle(workOf(at, { handlers: [reading] }));
    const states = (await world.files(at.channel)).map((file) => [file.name, file.state]);
    assert.deepEqual(states, [
      ["T1.xml", "processed"],
      ["T2 poison.xml", "quarantined"],
      ["T3 conflict.xml", "quarantined"],
      ["T4 later.xml", "processed"],
      ["T5.xml", "processed"],
    ]);
    assert.deepEqual(rounds.flat().sort(), ["T1", "T4 later", "T5"]);
  });

  test("a message that was processed before is set aside if its content differs", async () => {
    const at = world.newBank();
    at.bank.offer("a.xml", report("<MsgId>R3</MsgId>"));
    at.bank.offer("b.xml", report("<MsgId>R3</MsgId><Changed/>"));
    await world.settle(workOf(at, { handlers }));
    const [first, second] = await world.files(at.channel);
    assert.equal(first?.state, "processed");
    assert.equal(second?.state, "quarantined");
    assert.match(second?.reason ?? "", /R3 was already processed with a\.xml/);
    assert.deepEqual(applied.splice(0), ["R3"]);
  });

  const broken: readonly (readonly [string, string, RegExp])[] = [
    ["malformed", report("malformed"), /GrpHdr is missing/],
    ["in conflict with the ledger", report("<MsgId>R4</MsgId>conflict"), /contradicts the ledger/],
    ["of no known format", "hello", /none of the formats/],
    ["of a format that nothing reads", "01,121000358,BURSAR,261120,0500,1,,,2/", /format bai2/],
  ];
  for (const [what, content, reason] of broken)
    test(`a file that is ${what} is set aside as a whole, with an alert`, async () => {
      const at = world.newBank();
      const errors: unknown[] = [];
      const service = {
        ...world.service,
        log: { ...world.service.log, error: (...line: unknown[]) => void errors.push(line) },
      };
      at.bank.offer("broken", content);
      await world.settle(workOf(at, { handlers }), service);
      const [file] = await world.files(at.channel);
      assert.equal(file?.state, "quarantined");
      assert.match(file?.reason ?? "", reason);
      assert.deepEqual(applied.splice(0), []);
      assert.equal(errors.length, 1, "one alert");
    });

  test("a file that changes while it is read is left for later", async () => {
    const at = world.newBank();
    at.bank.offer("growing.xml", report("<MsgId>half"));
    at.bank.onStep = (step) => {
      if (step !== "half read") return;
      at.bank.onStep = () => undefined;
      at.bank.offer("growing.xml", report("<MsgId>R5</MsgId>"), new Date("2026-11-20T12:00:05Z"));
    };
    await world.settle(workOf(at, { handlers }));
    assert.deepEqual(
      (await world.files(at.channel)).map((file) => file.state),
      ["processed"],
    );
    assert.deepEqual(applied.splice(0), ["R5"]);
  });

  test("a file that cannot be decrypted or verified is set aside without its content", async () => {
    const at = world.newBank();
    at.bank.offer("secret.pgp", "?");
    at.bank.onStep = (step) => {
      if (step === "read") throw new TransportError("unacceptable", "The file is not signed by the bank.");
    };
    await world.settle(workOf(at, { handlers }));
    const [file] = await world.files(at.channel);
    assert.deepEqual(
      [file?.state, file?.reason, file?.sha256],
      ["quarantined", "The file is not signed by the bank.", null],
    );
  });

  test("a connection that wants it has its files deleted after they are recorded, not before", async () => {
    const at = world.newBank({ removeAfterReading: true });
    at.bank.offer("gone.xml", report("<MsgId>R6</MsgId>"));
    await world.settle(workOf(at, { handlers }));
    assert.equal(at.bank.inbox.size, 0);
    assert.deepEqual(applied.splice(0), ["R6"]);
  });

  test("a process killed between any two steps: each file is applied once", async () => {
    let isWhole = false;
    for (let dieAt = 1; !isWhole; dieAt += 1) {
      const at = world.newBank({ removeAfterReading: true });
      at.bank.offer("report.xml", report(`<MsgId>K${dieAt}</MsgId>`));
      const process = mortal(dieAt);
      const dying = dyingService(world.service, process.step);
      for (let pass = 0; pass < 2; pass += 1) {
        await runBankFiles(dying, workOf(at, { handlers, onStep: process.step })).catch(() => 0);
        world.clock.set(plusMs(world.clock.now(), 2 * LEASE_MS));
      }
      isWhole = !process.died();
      await world.settle(workOf(at, { handlers }));
      const where = `killed at step ${dieAt}: ${process.trace.at(-1)}`;
      assert.deepEqual(applied.splice(0), [`K${dieAt}`], where);
      const states = (await world.files(at.channel)).map((file) => file.state);
      assert.deepEqual(states, ["processed"], where);
      assert.equal(at.bank.inbox.size, 0, where);
    }
  });

  test("the bank's answer decides about a file, also about one in doubt, and the payments of a rejected one are in no other", async () => {
    const at = world.newBank();
    at.bank.takesAtOnce = true;
    const payment = world.payment();
    const doubtful = await world.write(at.channel, { payments: [payment], messageId: "MSG-1" });
    at.bank.onStep = (step) => {
      if (step === "renamed") throw new TransportError("unreachable", "The connection was lost");
    };
    await world.settle(workOf(at));
    assert.equal((await world.file(doubtful)).state, "inDoubt");
    const key = { organizationId: world.organizationId, fileId: doubtful };
    const { database } = world.service;
    const named = { connectionId: at.channel.connectionId, messageId: "MSG-1" };
    const found = await findByMessageId(database, world.organizationId, named);
    assert.deepEqual(
      found.map((file) => file.file_id),
      [doubtful],
    );
    assert.ok(
      await database.transaction((tx) => acknowledgeFiles(world.service, tx, key.organizationId, [key.fileId])),
    );
    assert.equal((await world.file(doubtful)).state, "acknowledged");
    await assert.rejects(world.write(at.channel, { payments: [payment] }), FiledBefore);
    const reason = "The bank rejected the file: invalid batch control.";
    assert.ok(await database.transaction((tx) => rejectFile(world.service, tx, { ...key, reason })));
    assert.ok(
      !(await database.transaction((tx) => acknowledgeFiles(world.service, tx, key.organizationId, [key.fileId]))),
      "it stays rejected",
    );
    assert.equal((await world.file(doubtful)).reason, reason);
    await assert.rejects(world.write(at.channel, { payments: [payment] }), FiledBefore);
  });
});
