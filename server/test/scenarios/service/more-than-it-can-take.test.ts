import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { countPayments } from "../../kit/databases/count.queries.ts";
import { holdAccount } from "../../kit/faults/hold-account.queries.ts";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";

/** More concurrent requests than the writer's queue holds: the excess gets 503 and is not executed. */

describe("a full queue", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  before(async () => {
    world = await openWorld({ queueLimit: 10 });
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 10_000_00n);
  });
  after(() => world.close());

  test("answers 503 with Retry-After, and a retry with the key pays once", async () => {
    const calls = Array.from({ length: 100 }, (_, index) =>
      payment(organization, { amount: (100 + index) / 100, idempotencyKey: `crowd-${index}` }),
    );
    const release = await holdAccount(world.service.database, organization);
    const sent = calls.map((call) => inject(world.app, organization.token, call));
    await Promise.race(sent);
    await release();
    const answers = await Promise.all(sent);
    const accepted = answers.filter((answer) => answer.status === 200);
    const refused = answers.filter((answer) => answer.status !== 200);
    assert.ok(refused.length > 0 && accepted.length >= 10, `${accepted.length} accepted`);
    for (const answer of refused) {
      assert.deepEqual([answer.status, answer.body.errors.errorCode], [503, "serviceUnavailable"]);
      assert.ok(Number(answer.headers["retry-after"]) >= 1);
    }
    const { database } = world.service;
    const stored = await countPayments(database, organization.organizationId);
    assert.equal(stored.payments, BigInt(accepted.length), "refused requests stored nothing");
    for (const call of calls) assert.equal((await inject(world.app, organization.token, call)).status, 200);
    assert.equal((await countPayments(database, organization.organizationId)).payments, 100n);
  });
});

/** More work at once than connections to the database server: a request waits for one, but not for long. */
describe("all connections in use", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  before(async () => {
    world = await openWorld({ poolSize: 2 });
    organization = await world.newOrganization();
  });
  after(() => world.close());

  test("503 with Retry-After, counted in the metrics; the same request succeeds once a connection is free", async () => {
    const accounts = { url: "/accounts" };
    const ask = () => inject(world.app, organization.token, accounts);
    const figure = async (name: string) => {
      const { body } = await world.app.api.inject({ url: "/metrics" });
      return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(body)?.[1]);
    };
    const { database } = world.service;
    assert.equal((await ask()).status, 200);
    const before = await figure("bursar_database_waits_given_up_total");
    const released = Promise.withResolvers<void>();
    const busy = [1, 2].map(() => database.transaction(() => released.promise));
    const refused = await ask();
    const inUse = database.connectionLoad?.().busy;
    released.resolve();
    await Promise.all(busy);
    assert.equal(inUse, 2);
    assert.deepEqual([refused.status, refused.body.errors.errorCode], [503, "serviceUnavailable"]);
    assert.ok(Number(refused.headers["retry-after"]) >= 1);
    assert.equal((await ask()).status, 200);
    assert.ok((await figure("bursar_database_waits_given_up_total")) > before);
  });
});
