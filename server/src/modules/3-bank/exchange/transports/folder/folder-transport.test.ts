import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { mountSmallDisk, withoutRoot } from "#test/kit/faults/small-disk.ts";
import { bytesOf, distinctBytes, find, inPieces, put } from "../contents.testkit.ts";
import { type FolderOptions, openFolder } from "./folder-transport.ts";

const NAME = "ach-20261123-000001.txt";

describe("exchange of files through a folder", () => {
  const newFolder = (t: TestContext, changes: Partial<FolderOptions> = {}) => {
    const folder = mkdtempSync(join(tmpdir(), "bursar-folder-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const options = { folder, temporaryPrefix: "", temporarySuffix: ".tmp", removeAfterReading: false, settleMs: 20 };
    return { options: { ...options, ...changes }, outbox: join(folder, "outbox"), inbox: join(folder, "inbox") };
  };

  it("creates both directories for this user only", async (t) => {
    const { options, outbox, inbox } = newFolder(t);
    await openFolder(options);
    for (const path of [outbox, inbox]) assert.equal(statSync(path).mode & 0o777, 0o700);
  });

  it("shows a file under its name only when it is complete", async (t) => {
    const { options, outbox } = newFolder(t);
    const channel = await openFolder(options);
    const content = distinctBytes(300_000);
    const seen = new Set<string>();
    async function* watched() {
      for await (const piece of inPieces(content)) {
        for (const name of readdirSync(outbox)) seen.add(name);
        yield piece;
      }
    }
    assert.deepEqual(await find(channel, NAME), { state: "absent" });
    await put(channel, NAME, watched(), content.length);
    assert.deepEqual([...seen], [`${NAME}.tmp`]);
    assert.deepEqual(readdirSync(outbox), [NAME]);
    assert.ok(readFileSync(join(outbox, NAME)).equals(content));
    assert.deepEqual(await find(channel, NAME), { state: "final", bytes: content.length });
  });

  it("never replaces a file whose name is taken, even one that appears meanwhile", async (t) => {
    const { options, outbox } = newFolder(t);
    const channel = await openFolder(options);
    async function* overtaken() {
      yield distinctBytes(4);
      writeFileSync(join(outbox, NAME), "the other one");
    }
    await assert.rejects(put(channel, NAME, overtaken(), 4), { kind: "refused", message: /never used twice/ });
    await assert.rejects(put(channel, NAME, inPieces(distinctBytes(4)), 4), { kind: "refused" });
    assert.equal(readFileSync(join(outbox, NAME), "utf8"), "the other one");
  });

  it("does not give a file its name if its content fails or has another length", async (t) => {
    const { options, outbox } = newFolder(t);
    const channel = await openFolder(options);
    async function* failing() {
      yield distinctBytes(10);
      throw new Error("the store is away");
    }
    await assert.rejects(put(channel, NAME, failing(), 20), /the store is away/);
    // At the end of a piece, what was written has the announced length, although more follows.
    for (const announced of [99, 101, 90])
      await assert.rejects(put(channel, NAME, inPieces(distinctBytes(100), 10), announced), { kind: "protocol" });
    assert.equal(existsSync(join(outbox, NAME)), false);
  });

  it("recognizes what a crash left: an unfinished file, or both names of a finished one", async (t) => {
    const { options, outbox } = newFolder(t);
    const channel = await openFolder(options);
    writeFileSync(join(outbox, `${NAME}.tmp`), "half");
    assert.deepEqual(await find(channel, NAME), { state: "temporary" });
    await put(channel, NAME, inPieces(distinctBytes(100)), 100);
    linkSync(join(outbox, NAME), join(outbox, `${NAME}.tmp`));
    assert.deepEqual(await find(channel, NAME), { state: "final", bytes: 100 });
    assert.deepEqual(readdirSync(outbox), [NAME]);
  });

  it("writes and reads nothing through links", async (t) => {
    const { options, outbox, inbox } = newFolder(t);
    const channel = await openFolder(options);
    const target = join(options.folder, "target");
    writeFileSync(target, "untouched");
    symlinkSync(target, join(outbox, `${NAME}.tmp`));
    await put(channel, NAME, inPieces(distinctBytes(5)), 5);
    assert.equal(readFileSync(target, "utf8"), "untouched");
    symlinkSync(target, join(inbox, "statement.txt"));
    await assert.rejects(channel.read("statement.txt", 100), { kind: "refused" });
    assert.deepEqual(await channel.list(), []);
    rmSync(outbox, { recursive: true });
    mkdirSync(join(options.folder, "elsewhere"));
    symlinkSync(join(options.folder, "elsewhere"), outbox);
    await assert.rejects(openFolder(options), { kind: "refused", message: /Links are not followed/ });
  });

  it("refuses names that lead out of the directories or that a bank would not accept", async (t) => {
    const { options } = newFolder(t);
    const channel = await openFolder(options);
    for (const name of ["../x", "a/b", "", ".hidden", "a b", "x\u0000", "a".repeat(250)])
      await assert.rejects(async () => put(channel, name, inPieces(distinctBytes(1)), 1), { kind: "refused" }, name);
    for (const name of ["../outbox/x", "/etc/passwd", "..", "a\u0000b"])
      await assert.rejects(async () => channel.read(name, 100), { kind: "refused" }, name);
  });

  it("reads complete files only, and never more than the limit", async (t) => {
    const { options, inbox } = newFolder(t);
    const channel = await openFolder(options);
    const content = distinctBytes(700_000);
    writeFileSync(join(inbox, "statement.txt"), content);
    writeFileSync(join(inbox, "statement.txt.tmp"), content);
    writeFileSync(join(inbox, "empty.txt"), "");
    mkdirSync(join(inbox, "archive"));
    execFileSync("mkfifo", [join(inbox, "pipe")]);
    assert.deepEqual(
      (await channel.list()).map(({ name, bytes }) => [name, bytes]),
      [["statement.txt", content.length]],
    );
    assert.ok((await bytesOf(await channel.read("statement.txt", content.length))).equals(content));
    await assert.rejects(channel.read("statement.txt", 1_000), { kind: "unacceptable" });
    // Opening a pipe must not wait for a writer.
    await assert.rejects(channel.read("pipe", 1_000), { kind: "refused" });
  });

  it("leaves a file alone that is still being written", async (t) => {
    const { options, inbox } = newFolder(t, { settleMs: 100 });
    const channel = await openFolder(options);
    writeFileSync(join(inbox, "growing.txt"), "x");
    const growing = setInterval(() => writeFileSync(join(inbox, "growing.txt"), "x", { flag: "a" }), 10);
    t.after(() => clearInterval(growing));
    assert.deepEqual(await channel.list(), []);
    clearInterval(growing);
    assert.equal((await channel.list()).length, 1);
  });

  it("deletes what was read only if the settings say so", async (t) => {
    for (const removeAfterReading of [false, true]) {
      const { options, inbox } = newFolder(t, { removeAfterReading });
      const channel = await openFolder(options);
      writeFileSync(join(inbox, "statement.txt"), "x");
      await channel.remove("statement.txt");
      assert.equal(existsSync(join(inbox, "statement.txt")), !removeAfterReading);
    }
  });

  it("reports a full disk as such, takes no space on it, and writes once there is some", {
    skip: withoutRoot,
  }, async (t) => {
    const disk = mountSmallDisk({ sizeMegabytes: 2 });
    t.after(() => disk.remove());
    const { options } = newFolder(t, { folder: disk.path });
    const channel = await openFolder(options);
    disk.fill({ leaveMegabytes: 1 });
    const content = distinctBytes(1_500_000);
    await assert.rejects(put(channel, NAME, inPieces(content), content.length), { kind: "full" });
    assert.deepEqual(await find(channel, NAME), { state: "absent" });
    disk.makeSpace();
    await put(channel, NAME, inPieces(content), content.length);
    assert.deepEqual(await find(channel, NAME), { state: "final", bytes: content.length });
  });

  it("reports a folder that is away as unreachable, and a file in its place as refused", async (t) => {
    const { options, outbox } = newFolder(t);
    const channel = await openFolder(options);
    rmSync(outbox, { recursive: true });
    await assert.rejects(put(channel, NAME, inPieces(distinctBytes(1)), 1), { kind: "unreachable" });
    writeFileSync(outbox, "not a directory");
    await assert.rejects(openFolder(options), { kind: "refused" });
  });
});
