import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { long } from "#test/kit/faults/random.ts";
import { FolderLocked, lockDataFolder, lockPathOf } from "./data-folder.ts";

const freshFolder = (t: { after(work: () => void): void }): string => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-lock-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "data");
};

/** A process that takes the lock, reports it, and keeps it until it is killed or its input ends. */
const holderScript = (folder: string) => `
  import { lockDataFolder } from ${JSON.stringify(join(import.meta.dirname, "data-folder.ts"))};
  try {
    lockDataFolder(${JSON.stringify(folder)});
    console.log("held");
    process.stdin.resume();
  } catch (error) {
    console.log(error.name);
    process.exit(3);
  }`;

/** A child that a failed test leaves running would keep this process alive until the runner's time limit. */
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill("SIGKILL");
});

const startHolder = (folder: string) => runScript(holderScript(folder));

const runScript = (script: string) => {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  const printed = new Promise<string>((resolve) =>
    child.stdout.once("data", (data: Buffer) => resolve(data.toString().trim())),
  );
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return { child, said: printed, ended };
};

test("only the owner can read the folder and the lock, and the release leaves no file", (t) => {
  const folder = freshFolder(t);
  const lock = lockDataFolder(folder);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.equal(statSync(lockPathOf(folder)).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(folder), ["bursar.lock"]);
  lock.release();
  lock.release();
  assert.deepEqual(readdirSync(folder), []);
});

test("refuses a second process in one sentence that names the first", async (t) => {
  const folder = freshFolder(t);
  const { child, said: printed, ended } = startHolder(folder);
  assert.equal(await printed, "held");
  assert.throws(
    () => lockDataFolder(folder),
    (error) =>
      error instanceof FolderLocked &&
      error.message.includes(`process ${child.pid}.`) &&
      error.message.includes("BURSAR_DATA_DIR"),
  );
  child.stdin.end();
  await ended;
  lockDataFolder(folder).release();
});

test("takes over the lock of a killed process", async (t) => {
  const folder = freshFolder(t);
  const { child, said: printed, ended } = startHolder(folder);
  assert.equal(await printed, "held");
  child.kill("SIGKILL");
  await ended;
  lockDataFolder(folder).release();
  assert.deepEqual(readdirSync(folder), []);
});

test("takes over the lock of a zombie", { skip: process.platform !== "linux" }, async (t) => {
  const folder = freshFolder(t);
  // A parent that never collects its child's exit status: sleep replaces the shell that started the holder.
  const script = `"$0" --input-type=module --eval "$1" & exec sleep 600`;
  const parent = spawn("/bin/sh", ["-c", script, process.execPath, holderScript(folder)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  t.after(() => parent.kill("SIGKILL"));
  await new Promise((resolve) => parent.stdout.once("data", resolve));
  const { pid } = JSON.parse(readFileSync(lockPathOf(folder), "utf8"));
  process.kill(pid, "SIGKILL");
  while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8")))
    await new Promise((resolve) => setTimeout(resolve, 10));
  lockDataFolder(folder).release();
  assert.deepEqual(readdirSync(folder), []);
});

test("a reused pid does not keep a dead lock alive", (t) => {
  const folder = freshFolder(t);
  const lock = lockDataFolder(folder);
  const holder = JSON.parse(readFileSync(lockPathOf(folder), "utf8"));
  lock.release();
  writeFileSync(lockPathOf(folder), JSON.stringify({ ...holder, startedAt: "1" }));
  lockDataFolder(folder).release();
});

test("respects a lock from another machine", (t) => {
  const folder = freshFolder(t);
  const lock = lockDataFolder(folder);
  const holder = JSON.parse(readFileSync(lockPathOf(folder), "utf8"));
  lock.release();
  writeFileSync(lockPathOf(folder), JSON.stringify({ ...holder, hostname: "elsewhere", pid: 1 }));
  assert.throws(() => lockDataFolder(folder), /process 1 on elsewhere/);
});

test("completes a takeover that another process did not finish", (t) => {
  const folder = freshFolder(t);
  const lock = lockDataFolder(folder);
  const holder = JSON.parse(readFileSync(lockPathOf(folder), "utf8"));
  lock.release();
  const dead = { ...holder, startedAt: "1" };
  writeFileSync(lockPathOf(folder), JSON.stringify({ ...dead, nonce: "first" }));
  writeFileSync(`${lockPathOf(folder)}.after-first`, JSON.stringify({ ...dead, nonce: "second" }));
  const taken = lockDataFolder(folder);
  assert.deepEqual(readdirSync(folder), ["bursar.lock"]);
  taken.release();
});

const RACES = long ? 300 : 100;
const RACE_EVERY_MS = 8;

/** A process that races for one dead lock after another, each at a set millisecond, and reports which it got. */
const racerScript = (folder: string, startsAtMs: number) => `
  import { lockDataFolder } from ${JSON.stringify(join(import.meta.dirname, "data-folder.ts"))};
  const got = [];
  for (let race = 0; race < ${RACES}; race += 1) {
    while (Date.now() < ${startsAtMs} + race * ${RACE_EVERY_MS});
    try {
      lockDataFolder(${JSON.stringify(folder)} + race);
      got.push(race);
    } catch (error) {
      if (error.name !== "FolderLocked") throw error;
    }
  }
  console.log(JSON.stringify(got));
  process.stdin.resume();`;

test("exactly one of the processes that find a dead lock at the same instant gets it", async (t) => {
  const folder = freshFolder(t);
  const lock = lockDataFolder(`${folder}-`);
  const holder = JSON.parse(readFileSync(lockPathOf(`${folder}-`), "utf8"));
  lock.release();
  for (let race = 0; race < RACES; race += 1) {
    mkdirSync(folder + race, { mode: 0o700 });
    writeFileSync(lockPathOf(folder + race), JSON.stringify({ ...holder, startedAt: "1", nonce: `dead-${race}` }));
  }
  const startsAtMs = Date.now() + 1_500;
  const racers = Array.from({ length: 4 }, () => runScript(racerScript(folder, startsAtMs)));
  const got = (await Promise.all(racers.map((racer) => racer.said))).flatMap((text): number[] => JSON.parse(text));
  for (const racer of racers) racer.child.kill("SIGKILL");
  assert.deepEqual(
    got.toSorted((a, b) => a - b),
    Array.from({ length: RACES }, (_, race) => race),
  );
  for (let race = 0; race < RACES; race += 1) assert.deepEqual(readdirSync(folder + race), ["bursar.lock"]);
});
