import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after, before, describe, test } from "node:test";
import { paymentAnswers, readMessage } from "bursar-bank-formats/iso20022";
import { openFolder } from "#bank/exchange/transports/folder/folder-transport.ts";
import { openSftp } from "#bank/exchange/transports/sftp/sftp-transport.ts";
import type { Channel } from "#bank/exchange/transports/transport.ts";
import {
  achEntry,
  achFile,
  agreementText,
  wireFile,
} from "../../../../packages/simulated-bank/src/file-bank.testkit.ts";
import { findOpenSsh, type OpenSshServer, startOpenSsh } from "../../kit/banks/openssh-server.ts";
import { bursarHere } from "../../kit/service/command.ts";

/** A new directory with the agreement, as an operator makes it. */
function newBank(parent = tmpdir()): string {
  const directory = mkdtempSync(join(parent, "bursar-bank-"));
  writeFileSync(join(directory, "bank.json"), agreementText());
  for (const name of ["outbox", "inbox"]) mkdirSync(join(directory, name));
  return directory;
}

const simulate = (directory: string, ...options: readonly string[]) =>
  bursarHere(["bank", "simulate", "--folder", directory, "--once", ...options], { dataDir: directory });

const at = (instant: string): readonly string[] => ["--clock", instant];
const put = async (channel: Channel, name: string, text: string): Promise<void> => {
  const content = Buffer.from(text);
  await channel.stage(name, Readable.from([content]), content.length);
  for await (const { problem } of channel.publish([name])) assert.equal(problem, undefined);
};
const readAll = async (channel: Channel, name: string): Promise<string> =>
  Buffer.concat(await Array.fromAsync(await channel.read(name, 1_000_000))).toString("utf8");
const contentsOf = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
const names = { temporaryPrefix: "", temporarySuffix: ".tmp", removeAfterReading: false, settleMs: 10 };

