import assert from "node:assert/strict";
import { test } from "node:test";
import { payFromPackedFile } from "../kit/first-payment.ts";
import { build } from "./build.ts";

/** `npm run bench -- --only start` compares the time with its aim, on a machine that does nothing else. */
test("the packed file is enough for the first payment, in an empty folder and with an empty cache", async (t) => {
  const first = await payFromPackedFile(await build());
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  t.diagnostic(
    `installed after ${seconds(first.installedAfterMs)}, ready after ${seconds(first.printedAfterMs)}, paid after ${seconds(first.paidAfterMs)}`,
  );
  assert.match(first.ids[0] ?? "", /^[\da-f-]{36}$/);
  assert.equal(first.ids[0], first.ids[1], "pasted twice, the command pays once");
  assert.equal(first.status, "sent");
});
