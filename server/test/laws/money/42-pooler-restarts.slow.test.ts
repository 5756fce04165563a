import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { verifyLedger } from "#records/ledger/check";
import { countPayments } from "../../kit/databases/count.queries.ts";
import { seeded, testSeed } from "../../kit/faults/random.ts";
import { missingPgBouncer } from "../../kit/servers/pgbouncer.ts";
import { openPooledWorld, type PooledWorld } from "../../kit/servers/pooled-world.ts";
import { inject, type TestOrganization } from "../../kit/service/full-app.ts";
import { roundsOf } from "../../kit/service/test-service.ts";
import { decide, newUser, saveRule } from "../../kit/worlds/approvals.ts";

/**
 * Law 42, restarts: PgBouncer is killed and started again while two organizations pay and approve through two server
 * connections. Requests get 503 with Retry-After until it is back; retried with the same key, each pays once.
 */
const SERVER_CONNECTIONS = 2;
const CLIENTS = 8;
const AWAY_MS = 150;

describe("a restarted PgBouncer", { skip: missingPgBouncer() }, () => {
  let pooled: PooledWorld;
  let organizations: readonly TestOrganization[];
  before(async () => {
    pooled = await openPooledWorld(SERVER_CONNECTIONS);
    organizations = await Promise.all([1, 2].map(() => pooled.world.newOrganization()));
    for (const organization of organizations) await organization.deposit(organization.accountId, 1_000_000_00n);
  });
  after(() => pooled.close());

  test("loses and duplicates no payment and no approval", async () => {
    const { world, bouncer } = pooled;
    const random = seeded(testSeed("law 42, restarts"));
    const restarts = roundsOf({ full: 30, ordinary: 3 });
    let isRunning = true;
    let refused = 0;
    const sent = organizations.map(() => 0);

    /** As an SDK would: again, with the same key, until it succeeds. */
    async function untilPaid(organization: TestOrganization, n: number): Promise<void> {
      const call = {
        url: `/account/${organization.accountId}/transactions`,
        body: {
          recipientId: organization.recipientId,
          amount: n / 100,
          paymentMethod: "ach",
          idempotencyKey: `restart-${n}`,
        },
      };
      for (;;) {
        const answer = await inject(world.app, organization.token, call);
        if (answer.status === 200) return;
        assert.deepEqual([answer.status, answer.body.errors.errorCode], [503, "serviceUnavailable"], answer.text);
        assert.ok(Number(answer.headers["retry-after"]) >= 1);
        refused += 1;
        await sleep(20);
      }
    }
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      const which = client % organizations.length;
      while (isRunning) {
        const n = (sent[which] ?? 0) + 1;
        sent[which] = n;
        await untilPaid(organizations[which] as TestOrganization, n);
      }
    });
    for (let restart = 0; restart < restarts; restart += 1) {
      await sleep(100 + random() * 200);
      await bouncer.kill();
      await sleep(AWAY_MS);
      const ready = await world.app.api.inject({ url: "/readyz" });
      assert.equal(ready.statusCode, 503, "not ready without a pooler");
      await bouncer.start();
    }
    isRunning = false;
    await Promise.all(clients);
    assert.ok(refused > 0, "payments were refused while PgBouncer was away");
    for (const [which, { organizationId }] of organizations.entries()) {
      const counted = await countPayments(world.owner(), organizationId);
      const expected = BigInt(sent[which] ?? 0);
      assert.ok(expected > BigInt(restarts), "payments were made between the restarts");
      assert.deepEqual([counted.payments, counted.keys, counted.holds], [expected, expected, expected]);
      assert.deepEqual((await verifyLedger(world.owner(), organizationId)).differences, []);
    }
  });

  test("approvals through it are released once, each in its organization", async () => {
    const { world } = pooled;
    const released = await Promise.all(
      organizations.map(async (organization) => {
        const ben = await newUser(world.service, organization);
        await saveRule(world.service, organization);
        const before = await countPayments(world.owner(), organization.organizationId);
        const requests = await Promise.all(
          Array.from({ length: 5 }, (_, n) =>
            inject(world.app, organization.token, {
              url: `/account/${organization.accountId}/request-send-money`,
              body: {
                recipientId: organization.recipientId,
                amount: 5_000 + n,
                paymentMethod: "ach",
                idempotencyKey: `ask-${n}`,
              },
            }),
          ),
        );
        for (const { status, text } of requests) assert.equal(status, 200, text);
        // Each decision is made twice at once.
        const decisions = requests
          .flatMap(({ body }) => [body.requestId, body.requestId])
          .map((requestId) =>
            decide(world.service, organization, { requestId, userId: ben }).catch((error: unknown) => error),
          );
        await Promise.all(decisions);
        const after = await countPayments(world.owner(), organization.organizationId);
        return after.payments - before.payments;
      }),
    );
    assert.deepEqual(released, [5n, 5n]);
  });
});
