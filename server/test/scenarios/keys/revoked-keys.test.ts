import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { after, before, describe, test } from "node:test";
import { runAdminCommand } from "#administration/commands/commands.ts";
import type { ShownKeys, ShownRotation } from "#administration/commands/key-commands.ts";
import { destroyDueKeys } from "#administration/revoked-keys.ts";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { KeyRevoked } from "#kernel/crypto/vault.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import { failingJobs } from "#kernel/work/failing-jobs.ts";
import { passTime } from "../../kit/service/eventually.ts";
import {
  inject,
  openWorld,
  operator,
  payment,
  type TestOrganization,
  type TestWorld,
} from "../../kit/service/full-app.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

/** What rests is tried again after this time. */
const BACK_OFF_MS_MAX = 30_000;

/** An operator revokes an organization's keys, restores them, and destroys them. Another organization notices nothing. */
describe("an organization's keys", () => {
  let world: TestWorld;
  let acme: TestOrganization;
  let other: TestOrganization;
  let receiver: Server;
  let received = 0;
  let hook: string;
  let waiting: string;

  before(async () => {
    world = await openWorld();
    receiver = createServer((_request, response) => {
      received += 1;
      response.end();
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    const address = receiver.address();
    assert.ok(typeof address === "object" && address !== null);
    hook = `http://127.0.0.1:${address.port}/hook`;
    [acme, other] = [await world.newOrganization(), await world.newOrganization()];
    for (const { accountId, deposit } of [acme, other]) await deposit(accountId, 1_000_00n);
    assert.equal((await call(acme, { url: "/webhooks", body: { url: hook } })).status, 200);
    waiting = (await pay(acme, 7)).body.id;
  });
  after(async () => {
    receiver.close();
    await world.close();
  });

  type Call = Parameters<typeof inject>[2];
  const call = (who: TestOrganization, what: Call) => inject(world.app, who.token, what);
  const realTime = (who: TestOrganization, amount: number) =>
    payment(who, { amount, paymentMethod: "realTimePayment" });
  const pay = (who: TestOrganization, amount: number) => call(who, realTime(who, amount));
  const codeOf = async (who: TestOrganization, what: Call) => (await call(who, what)).body?.errors?.errorCode;
  const run = <Result>(command: string, input: Readonly<Record<string, unknown>> = {}) =>
    runAdminCommand(
      { service: world.service, sandbox: world.app.sandbox },
      {
        command,
        input: command === "key.list" ? {} : { organization: acme.organizationId, ...input },
        actor: operator,
      },
    ) as Promise<Result>;
  const refusalOf = (command: string, input?: Readonly<Record<string, unknown>>) =>
    run(command, input).then(
      () => assert.fail(`${command} was allowed`),
      (error: unknown) => (error instanceof Refusal ? error : assert.fail(String(error))),
    );
  const confirm = "Acme, Inc.";
  /** Every job, for some minutes: none may throw, whatever an organization lacks. */
  const work = () =>
    acrossOrganizations(async () => {
      for (let minute = 0; minute < 5; minute += 1) {
        world.clock.set(plusMs(world.clock.now(), MINUTE_MS));
        for (const { run: pass } of world.app.jobs) await pass();
      }
    });
  const statusOf = async (who: TestOrganization, id: string) =>
    (await call(who, { url: `/transaction/${id}` })).body.status;

  test("are revoked only by someone who repeats its name", async () => {
    const refusal = await refusalOf("key.revoke", { confirm: "Acme" });
    assert.equal(refusal.code, "keyNotConfirmed");
    assert.match(
      refusal.message,
      /stops every payment of the organization\. To confirm, add --confirm "Acme, Inc\."\./,
    );
    assert.equal((await refusalOf("key.rotate", { leaked: true })).code, "keyLeakConcernsAll");
    assert.equal((await refusalOf("key.restore")).code, "keyNotRevoked");
    assert.equal(
      (await refusalOf("key.destroy", { confirm })).code,
      "keyNotRevoked",
      "the first step cannot be left out",
    );
    assert.equal((await pay(acme, 8)).status, 200);
  });

  test("once revoked, decrypt nothing on any node within a second, and no payment is accepted or leaves", async () => {
    const node = await world.anotherNode();
    const recipient = { url: `/recipient/${acme.recipientId}` };
    assert.ok((await inject(node, acme.token, recipient)).body.electronicRoutingInfo);
    const revoked = await run<ShownKeys>("key.revoke", { confirm });
    assert.equal(revoked.state, "revoked");
    assert.equal(Date.parse(revoked.destroysAt ?? "") - Date.parse(revoked.revokedAt ?? ""), 30 * 86_400_000);
    passTime(500);
    const elsewhere = await inject(node, acme.token, realTime(acme, 9));
    assert.equal(elsewhere.body.errors?.errorCode, "organizationKeyRevoked");
    const shown = await inject(node, acme.token, recipient);
    assert.deepEqual([shown.status, shown.body.name, shown.body.electronicRoutingInfo], [200, "Globex", null]);
    const refused = await pay(acme, 10);
    assert.deepEqual([refused.status, refused.headers["x-should-retry"]], [403, "false"]);
    assert.equal(
      await codeOf(acme, { url: `${payment(acme).url}/preview`, body: payment(acme).body }),
      "organizationKeyRevoked",
    );
    assert.equal(await codeOf(acme, { url: "/webhooks", body: { url: hook } }), "organizationKeyRevoked");
    assert.equal(await codeOf(acme, { url: "/accounts" }), "organizationKeyRevoked", "their numbers are encrypted");
    await assert.rejects(
      world.service.vault.seal(world.service.database, acme.organizationId, "test", "text"),
      KeyRevoked,
    );
    assert.equal((await refusalOf("key.revoke", { confirm })).code, "keyNotInUse");
  });

  test("stop nothing else: records stay readable, no job fails, and the other organization pays", async () => {
    const before = received;
    await work();
    assert.deepEqual(failingJobs(world.service), []);
    assert.equal(await statusOf(acme, waiting), "pending", "it waits for its key");
    assert.equal(received, before, "nothing can be signed for it");
    assert.equal((await call(acme, { url: "/transactions" })).body.transactions.length, 3);
    const { id } = (await pay(other, 11)).body;
    await work();
    assert.equal(await statusOf(other, id), "sent");
  });

  test("are on the Home page of everyone in the organization, which opens, and on no one else's", async () => {
    for (const [who, isRevoked] of [
      [acme, true],
      [other, false],
    ] as const) {
      const person = await newPerson(world, who.organizationId, {
        role: "viewer",
        email: `home-${isRevoked}@acme.example`,
      });
      const home = await browse(world.app, { url: "/overview", cookie: await signedIn(world.app, person) });
      assert.equal(home.status, 200, home.text);
      assert.equal(home.body.revokedKeys !== null, isRevoked);
      if (isRevoked)
        assert.ok(Date.parse(home.body.revokedKeys.destroysAt) > Date.parse(home.body.revokedKeys.revokedAt));
    }
  });

  test("are counted, listed, and in the audit log", async () => {
    const metrics = (await world.app.api.inject("/metrics")).body;
    assert.match(metrics, /^bursar_revoked_keys\{state="revoked"\} 1$/m);
    const states = (await run<readonly ShownKeys[]>("key.list")).map(({ organizationId, state }) => [
      organizationId,
      state,
    ]);
    assert.deepEqual(
      new Map(states as [string, string][]),
      new Map([
        [acme.organizationId, "revoked"],
        [other.organizationId, "active"],
      ]),
    );
    const { organizations } = await run<ShownRotation>("key.rotate");
    assert.deepEqual(
      organizations.map(({ keyVersion, revoked }) => ({ keyVersion, revoked })),
      [{ keyVersion: null, revoked: true }],
    );
    const actions = await world.owner().many<{ action: string }>(sql`
      select action from audit_log where organization_id = ${acme.organizationId} and action like 'key.%'`);
    assert.deepEqual(
      actions.map(({ action }) => action),
      ["key.revoke"],
    );
  });

  test("do not come back when someone edits the row, which is an alarm", async () => {
    await world.owner().run(sql`
      update organization_key_revocations set state = 'restored', destroys_at = null, restored_at = now()
       where organization_id = ${acme.organizationId}`);
    world.service.vault.forget(acme.organizationId);
    assert.equal(await codeOf(acme, realTime(acme, 12)), "rowNotProven");
    await world.owner().run(sql`
      update organization_key_revocations set state = 'revoked', restored_at = null,
             destroys_at = revoked_at + interval '30 days'
       where organization_id = ${acme.organizationId}`);
  });

  test("work again as if nothing had happened when they are restored within the grace time", async () => {
    assert.equal((await run<ShownKeys>("key.restore")).state, "restored");
    const before = received;
    assert.equal((await pay(acme, 13)).status, 200);
    assert.ok((await call(acme, { url: `/recipient/${acme.recipientId}` })).body.electronicRoutingInfo);
    passTime(BACK_OFF_MS_MAX);
    await work();
    assert.equal(await statusOf(acme, waiting), "sent");
    assert.ok(received > before);
  });

  test("are gone when the grace time has ended, and no earlier: from the database, for everyone, and forever", async () => {
    const held = (await pay(acme, 15)).body.id;
    const { destroysAt } = await run<ShownKeys>("key.revoke", { confirm, graceDays: 1 });
    const end = new Date(destroysAt ?? "");
    const destroyed = (now: Date) => acrossOrganizations(() => destroyDueKeys(world.service, now));
    assert.equal(await destroyed(plusMs(end, -1)), 0);
    const counts = await Promise.all([destroyed(end), destroyed(end)]);
    assert.equal(counts[0] + counts[1], 1, "two processes do it once");
    assert.equal(await destroyed(end), 0);
    const keys = await world.owner().many<{ bytes: number }>(sql`
      select octet_length(wrapped_key) as bytes from organization_keys where organization_id = ${acme.organizationId}`);
    assert.deepEqual(
      keys.map(({ bytes }) => bytes),
      [0],
    );
    assert.equal((await refusalOf("key.restore")).code, "keyNotRevoked");
    assert.equal((await refusalOf("key.revoke", { confirm })).code, "keyNotInUse");
    assert.equal(await codeOf(acme, realTime(acme, 14)), "organizationKeyRevoked");
    await work();
    assert.deepEqual(failingJobs(world.service), []);
    assert.equal((await call(acme, { url: "/transactions" })).status, 200);
    assert.equal(
      (await call(acme, { url: `/transaction/${held}/cancel`, body: {} })).body.status,
      "cancelled",
      "its hold ends",
    );
    const { unreadableKeys } = await run<ShownRotation>("key.rotate", { organization: other.organizationId });
    assert.deepEqual(unreadableKeys, [], "a destroyed key is not a damaged one");
  });

  test("are destroyed at once by someone who revokes and destroys them, and nobody else's", async () => {
    const organization = { organization: other.organizationId };
    await run("key.revoke", { ...organization, confirm });
    assert.equal((await refusalOf("key.destroy", { ...organization })).code, "keyNotConfirmed");
    assert.equal((await run<ShownKeys>("key.destroy", { ...organization, confirm })).state, "destroyed");
    const third = await world.newOrganization();
    await third.deposit(third.accountId, 100_00n);
    assert.equal((await pay(third, 1)).status, 200);
  });
});
