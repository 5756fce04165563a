import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS, plusMs, SECOND_MS, systemClock } from "#kernel/clock/clock.ts";
import { createClockWatch } from "#kernel/clock/clock-watch.ts";
import { createMetrics } from "#kernel/process/metrics.ts";
import { instantOf } from "#kernel/values/ids.ts";
import type { Job } from "#kernel/work/worker.ts";
import type { App } from "#main/app.ts";
import { auditAlarms } from "#records/audit/trail";
import { verifyLedger } from "#records/ledger/check";
import { createSender, createWebhookCourier, webhookSenderOptionsOf } from "#reports/webhooks";
import { openReceiver } from "#reports/webhooks/sender/receivers.testkit.ts";
import { inject, openWorldOfFile, payment, type TestOrganization } from "../../kit/service/full-app.ts";
import { decide, newUser, requestPaymentOf } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, PASSWORD, provedIn } from "../../kit/worlds/people.ts";

/**
 * Law 39, clocks: nodes whose clocks differ by ten seconds do no harm. Each judges what depends on time by its own clock,
 * so a limit of time moves by as much as the clocks differ, and nothing is lost, doubled, or refused forever.
 */
const OFF_MS = 5 * SECOND_MS;

const world = await openWorldOfFile();

describe("nodes five seconds ahead and behind (PostgreSQL server)", () => {
  let ahead: App;
  let behind: App;
  let organization: TestOrganization;

  before(async () => {
    const shifted = (ms: number): Clock => ({ now: () => plusMs(world.clock.now(), ms) });
    ahead = await world.anotherNode({ clock: shifted(OFF_MS) });
    behind = await world.anotherNode({ clock: shifted(-OFF_MS) });
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_000_00n);
  });

  const call = (node: App, url: string, token = organization.token) => inject(node, token, { url });
  const pay = (node: App, more: Readonly<Record<string, unknown>>) =>
    inject(node, organization.token, payment(organization, more));
  const codeOf = ({ status, body }: Awaited<ReturnType<typeof inject>>) =>
    `${status} ${body?.errors?.errorCode ?? ""}`.trim();
  /** Every job on both nodes at the same time, until none finds work. */
  const work = async () => {
    for (let round = 0, done = 1; done > 0 && round < 100; round += 1) {
      done = 0;
      for (const { name, watches } of ahead.jobs) {
        if (watches && round > 0) continue;
        const passes = [ahead, behind].map((node) => (node.jobs.find((job) => job.name === name) as Job).run());
        for (const count of await Promise.all(passes)) done += count;
      }
    }
  };

  test("IDs order a list, whose pages contain each item once, on every node", async () => {
    const made: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      const { status, body, text } = await pay(index % 2 === 0 ? ahead : behind, { amount: 20 + index });
      assert.equal(status, 200, text);
      made.push(body.id);
    }
    for (const node of [ahead, behind]) {
      const seen: string[] = [];
      for (let cursor: string | undefined = ""; cursor !== undefined; ) {
        const { body } = await call(node, `/transactions?order=asc&limit=5${cursor && `&start_after=${cursor}`}`);
        seen.push(...body.transactions.map(({ id }: { id: string }) => id));
        cursor = body.page.nextPage ?? undefined;
      }
      assert.deepEqual(seen, seen.toSorted(), "in order of their IDs");
      assert.deepEqual(seen.filter((id) => made.includes(id)).sort(), made.toSorted(), "each once");
    }
    const spread = made.map((id) => instantOf(id).getTime());
    assert.equal(Math.max(...spread) - Math.min(...spread), 2 * OFF_MS, "the clocks did differ");
  });

  test("the duplicate guard and keys hold, whichever node was first", async () => {
    for (const [index, [first, second]] of [
      [ahead, behind],
      [behind, ahead],
    ].entries()) {
      const [firstNode, otherNode] = [first, second] as [App, App];
      const same = { amount: 300 + index };
      assert.equal(codeOf(await pay(firstNode, same)), "200");
      assert.equal(codeOf(await pay(otherNode, same)), "400 duplicatePayment");
      const keyed = { amount: 310 + index, idempotencyKey: `clocks-${index}` };
      const answers = [await pay(firstNode, keyed), await pay(otherNode, keyed)];
      assert.equal(answers[1]?.body.id, answers[0]?.body.id);
    }
  });

  test("a session and its proof count on both nodes as soon as they exist", async () => {
    for (const [firstNode, otherNode] of [
      [ahead, behind],
      [behind, ahead],
    ] as const) {
      const person = await newPerson(world, organization.organizationId);
      const cookie = await provedIn(firstNode, person);
      for (const node of [otherNode, firstNode, otherNode]) {
        const { status, text } = await browse(node, { url: "/users/invitations", cookie });
        assert.equal(status, 200, text);
      }
      const { status, text } = await browse(otherNode, {
        method: "POST",
        url: `/recipient/${organization.recipientId}/reveal`,
        cookie,
      });
      assert.equal(status, 200, text);
    }
  });

  test("a rate limit holds on both together, in a minute of the database", async () => {
    const token = await organization.newToken({ kind: "readOnly", rateLimitPerMinute: 4 });
    const ask = async (node: App) => {
      const { status, headers } = await call(node, "/accounts", token);
      return { status, waitSeconds: Number(headers["retry-after"] ?? 0) };
    };
    for (const node of [ahead, behind, ahead, behind]) assert.equal((await ask(node)).status, 200);
    for (const node of [ahead, behind]) {
      const { status, waitSeconds } = await ask(node);
      assert.equal(status, 429);
      assert.ok(waitSeconds >= 1 && waitSeconds <= 60, `${waitSeconds} seconds`);
    }
  });

  test("a guesser who alternates between the nodes gains three attempts, and a block ends", async () => {
    const { organizationId } = organization;
    const { email } = await newPerson(world, organizationId);
    const guess = async (node: App, password = "a guess") => {
      const body = { email, password, organizationId };
      return (await browse(node, { url: "/session", body, address: "203.0.113.5" })).code;
    };
    const alone = 6;
    let tried = 0;
    while (tried < 30 && (await guess(tried % 2 === 0 ? behind : ahead)) === "signInRefused") tried += 1;
    assert.ok(tried >= alone && tried <= alone + 3, `${tried} guesses`);
    world.clock.set(plusMs(world.clock.now(), MINUTE_MS));
    for (const node of [ahead, behind]) assert.equal(await guess(node, PASSWORD), undefined, "the owner is let in");
  });

  test("receivers accept signatures of both nodes", async (t) => {
    const receiver = await openReceiver(t);
    const { body: endpoint } = await inject(ahead, organization.token, {
      url: "/webhooks",
      body: { url: receiver.origin },
    });
    const sender = createSender(webhookSenderOptionsOf(world.service.config));
    t.after(() => sender.close());
    const isAccepted = async (offMs: number): Promise<boolean> => {
      const countBefore = receiver.requests.length;
      assert.equal((await pay(ahead, { amount: 60 + countBefore })).status, 200);
      const machineClock: Clock = { now: () => plusMs(systemClock.now(), offMs) };
      const courier = createWebhookCourier(world.service, sender, { machineClock });
      await ahead.jobs.find(({ name }) => name === "webhook-fan-out")?.run();
      // Due as soon as the event, on the clock of the node that published it.
      world.clock.set(plusMs(world.clock.now(), OFF_MS));
      while ((await courier.run()) > 0);
      const request = receiver.requests[countBefore];
      assert.ok(request, "it was delivered");
      try {
        // The headers of a request that the service sent are single texts.
        new StandardWebhook(endpoint.secret).verify(request.body, request.headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    };
    assert.deepEqual(
      [await isAccepted(OFF_MS), await isAccepted(-OFF_MS), await isAccepted(10 * MINUTE_MS)],
      [true, true, false],
    );
    await inject(ahead, organization.token, { method: "DELETE", url: `/webhooks/${endpoint.id}` });
  });

  test("a token ends on each node by its own clock, and then on all", async () => {
    const token = await organization.newToken({ kind: "readOnly", expiresAt: plusMs(world.clock.now(), HOUR_MS) });
    const both = async () => [
      codeOf(await call(ahead, "/accounts", token)),
      codeOf(await call(behind, "/accounts", token)),
    ];
    assert.deepEqual(await both(), ["200", "200"]);
    world.clock.set(plusMs(world.clock.now(), HOUR_MS));
    assert.deepEqual(await both(), ["401 tokenExpired", "200"], "ten seconds in which they differ");
    world.clock.set(plusMs(world.clock.now(), OFF_MS));
    assert.deepEqual(await both(), ["401 tokenExpired", "401 tokenExpired"]);
  });

  test("at a cut-off, the end of a day, and a scheduled date, everything happens once", async () => {
    const approver = await newUser(world.service, organization);
    const { requestId } = await requestPaymentOf(world, organization, { amount: 41, sendOn: "2026-11-24" });
    await decide(world.service, organization, { requestId, userId: approver });
    // 13:00 in New York, when the bank takes a file.
    world.clock.set(new Date("2026-11-20T18:00:00Z"));
    const late = [await pay(ahead, { amount: 400 }), await pay(behind, { amount: 401 })];
    assert.deepEqual(
      late.map(({ status }) => status),
      [200, 200],
    );
    await work();
    // First midnight in New York, when the nodes disagree about the day; then the hours of the bank.
    for (const at of ["24T05:00", "24T18:30", "25T15:00", "27T15:00", "30T15:00"]) {
      world.clock.set(new Date(`2026-11-${at}:00Z`));
      await work();
    }
    const { body } = await call(ahead, "/transactions?limit=1000");
    const outgoing = body.transactions.filter(({ kind }: { kind: string }) => kind === "outgoingPayment");
    const scheduled = outgoing.filter(({ amount }: { amount: number }) => amount === -41);
    assert.equal(scheduled.length, 1, "a scheduled payment is made once");
    assert.deepEqual([...new Set(outgoing.map(({ status }: { status: string }) => status))], ["sent"]);
    assert.deepEqual((await verifyLedger(world.service.database)).differences, []);
    assert.deepEqual(auditAlarms(world.service), []);
  });

  test("a link works on both nodes as soon as it exists, and ends on each by its own clock", async () => {
    const asked = { name: "Marta", contactEmail: "marta@example.com", paymentMethods: ["ach"], sendEmail: false };
    const invite = async (node: App) => {
      const made = await inject(node, organization.token, {
        url: "/recipients/invites",
        body: { ...asked, requireTaxDocument: false },
      });
      assert.equal(made.status, 201, made.text);
      return made.body.id;
    };
    const open = async (node: App, id: string) => (await browse(node, { url: `/invites/${id}` })).status;
    const link = await invite(ahead);
    assert.deepEqual([await open(behind, link), await open(ahead, link)], [200, 200]);
    // It works for thirty days from the time of the node that made it.
    world.clock.set(plusMs(world.clock.now(), 30 * DAY_MS));
    assert.deepEqual(
      [await open(ahead, link), await open(behind, link)],
      [404, 200],
      "ten seconds in which they differ",
    );
    world.clock.set(plusMs(world.clock.now(), 2 * OFF_MS));
    assert.deepEqual([await open(ahead, link), await open(behind, link)], [404, 404]);
    const other = await invite(behind);
    const electronicRoutingInfo = {
      accountNumber: "556677889900",
      routingNumber: "021000021",
      electronicAccountType: "personalChecking",
    };
    assert.equal((await browse(ahead, { url: `/invites/${other}`, body: { electronicRoutingInfo } })).status, 204);
    assert.equal((await browse(behind, { url: `/invites/${other}`, body: { electronicRoutingInfo } })).status, 404);
  });

  test("an operator is warned of a difference of more than a second, and no longer when it is gone", async () => {
    const warned: unknown[] = [];
    const log = { ...world.service.log, warn: (...line: unknown[]) => void warned.push(line.at(-1)) };
    const metrics = createMetrics();
    let offMs = 0;
    const clock: Clock = { now: () => plusMs(new Date(), offMs) };
    const watch = createClockWatch({ database: world.service.database, log }, metrics, clock);
    const measuredAt = async (ms: number) => {
      offMs = ms;
      await watch.job.run();
      const shown = /^bursar_clock_difference_seconds (\S+)/m.exec(await metrics.text())?.[1];
      return { warning: watch.warning(), shown: Math.round(Number(shown) / 5) * 5 || 0 };
    };
    assert.deepEqual(await measuredAt(0), { warning: undefined, shown: 0 });
    const { warning, shown } = await measuredAt(-60_000);
    assert.match(warning ?? "", /^This machine and the database differ by \d\d\.\d seconds\. Synchronize/);
    assert.equal(shown, -60);
    assert.equal((await measuredAt(60_000)).shown, 60);
    assert.deepEqual(warned, ["this machine's clock differs from the database's"], "once, until it is right again");
    assert.deepEqual(await measuredAt(0), { warning: undefined, shown: 0 });
  });
});
