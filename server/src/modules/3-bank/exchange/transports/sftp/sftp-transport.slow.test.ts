import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { findOpenSsh, type OpenSshServer, startOpenSsh } from "#test/kit/banks/openssh-server.ts";
import { openFaultyLink } from "#test/kit/faults/faulty-link.ts";
import { long, seeded, testSeed } from "#test/kit/faults/random.ts";
import { mountSmallDisk, withoutRoot } from "#test/kit/faults/small-disk.ts";
import { bytesOf, distinctBytes, find, inPieces, put } from "../contents.testkit.ts";
import { type Channel, TransportError } from "../transport.ts";
import { openSftp, type SftpOptions } from "./sftp-transport.ts";

const sshd = findOpenSsh();
const NAME = "ach-20261123-000001.txt";
/** Cut uploads. */
const ROUNDS = long ? 20 : 6;

describe("SFTP with a real OpenSSH server", { skip: sshd.skip }, () => {
  let server: OpenSshServer;
  before(async () => {
    if (sshd.skip === false) server = await startOpenSsh(sshd.path);
  });
  after(() => server?.stop());

  /** A bank with directories of its own, and our settings for it. */
  const newBank = (changes: Partial<SftpOptions> = {}) => {
    const root = mkdtempSync(join(server.root, "bank-"));
    const [upload, download] = [join(root, "to-bank"), join(root, "from-bank")];
    mkdirSync(upload);
    mkdirSync(download);
    const options: SftpOptions = {
      host: "127.0.0.1",
      port: server.port,
      user: server.user,
      hostKeys: [server.hostKeys.ed25519],
      privateKey: server.privateKey,
      uploadDirectory: upload,
      downloadDirectory: download,
      temporaryPrefix: "",
      temporarySuffix: ".tmp",
      removeAfterReading: false,
      settleMs: 20,
      connectTimeoutMs: 5_000,
      stepTimeoutMs: 5_000,
      ...changes,
    };
    return { upload, download, options };
  };
  const open = async (t: TestContext, options: SftpOptions): Promise<Channel> => {
    const channel = await openSftp(options);
    t.after(() => channel.close());
    return channel;
  };

  it("shows a file under its name only when it is complete", async (t) => {
    const { upload, options } = newBank();
    const channel = await open(t, options);
    const content = distinctBytes(500_000);
    const seen = new Set<string>();
    async function* watched() {
      for await (const piece of inPieces(content)) {
        for (const name of readdirSync(upload)) seen.add(name);
        yield piece;
      }
    }
    assert.deepEqual(await find(channel, NAME), { state: "absent" });
    await put(channel, NAME, watched(), content.length);
    assert.deepEqual([...seen], [`${NAME}.tmp`]);
    assert.deepEqual(readdirSync(upload), [NAME]);
    assert.ok(readFileSync(join(upload, NAME)).equals(content));
    assert.deepEqual(await find(channel, NAME), { state: "final", bytes: content.length });
  });

  it("never replaces a file whose name is taken", async (t) => {
    const { upload, options } = newBank();
    const channel = await open(t, options);
    writeFileSync(join(upload, NAME), "the first one");
    await assert.rejects(put(channel, NAME, inPieces(distinctBytes(9)), 9), {
      kind: "refused",
      message: /never used twice/,
    });
    assert.equal(readFileSync(join(upload, NAME), "utf8"), "the first one");
  });

  it("does not give a file its name if its length is another one than announced", async (t) => {
    const { upload, options } = newBank();
    const channel = await open(t, options);
    // At the end of a piece, what was written has the announced length, although more follows.
    for (const announced of [99_999, 100_001, 90_000])
      await assert.rejects(put(channel, NAME, inPieces(distinctBytes(100_000)), announced), { kind: "protocol" });
    assert.equal(existsSync(join(upload, NAME)), false);
    assert.deepEqual(await find(channel, NAME), { state: "temporary" });
  });

  it("does not give a file its name if its content fails midway", async (t) => {
    const { upload, options } = newBank();
    const channel = await open(t, options);
    async function* failing() {
      yield distinctBytes(40_000);
      throw new Error("the store is away");
    }
    await assert.rejects(put(channel, NAME, failing(), 80_000), /the store is away/);
    assert.equal(existsSync(join(upload, NAME)), false);
    // The connection still works.
    await put(channel, NAME, inPieces(distinctBytes(80_000)), 80_000);
  });

  it("refuses another host key before it signs in, and says which key it saw", async () => {
    const { options } = newBank({ hostKeys: [server.hostKeys.rsa] });
    await assert.rejects(openSftp(options), (error) => {
      assert.ok(error instanceof TransportError);
      assert.deepEqual([error.kind, error.step], ["refused", "hostKey"]);
      assert.ok(error.message.includes(`${server.hostKeys.ed25519} (ssh-ed25519)`));
      return true;
    });
  });

  it("accepts any of several pinned keys, and asks for the kind of key that the bank publishes", async (t) => {
    await open(t, newBank({ hostKeys: [server.hostKeys.rsa, server.hostKeys.ed25519] }).options);
    await open(t, newBank({ hostKeys: [server.hostKeys.rsa], hostKeyType: "rsa" }).options);
  });

  it("says that the credentials are wrong, and not which ones", async () => {
    const { options } = newBank({ user: "nobody" });
    await assert.rejects(openSftp(options), {
      kind: "refused",
      step: "signIn",
      message: /did not accept the user nobody/,
    });
  });

  it("lists complete files only: no directories, links, unfinished uploads, or files that grow", async (t) => {
    const { download, options } = newBank({ settleMs: 150 });
    const channel = await open(t, options);
    const write = (name: string, text = "x", at?: Date) => {
      writeFileSync(join(download, name), text);
      if (at) utimesSync(join(download, name), at, at);
    };
    write("return-2.txt", "second", new Date("2026-11-20T10:00:00Z"));
    write("return-1.txt", "first", new Date("2026-11-19T10:00:00Z"));
    for (const name of ["empty.txt", ".hidden", "report.tmp", "report.filepart"])
      write(name, name === "empty.txt" ? "" : "x");
    mkdirSync(join(download, "archive"));
    symlinkSync("/etc/passwd", join(download, "link.txt"));
    write("growing.txt");
    const growing = setInterval(() => writeFileSync(join(download, "growing.txt"), "x", { flag: "a" }), 20);
    t.after(() => clearInterval(growing));
    assert.deepEqual(await channel.list(), [
      { name: "return-1.txt", bytes: 5, modifiedAt: new Date("2026-11-19T10:00:00Z") },
      { name: "return-2.txt", bytes: 6, modifiedAt: new Date("2026-11-20T10:00:00Z") },
    ]);
  });

  it("reads a file whole, and refuses one that is too large or outside of its directory", async (t) => {
    const { download, options } = newBank();
    const channel = await open(t, options);
    const content = distinctBytes(1_234_567);
    writeFileSync(join(download, "statement.txt"), content);
    assert.ok((await bytesOf(await channel.read("statement.txt", content.length))).equals(content));
    await assert.rejects(channel.read("statement.txt", content.length - 1), { kind: "unacceptable" });
    for (const name of ["../to-bank/x", "/etc/passwd", "..", "a\nb", ""])
      await assert.rejects(channel.read(name, 1_000), { kind: "refused" });
    // The connection still works, and the file is still there.
    assert.equal((await channel.list()).length, 1);
  });

  it("deletes what was read only if the settings say so", async (t) => {
    for (const removeAfterReading of [false, true]) {
      const { download, options } = newBank({ removeAfterReading });
      const channel = await open(t, options);
      writeFileSync(join(download, "statement.txt"), "x");
      await channel.remove("statement.txt");
      assert.equal(existsSync(join(download, "statement.txt")), !removeAfterReading);
    }
  });

  it("examines a bank without changing anything there", async (t) => {
    const { upload, download, options } = newBank();
    const channel = await open(t, options);
    writeFileSync(join(download, "statement.txt"), "x");
    const steps = await channel.probe();
    assert.deepEqual(
      steps.map(({ step, outcome }) => `${step} ${outcome}`),
      [
        "connect passed",
        "hostKey passed",
        "signIn passed",
        "uploadDirectory passed",
        "downloadDirectory passed",
        "writePermission unknown",
      ],
    );
    assert.deepEqual([readdirSync(upload), readdirSync(download)], [[], ["statement.txt"]]);
    const missing = await open(t, { ...options, uploadDirectory: join(upload, "missing") });
    const found = (await missing.probe()).find(({ step }) => step === "uploadDirectory");
    assert.equal(found?.outcome, "failed");
    assert.match(found?.detail ?? "", /there is no such file or directory/);
  });

  it("leaves a complete file or none wherever an upload is cut, and repeats it under the same name", async (t) => {
    const random = seeded(testSeed("cut uploads"));
    const link = await openFaultyLink(server.port);
    t.after(() => link.close());
    const content = distinctBytes(300_000);
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { upload, options } = newBank({ port: link.port });
      const channel = await openSftp(options);
      // The second half of them cuts around the rename.
      const total = content.length + 3_000;
      link.fail("cut", Math.floor(round < ROUNDS / 2 ? random() * total : total - random() * 2_500));
      const problem = await put(channel, NAME, inPieces(content), content.length).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (problem !== undefined) {
        assert.ok(problem instanceof TransportError);
        assert.equal(problem.kind, "unreachable");
        await assert.rejects(channel.list(), { kind: "unreachable" });
      }
      link.heal();
      await channel.close();
      const again = await openSftp(options);
      const state = (await find(again, NAME))?.state ?? "absent";
      outcomes.add(state);
      if (state === "final") assert.ok(readFileSync(join(upload, NAME)).equals(content));
      else await put(again, NAME, inPieces(content), content.length);
      assert.deepEqual(readdirSync(upload), [NAME]);
      assert.ok(readFileSync(join(upload, NAME)).equals(content));
      await again.close();
    }
    assert.ok(outcomes.has("temporary"), `uploads were cut midway: ${[...outcomes].join(", ")}`);
  });

  it("gives up on a server that falls silent", async (t) => {
    const link = await openFaultyLink(server.port);
    t.after(() => link.close());
    const { options } = newBank({ port: link.port, stepTimeoutMs: 1_500, connectTimeoutMs: 20_000 });
    const channel = await openSftp(options);
    link.fail("silence", 50_000);
    await assert.rejects(put(channel, NAME, inPieces(distinctBytes(500_000)), 500_000), {
      kind: "unreachable",
      message: /no answer within 1.5 seconds/,
    });
    link.fail("silence", 0);
    const impatient = { ...options, connectTimeoutMs: 300 };
    await assert.rejects(openSftp(impatient), { kind: "unreachable", step: "connect" });
  });

  it("says that a server cannot be reached", async () => {
    const link = await openFaultyLink(server.port);
    await link.close();
    await assert.rejects(openSftp(newBank({ port: link.port }).options), { kind: "unreachable", step: "connect" });
  });

  it("reports a full disk as such, and uploads once there is space", { skip: withoutRoot }, async (t) => {
    const disk = mountSmallDisk({ sizeMegabytes: 2 });
    t.after(() => disk.remove());
    const channel = await open(t, newBank({ uploadDirectory: disk.path }).options);
    disk.fill();
    const content = distinctBytes(200_000);
    await assert.rejects(put(channel, NAME, inPieces(content), content.length), { kind: "full" });
    disk.makeSpace();
    await put(channel, NAME, inPieces(content), content.length);
    assert.ok(readFileSync(join(disk.path, NAME)).equals(content));
  });
});