describe("a simulated bank behind a folder", () => {
  const made: string[] = [];
  const bank = (parent?: string): string => {
    const directory = newBank(parent);
    made.push(directory);
    return directory;
  };
  after(() => {
    for (const directory of made) rmSync(directory, { recursive: true, force: true });
  });

  test("reads what a folder connection wrote, and answers what it reads", async () => {
    const directory = bank();
    const channel = await openFolder({ folder: directory, ...names });
    await put(channel, "ach-1.txt", achFile([achEntry("9902000002", 10_00n)]));
    writeFileSync(join(directory, "outbox", "unfinished.txt.tmp"), "half a fi");
    const first = await simulate(directory, ...at("2026-11-20T19:05:00Z"));
    assert.deepEqual([first.exitCode, first.output], [0, "Received: 1. Answers: 0.\n"], first.errors);
    const second = await simulate(directory, ...at("2026-11-20T19:10:00Z"), "--json");
    assert.deepEqual(JSON.parse(second.output), { received: 0, answered: 1 });
    const [acknowledgment] = await channel.list();
    const answer = await readAll(channel, acknowledgment?.name ?? "");
    assert.equal(paymentAnswers(readMessage(answer, ["pain.002.001.10"]).message)[0]?.status, "ACCP");
    await simulate(directory, ...at("2026-11-26T12:00:00Z"));
    const received = readdirSync(join(directory, "inbox"));
    for (const prefix of ["returns", "camt052", "camt053", "camt054"])
      assert.ok(
        received.some((name) => name.startsWith(prefix)),
        prefix,
      );
  });

  test("a killed process loses nothing and repeats nothing", async () => {
    const [killed, calm] = [bank(), bank()];
    const files = ["12345678", "9902000003"].map((number, index) =>
      wireFile(`M${index}`, [{ creditorAccount: number, amountMinor: 5_00n, endToEndId: `E${index}` }]),
    );
    for (const directory of [killed, calm])
      for (const [index, content] of files.entries())
        writeFileSync(join(directory, "outbox", `w${index}.xml`), content);
    const main = join(import.meta.dirname, "../../../src/cli/main.ts");
    const options = ["bank", "simulate", "--folder", killed, ...at("2026-11-20T19:05:00Z")];
    const child = spawn(process.execPath, [main, ...options], { stdio: "ignore" });
    const first = join(killed, ".bank", "00000002.json");
    while (!existsSync(first) && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 2));
    child.kill("SIGKILL");
    await once(child, "exit");
    // What a crash can leave behind: an unfinished record.
    writeFileSync(join(killed, ".bank", "00000099.json.tmp"), "{");
    for (const directory of [killed, calm]) await simulate(directory, ...at("2026-11-20T19:05:00Z"));
    for (const directory of [killed, calm]) await simulate(directory, ...at("2026-11-30T12:00:00Z"));
    const inboxes = [killed, calm].map((directory) => contentsOf(join(directory, "inbox")));
    const statuses = inboxes.map((inbox) =>
      Object.entries(inbox)
        .filter(([name]) => name.startsWith("pain002"))
        .flatMap(([, content]) => paymentAnswers(readMessage(content, ["pain.002.001.10"]).message))
        .map(({ originalMessageId, about, status }) => `${originalMessageId} ${about} ${status}`)
        .toSorted(),
    );
    assert.deepEqual(statuses[0], statuses[1]);
    assert.equal(statuses[0]?.length, 4);
    const before = contentsOf(join(killed, "inbox"));
    await simulate(killed, ...at("2026-11-30T12:00:00Z"));
    assert.deepEqual(contentsOf(join(killed, "inbox")), before);
  });

  test("receives money from outside, and states it", async () => {
    const directory = bank();
    const deposit = ["--deposit", "1000200030=250.75", "--deposit-by", "wire", "--payer", "Tern Packaging"];
    const first = await simulate(directory, ...at("2026-11-20T19:05:00Z"), ...deposit);
    assert.equal(first.exitCode, 0, first.errors);
    await simulate(directory, ...at("2026-11-23T12:00:00Z"));
    const inbox = Object.entries(contentsOf(join(directory, "inbox")));
    const contentOf = (prefix: string) => inbox.find(([name]) => name.startsWith(prefix))?.[1] ?? "";
    assert.match(contentOf("camt054"), /Tern Packaging/);
    assert.match(contentOf("camt053"), /1000250\.75/);
    const unknown = await simulate(directory, "--deposit", "555=1.00");
    assert.match(unknown.errors, /an account that the agreement does not have/);
  });

  test("says what is wrong with the folder", async () => {
    const empty = mkdtempSync(join(tmpdir(), "bursar-bank-"));
    made.push(empty);
    assert.match((await simulate(empty)).errors, /bank\.json is missing/);
    writeFileSync(join(empty, "bank.json"), agreementText({ routingNumber: "123456789" }));
    assert.match((await simulate(empty)).errors, /routingNumber is not a routing number/);
    writeFileSync(join(empty, "bank.json"), agreementText({ surprise: true }));
    const refused = await simulate(empty);
    assert.deepEqual([refused.exitCode, /not valid at/.test(refused.errors)], [1, true]);
  });
});

const sshd = findOpenSsh();

describe("a simulated bank behind an OpenSSH server", { skip: sshd.skip }, () => {
  let server: OpenSshServer;
  before(async () => {
    if (sshd.skip === false) server = await startOpenSsh(sshd.path);
  });
  after(() => server?.stop());

  test("receives a file by SFTP, and its answer is fetched the same way", async () => {
    const directory = newBank(server.root);
    const channel = await openSftp({
      host: "127.0.0.1",
      port: server.port,
      user: server.user,
      hostKeys: [server.hostKeys.ed25519],
      privateKey: server.privateKey,
      connectTimeoutMs: 5_000,
      stepTimeoutMs: 5_000,
      ...names,
      uploadDirectory: join(directory, "outbox"),
      downloadDirectory: join(directory, "inbox"),
    });
    try {
      await put(channel, "ach-1.txt", achFile([achEntry("12345678", 10_00n)], { companyIdentification: "9999999999" }));
      await simulate(directory, ...at("2026-11-20T19:05:00Z"));
      await simulate(directory, ...at("2026-11-20T19:10:00Z"));
      const [listed] = await channel.list();
      const answer = await readAll(channel, listed?.name ?? "");
      const [paymentAnswer] = paymentAnswers(readMessage(answer, ["pain.002.001.10"]).message);
      assert.deepEqual([paymentAnswer?.status, paymentAnswer?.reasons[0]?.code], ["RJCT", "BE05"]);
    } finally {
      await channel.close();
    }
  });
});
