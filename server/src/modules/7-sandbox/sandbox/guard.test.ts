import assert from "node:assert/strict";
import { test } from "node:test";
import { inject, openWorld } from "#test/kit/service/full-app.ts";

test("sandbox routes refuse to work on a production database", async (t) => {
  const world = await openWorld();
  t.after(() => world.close());
  const { token, accountId } = await world.newOrganization();
  const deposit = { url: `/sandbox/accounts/${accountId}/deposit`, body: { amount: 10 } };
  assert.equal((await inject(world.app, token, deposit)).status, 200);
  await world.owner().run({ text: "update service_mode set mode = 'production'", values: [] });
  for (const call of [deposit, { url: "/sandbox/clock" }, { url: "/sandbox/bank/run", body: {} }]) {
    const { status, body } = await inject(world.app, token, call);
    assert.deepEqual([status, body.errors.errorCode], [403, "notASandboxDatabase"], call.url);
  }
});
