import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, TokenId } from "#kernel/values/ids.ts";
import type { App } from "#main/app.ts";
import { createRateLimiter, type RateLimiter } from "#records/identity/rates/rate-limiter.ts";
import { countingDatabase } from "../../kit/databases/counting-database.ts";
import { ageRateCounts, rateCountOf } from "../../kit/databases/rate-counts.queries.ts";
import { inject, openWorld, type TestWorld } from "../../kit/service/full-app.ts";
import { inOneMinute } from "../../kit/service/in-one-minute.ts";
import { browse, newPerson } from "../../kit/worlds/people.ts";

/**
 * Law 39, limits: however many nodes serve, and however requests are divided among them, a limit admits what it says,
 * plus at most the unshared share of each node (ADR 0061).
 */
const NODES = 3;
const SHARE = 1 / 100;
/** However slow the machine is, the database's answer counts. */
const PATIENT = { unsharedShare: SHARE, waitMsMax: 60_000 };

describe("rate limits of several nodes (PostgreSQL server)", () => {
  let world: TestWorld;
  const opened: { service: Service; limiter: RateLimiter }[] = [];
  const organizationId = "0198f000-0000-7000-8000-000000000001" as OrganizationId;

  before(async () => {
    world = await openWorld();
  });
  after(async () => {
    for (const { limiter } of opened) await limiter.close();
    await world.close();
  });

  /** Nodes of their own for each test: what they know of a key is part of the attack. */
  const nodes = (count = NODES) =>
    Array.from({ length: count }, () => {
      const limiter = createRateLimiter(world.service, PATIENT);
      opened.push({ service: world.service, limiter });
      return limiter;
    });
  const newKey = () => ({ organizationId, id: world.service.newId<TokenId>() });
  const admitted = async (takes: readonly ReturnType<RateLimiter["take"]>[]) =>
    (await Promise.all(takes)).filter(({ allowed }) => allowed).length;
  const most = (limit: number, count = NODES) => limit + count * Math.floor(limit * SHARE);

  for (const limit of [5, 60, 1_000, 6_000]) {
    test(`a burst at all nodes at once admits ${limit}, and at most the stated bound`, async () => {
      const total = await inOneMinute(world.service.database, () => {
        const key = newKey();
        const three = nodes();
        return admitted(
          Array.from({ length: 3 * limit }, (_, index) => (three[index % NODES] as RateLimiter).take(key, limit)),
        );
      });
      assert.ok(total >= limit && total <= most(limit), `${total} of ${limit}`);
    });

    test(`${limit} requests one after another, at one node after another, and no more`, async () => {
      const total = await inOneMinute(world.service.database, async () => {
        const key = newKey();
        const three = nodes();
        let sum = 0;
        for (let index = 0; index < limit + 50; index += 1) {
          const { allowed } = await (three[index % NODES] as RateLimiter).take(key, limit);
          sum += Number(allowed);
        }
        return sum;
      });
      assert.ok(total >= limit && total <= most(limit), `${total} of ${limit}`);
    });
  }

  test("a node that has not seen a token admits at most its share after the other nodes used the limit up", async () => {
    const [late, another] = await inOneMinute(world.service.database, async () => {
      const key = newKey();
      const [node, other] = nodes(2) as [RateLimiter, RateLimiter];
      await admitted(Array.from({ length: 2_000 }, () => node.take(key, 1_000)));
      const few = await admitted(Array.from({ length: 500 }, () => other.take(key, 1_000)));
      return [few, await admitted([other.take(key, 1_000)])] as const;
    });
    assert.ok(late <= 10, `${late}`);
    assert.equal(another, 0);
  });

  test("a killed node takes no more than its share of the limit with it", async () => {
    const rest = await inOneMinute(world.service.database, async () => {
      const key = newKey();
      const [node, other] = nodes(2) as [RateLimiter, RateLimiter];
      // Less than half of the share, so nothing is shared before the kill.
      await admitted(Array.from({ length: 4 }, () => node.take(key, 1_000)));
      return admitted(Array.from({ length: 1_500 }, () => other.take(key, 1_000)));
    });
    assert.ok(rest >= 1_000 - 10 && rest <= 1_010, `${rest}`);
  });

  test("far from the limit, requests cost no statement", async ({ mock: { timers } }) => {
    const key = newKey();
    const counting = countingDatabase(world.service.database);
    const limiter = createRateLimiter({ ...world.service, database: counting.database }, { unsharedShare: SHARE });
    timers.enable({ apis: ["setTimeout"] });
    for (let index = 0; index < 1_000; index += 1)
      assert.ok(!(limiter.take(key, 1_000_000) instanceof Promise), "decided at once");
    timers.tick(60_000);
    await nextTurn();
    timers.reset();
    assert.equal(counting.sent(), 0, "also a minute later");
    await limiter.close();
    assert.equal(counting.sent(), 1, "the counter of statements works");
  });

  test("refused requests do not count, so a client that keeps trying gets in as the window moves on", async () => {
    const row = await inOneMinute(world.service.database, async () => {
      const key = newKey();
      const three = nodes();
      for (let round = 0; round < 5; round += 1) {
        await admitted(Array.from({ length: 90 }, (_, index) => (three[index % NODES] as RateLimiter).take(key, 10)));
      }
      await Promise.all(three.map((node) => node.close()));
      return rateCountOf(world.service.database, key);
    });
    assert.equal(row?.requests, 10);
  });

  test("counts end with their minutes on the database's clock, whatever the clock of the node", async () => {
    const [over, later] = await inOneMinute(world.service.database, async () => {
      const key = newKey();
      const three = nodes();
      const all = () => three.map((node) => node.take(key, 10));
      for (let round = 0; round < 5; round += 1) await admitted(all());
      const refused = await admitted(all());
      await ageRateCounts(world.owner(), 2);
      const fresh = nodes();
      const takes = Array.from({ length: 15 }, (_, index) => (fresh[index % 3] as RateLimiter).take(key, 10));
      return [refused, await admitted(takes)] as const;
    });
    assert.deepEqual([over, later], [0, 10]);
  });

  test("without the database, each node uses its own count and answers at once; then limits are shared again", async () => {
    let down = true;
    const { database } = world.service;
    const breakable: Service["database"] = {
      ...database,
      many: (statement) =>
        down ? Promise.reject(Object.assign(new Error("gone"), { code: "ECONNREFUSED" })) : database.many(statement),
    };
    const [alone, shared] = await inOneMinute(world.service.database, async () => {
      const pair = [0, 1].map(() => createRateLimiter({ ...world.service, database: breakable }, PATIENT));
      const key = newKey();
      down = true;
      const each = await Promise.all(
        pair.map((node) => admitted(Array.from({ length: 30 }, () => node.take(key, 20)))),
      );
      down = false;
      await Promise.all(pair.map((node) => node.close()));
      return [each, await rateCountOf(database, key)] as const;
    });
    assert.deepEqual(alone, [20, 20]);
    assert.equal(shared?.requests, 40, "what was admitted alone is shared");
  });

  test("over HTTP: a token's own limit holds across three nodes, and each node sends Retry-After", async () => {
    const organization = await world.newOrganization();
    const apps = [world.app, await world.anotherNode(), await world.anotherNode()];
    const burst = async () => {
      const token = await organization.newToken({ kind: "readOnly", rateLimitPerMinute: 12 });
      return Promise.all(
        Array.from({ length: 36 }, (_, index) => inject(apps[index % 3] ?? world.app, token, { url: "/accounts" })),
      );
    };
    const admittedOf = (answers: Awaited<ReturnType<typeof burst>>) =>
      answers.filter(({ status }) => status === 200).length;
    let answers = await inOneMinute(world.service.database, burst);
    // On a machine so busy that the database takes seconds, a node decides alone, as it should.
    for (let again = 0; again < 4 && admittedOf(answers) > 12; again += 1)
      answers = await inOneMinute(world.service.database, burst);
    assert.equal(admittedOf(answers), 12);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, body, headers } of refused) {
      assert.equal(`${status} ${body.errors.errorCode}`, "429 rateLimited");
      assert.ok(Number(headers["retry-after"]) >= 1 && Number(headers["retry-after"]) <= 60);
    }
  });

  test("over HTTP: guessing tokens is throttled across nodes", async () => {
    const apps = [world.app, await world.anotherNode(), await world.anotherNode()];
    const organization = await world.newOrganization();
    const wrong = (index: number) => `${organization.token.slice(0, -6)}${String(100_000 + index)}`;
    let networks = 0;
    const codes = await inOneMinute(world.service.database, async () => {
      networks += 1;
      const received: string[] = [];
      for (let index = 0; index < 120; index += 1) {
        const { api } = apps[index % 3] ?? world.app;
        const headers = { authorization: `Bearer ${wrong(index)}` };
        const answer = await api.inject({ url: "/accounts", remoteAddress: `10.8.${networks}.7`, headers });
        received.push(answer.json().errors.errorCode);
      }
      return received;
    });
    const looked = codes.filter((code) => code !== "tooManyFailedAttempts").length;
    assert.ok(looked >= 60 && looked <= 60 + 3 * 6, `${looked} guesses were looked up`);
  });

  test("over HTTP: failed sign-ins count together, one after another and at once", async () => {
    const { organizationId } = await world.newOrganization();
    const apps = [world.app, await world.anotherNode(), await world.anotherNode()];
    let networks = 0;
    const guess = async (app: App, email: string, address: string) =>
      (await browse(app, { url: "/session", body: { email, password: "a guess", organizationId }, address })).code;
    const isTried = (code: string | undefined) => code === "signInRefused";
    /** How many guesses are tried until the next one is refused, if they are divided among these nodes. */
    const untilRefused = async (over: readonly App[]) => {
      const { email } = await newPerson(world, organizationId);
      networks += 1;
      const address = `10.9.${networks}.7`;
      for (let tried = 0; tried < 30; tried += 1) {
        const code = await guess(over[tried % over.length] ?? world.app, email, address);
        if (!isTried(code)) return { tried, code };
      }
      return undefined;
    };
    const alone = await untilRefused([world.app]);
    assert.ok(alone !== undefined && alone.tried > 0, "one node refuses after a few");
    assert.deepEqual(await untilRefused(apps), alone);

    const { email } = await newPerson(world, organizationId);
    const codes = await Promise.all(
      Array.from({ length: 15 }, (_, index) => guess(apps[index % 3] ?? world.app, email, "203.0.113.77")),
    );
    assert.equal(codes.filter(isTried).length, alone.tried, codes.join(" "));
    assert.ok(
      codes.every((code) => isTried(code) || code === "tooManySignIns"),
      codes.join(" "),
    );
  });
});
