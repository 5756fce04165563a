import assert from "node:assert/strict";
import { test } from "node:test";
import { createLog } from "./log.ts";

test("writes JSON lines of the level or above only", () => {
  const lines: string[] = [];
  const log = createLog({ level: "warn", format: "json", write: (line) => lines.push(line) });
  log.info({ job: "seal" }, "nothing to see");
  log.warn({ job: "seal", amountMinor: 5n }, "look here");
  assert.equal(lines.length, 1);
  const { time, ...line } = JSON.parse(lines[0] ?? "");
  assert.match(time, /^\d{4}-.*Z$/);
  assert.deepEqual(line, { level: "warn", message: "look here", job: "seal", amountMinor: "5" });
});

test("does not log the details that a driver attaches to an error: they can be a bank account number", () => {
  const lines: string[] = [];
  const log = createLog({ level: "error", format: "json", write: (line) => lines.push(line) });
  const error = Object.assign(new Error("duplicate key"), {
    code: "23505",
    constraint: "c",
    detail: "Key (n)=(123456789) exists",
    where: "123456789",
  });
  log.child({ req: { body: "123456789" } }).error({ err: error }, "failed");
  assert.ok(!lines.join().includes("123456789"));
  const { err } = JSON.parse(lines[0] ?? "");
  assert.equal(err.code, "23505");
  assert.equal(err.constraint, "c");
  assert.equal(err.message, "duplicate key");
});

test("writes text for people, in which no value can begin another line", () => {
  const lines: string[] = [];
  const log = createLog({ level: "info", write: (line) => lines.push(line) });
  log.info({ job: "seal", note: 'a "b"\n2026 ERROR forged', absent: undefined }, "12 rows\nsealed");
  const error = Object.assign(new TypeError("it broke"), { stack: "TypeError: it broke\n    at work (x.ts:1:1)" });
  log.error({ err: error }, "failed");
  const [info, failed] = lines.map((line) => line.replace(/^\S+Z /, ""));
  assert.equal(info, String.raw`INFO  "12 rows\nsealed" job=seal note="a \"b\"\n2026 ERROR forged"`);
  assert.equal(
    failed,
    'ERROR failed type=TypeError message="it broke"\n    TypeError: it broke\n        at work (x.ts:1:1)',
  );
});
