import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { demoSnapshot, restoreSnapshot, writeSnapshot } from "./snapshot.ts";

let home: string;
const folder = (name: string): string => {
  const path = join(home, name);
  mkdirSync(path);
  return path;
};
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "bursar-snapshot-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function filled(): string {
  const from = folder("from");
  mkdirSync(join(from, "postgres/base/5"), { recursive: true });
  mkdirSync(join(from, "postgres/pg_notify"));
  writeFileSync(join(from, "postgres/base/5/2601"), Buffer.from([0, 1, 255]));
  writeFileSync(join(from, "postgres/base/5/empty"), "");
  writeFileSync(join(from, "master.key"), "key");
  for (const passing of ["bursar.lock", "postgres.log", "postgres/postmaster.pid", "postgres/postmaster.opts"])
    writeFileSync(join(from, passing), "of a process");
  return from;
}

test("brings back a data folder, for its owner only, without what belonged to its process", () => {
  const path = join(home, "cache/one.snapshot");
  writeSnapshot(path, filled());
  const to = folder("to");
  assert.ok(restoreSnapshot(path, to));
  assert.deepEqual(readdirSync(to, { recursive: true, encoding: "utf8" }).sort(), [
    "master.key",
    "postgres",
    "postgres/base",
    "postgres/base/5",
    "postgres/base/5/2601",
    "postgres/base/5/empty",
    "postgres/pg_notify",
  ]);
  assert.deepEqual([...readFileSync(join(to, "postgres/base/5/2601"))], [0, 1, 255]);
  for (const [name, mode] of [
    ["master.key", 0o600],
    ["postgres", 0o700],
  ] as const)
    assert.equal(statSync(join(to, name)).mode & 0o777, mode);
  assert.deepEqual(readdirSync(join(home, "cache")), ["one.snapshot"], "no draft is left");
});

test("a snapshot that is missing, cut, or damaged is no snapshot, and leaves nothing", () => {
  const path = join(home, "one.snapshot");
  writeSnapshot(path, filled());
  const whole = readFileSync(path);
  const damaged = Buffer.from(whole);
  damaged[whole.length >> 1] = ~(damaged[whole.length >> 1] ?? 0);
  const to = folder("to");
  for (const content of [undefined, whole.subarray(0, -5), damaged, Buffer.from("nothing of ours")]) {
    if (content === undefined) rmSync(path);
    else writeFileSync(path, content);
    assert.equal(restoreSnapshot(path, to), false);
    assert.deepEqual(readdirSync(to), []);
  }
});

test("the demo of each day is another snapshot", () => {
  assert.notEqual(demoSnapshot("2026-11-30"), demoSnapshot("2026-12-01"));
  assert.equal(demoSnapshot("2026-11-30"), demoSnapshot("2026-11-30"));
});
