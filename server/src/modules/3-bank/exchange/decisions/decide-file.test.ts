import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { chunksOf, type FileWorld, openFileWorld, workOf } from "#test/kit/bank-files/file-world.ts";
import { refusedWith } from "#test/kit/service/received-refusals.ts";
import type { BankFileId } from "../bank-file.ts";
import { storeContent } from "../content/store-content.ts";
import { sweepBankFiles } from "../content/sweep-contents.ts";
import { downloadFile } from "../read-files.ts";
import { FiledBefore } from "../sending/write-file.ts";
import { TransportError } from "../transports/transport.ts";
import { decideAboutFile, type FileDecision } from "./decide-file.ts";

const operator = { type: "operator", id: "test" } as const;

describe("bank files and people", () => {
  let world: FileWorld;
  before(async () => {
    world = await openFileWorld();
  });
  after(() => world.close());

  const decide = (fileId: BankFileId, decision: FileDecision) =>
    decideAboutFile(world.service, { organizationId: world.organizationId, fileId, decision, actor: operator });
  const download = async (fileId: BankFileId): Promise<string> => {
    const file = await downloadFile(world.service, {
      organizationId: world.organizationId,
      fileId,
      actor: operator,
    });
    const chunks: Buffer[] = [];
    for await (const chunk of file.chunks) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  /** A file that was taken by the bank at the moment the connection was lost. */
  const inDoubt = async () => {
    const at = world.newBank();
    at.bank.takesAtOnce = true;
    at.bank.onStep = (step) => {
      if (step === "renamed") throw new TransportError("unreachable", "The connection was lost");
    };
    const fileId = await world.write(at.channel);
    await world.settle(workOf(at));
    at.bank.onStep = () => undefined;
    assert.equal((await world.file(fileId)).state, "inDoubt");
    return { at, fileId };
  };

  test("a file in doubt is never sent again unless a person decides so", async () => {
    const { at, fileId } = await inDoubt();
    await world.settle(workOf(at));
    assert.equal(at.bank.arrivals.length, 1);
    assert.equal((await decide(fileId, "resend")).state, "written");
    await world.settle(workOf(at));
    assert.equal(at.bank.arrivals.length, 2);
    assert.equal((await world.file(fileId)).state, "sent");
  });

  test("a file in doubt that the bank has is marked as sent", async () => {
    const { at, fileId } = await inDoubt();
    assert.equal((await decide(fileId, "markSent")).state, "sent");
    await world.settle(workOf(at));
    assert.equal(at.bank.arrivals.length, 1);
    await assert.rejects(decide(fileId, "resend"), refusedWith("bankFileNotInDoubt"));
    await assert.rejects(decide(fileId, "retry"), refusedWith("bankFileNotSetAside"));
  });

  test("a name that the bank's directory already has is a doubt, not an overwrite", async () => {
    const at = world.newBank();
    const fileId = await world.write(at.channel, { name: "taken.ach" });
    at.bank.outbox.set("taken.ach", Buffer.from("another sender's"));
    await world.settle(workOf(at));
    assert.equal((await world.file(fileId)).state, "inDoubt");
    assert.equal(at.bank.outbox.get("taken.ach")?.toString(), "another sender's");
  });

  test("a content that was changed in the store is neither sent nor downloaded", async () => {
    const at = world.newBank();
    const folder = join(world.service.config.dataDir, "attachments");
    const before = new Set(await objectsIn(folder));
    const text = "pay me".repeat(10_000);
    const fileId = await world.write(at.channel, { text });
    const [object = ""] = (await objectsIn(folder)).filter((path) => !before.has(path));
    const bytes = await readFile(object);
    bytes[30] = (bytes[30] ?? 0) ^ 1;
    await writeFile(object, bytes);
    await assert.rejects(download(fileId), { name: "DamagedContent" });
    await world.settle(workOf(at));
    assert.equal((await world.file(fileId)).state, "withheld");
    assert.equal(at.bank.arrivals.length, 0);

    bytes[30] = (bytes[30] ?? 0) ^ 1;
    await writeFile(object, bytes);
    assert.equal((await decide(fileId, "retry")).state, "written");
    await world.settle(workOf(at));
    assert.equal(at.bank.arrivals[0]?.content.toString(), text);
    assert.equal(await download(fileId), text);
  });

  test("a small content that was changed in the database, or deleted there, is neither sent nor downloaded", async () => {
    const at = world.newBank();
    const owner = world.opened.owner();
    const contentOf = (id: BankFileId) => `object_name = (select object_name from bank_files where file_id = '${id}')`;
    const flip = (id: BankFileId) =>
      owner.run({
        text: `update bank_file_contents set content = set_byte(content, 9, get_byte(content, 9) # 1) where ${contentOf(id)}`,
        values: [],
      });
    const fileId = await world.write(at.channel, { text: "pay me" });
    await flip(fileId);
    await assert.rejects(download(fileId), { name: "DamagedContent" });
    await world.settle(workOf(at));
    assert.equal((await world.file(fileId)).state, "withheld");
    await flip(fileId);
    assert.equal((await decide(fileId, "retry")).state, "written");
    await world.settle(workOf(at));
    assert.equal(at.bank.arrivals[0]?.content.toString(), "pay me");

    const deleted = await world.write(at.channel, { text: "pay me, too" });
    await owner.run({ text: `delete from bank_file_contents where ${contentOf(deleted)}`, values: [] });
    await world.settle(workOf(at));
    assert.equal((await world.file(deleted)).state, "withheld");
    assert.equal(at.bank.arrivals.length, 1);
  });

  test("a quarantined file is processed when it is retried, or dismissed", async () => {
    const at = world.newBank();
    at.bank.offer("statement.txt", "01,121000358,BURSAR,261120,0500,1,,,2/");
    at.bank.offer("other.txt", "01,121000358,BURSAR,261121,0500,1,,,2/");
    await world.settle(workOf(at));
    const [first, second] = await world.files(at.channel);
    assert.ok(first && second);
    await decide(first.file_id, "retry");
    const handlers = [{ formats: ["bai2" as const], read: async () => ({ apply: async () => ({ transactions: 7 }) }) }];
    await world.settle(workOf(at, { handlers }));
    assert.deepEqual(
      [(await world.file(first.file_id)).state, (await world.file(first.file_id)).transaction_count],
      ["processed", 7],
    );
    assert.equal((await decide(second.file_id, "dismiss")).state, "dismissed");
    await assert.rejects(decide(second.file_id, "retry"), refusedWith("bankFileNotSetAside"));
  });

  test("a file that was never read whole is read again when it is retried", async () => {
    const at = world.newBank();
    at.bank.offer("signed.pgp", "01,121000358,BURSAR,261122,0500,1,,,2/");
    at.bank.onStep = (step) => {
      if (step === "read") throw new TransportError("unacceptable", "The file is not signed by the bank.");
    };
    await world.settle(workOf(at));
    const [unread] = await world.files(at.channel);
    assert.ok(unread);
    await assert.rejects(download(unread.file_id), refusedWith("bankFileEmpty"));
    at.bank.onStep = () => undefined;
    assert.equal((await decide(unread.file_id, "retry")).state, "dismissed");
    const handlers = [{ formats: ["bai2" as const], read: async () => ({ apply: async () => ({ transactions: 1 }) }) }];
    await world.settle(workOf(at, { handlers }));
    assert.deepEqual(
      (await world.files(at.channel)).map(({ state }) => state),
      ["dismissed", "processed"],
    );
  });

  test("a file written in a rehearsal is never sent, and its payments are in no other file", async () => {
    const at = world.newBank();
    const payment = world.payment();
    const rehearsed = await world.write(at.channel, { payments: [payment], rehearsal: true });
    await world.settle(workOf(at));
    assert.deepEqual([(await world.file(rehearsed)).state, at.bank.arrivals.length], ["rehearsed", 0]);
    await assert.rejects(world.write(at.channel, { payments: [payment] }), FiledBefore);
  });

  /** The service, and the alerts about a file. */
  const listening = () => {
    const lines: { readonly fileId?: string; readonly alert?: string }[] = [];
    const log = { ...world.service.log, error: (line: object) => void lines.push(line) };
    const alertsOf = (fileId: BankFileId) => lines.filter((line) => line.fileId === fileId).map(({ alert }) => alert);
    return { service: { ...world.service, log }, alertsOf };
  };

  test("a file that the bank does not answer in time raises one alert", async () => {
    const at = world.newBank();
    const { service, alertsOf } = listening();
    const fileId = await world.write(at.channel, { answerWithinMs: 60_000 });
    await world.settle(workOf(at), service);
    await world.settle(workOf(at), service);
    assert.deepEqual(alertsOf(fileId), ["unanswered"]);
  });

  test("a file that cannot be sent for a quarter of an hour raises one alert, and is sent later", async () => {
    const at = world.newBank();
    const { service, alertsOf } = listening();
    const fileId = await world.write(at.channel);
    at.bank.onStep = () => {
      throw new TransportError("unreachable", "The bank's server does not answer.");
    };
    await world.settle(workOf(at), service);
    await world.settle(workOf(at), service);
    assert.deepEqual(alertsOf(fileId), ["unsent"]);
    assert.deepEqual(
      [(await world.file(fileId)).state, (await world.file(fileId)).reason],
      ["written", "The bank's server does not answer."],
    );
    at.bank.onStep = () => undefined;
    await world.settle(workOf(at), service);
    assert.equal((await world.file(fileId)).state, "sent");
    assert.equal(at.bank.arrivals.length, 1);
  });

  test("contents that no file refers to are swept, and no others", async () => {
    const folder = join(world.service.config.dataDir, "attachments");
    // Other tests have left some.
    wait(world);
    await sweepBankFiles(world.service);
    const before = await objectsIn(folder);
    await storeContent(world.service, world.organizationId, chunksOf("left over".repeat(10_000)));
    assert.equal(await sweepBankFiles(world.service), 0, "it may still be in use");
    assert.equal((await objectsIn(folder)).length, before.length + 1);
    wait(world);
    assert.equal(await sweepBankFiles(world.service), 1);
    assert.deepEqual(await objectsIn(folder), before);
  });
});

const wait = ({ clock }: FileWorld): void => clock.set(plusMs(clock.now(), 31 * MINUTE_MS));

async function objectsIn(folder: string): Promise<readonly string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
