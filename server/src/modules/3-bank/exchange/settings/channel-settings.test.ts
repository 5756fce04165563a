import assert from "node:assert/strict";
import { test } from "node:test";
import { pollIntervalMs } from "./channel-settings.ts";

test("answers to real-time payments are looked for every few seconds, whatever the setting", () => {
  assert.equal(pollIntervalMs("ach", { pollSeconds: 60 }), 60_000);
  assert.equal(pollIntervalMs("realTime", { pollSeconds: 60 }), 5_000);
  assert.equal(pollIntervalMs("realTime", { pollSeconds: 5 }), 5_000);
});
