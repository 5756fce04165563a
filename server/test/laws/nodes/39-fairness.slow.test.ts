import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import type { Job } from "#kernel/work/worker.ts";
import type { App } from "#main/app.ts";
import { openReceiver, type Receiver } from "#reports/webhooks/sender/receivers.testkit.ts";
import { long } from "../../kit/faults/random.ts";
import { makeInvoice } from "../../kit/invoicing/invoices.ts";
import { addBacklog, backlogOf } from "../../kit/scale/backlog.queries.ts";
import { onSingleServer } from "../../kit/servers/single-server.ts";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { type MailServer, startMailServer } from "../../kit/service/mail-server.ts";

/**
 * Law 39, fairness: one organization has more work of every kind than the workers can do in the time of the test, and
 * receivers that answer slowly. What another organization does takes as many passes as without it, and two more.
 */
const BACKLOG = long ? 100_000 : 2_000;
const WORKERS = 3;
/** More than enough to occupy every place of every courier. */
const ENDPOINTS = 60;
const MORE_PASSES_MAX = 2;
/** Passes until the test gives up. */
const PASSES_MAX = long ? 400 : 40;

const skip = await onSingleServer("it writes a backlog whose order only a single server can number in one statement");

describe("an organization with a backlog and one without (PostgreSQL server)", { skip, timeout: 900_000 }, () => {
  let world: TestWorld;
  let mail: MailServer;
  let workers: readonly App[];
  let large: TestOrganization;
  let small: TestOrganization;
  let quick: Receiver;
  const failed: unknown[] = [];

  before(async () => {
    mail = await startMailServer();
    const settings = { smtpUrl: mail.url, mailFrom: "Bursar <bursar@example.com>" };
    // Emails that are given up are logged, too; only failures of jobs name one.
    const onError = (...[details, message]: unknown[]) => {
      if (typeof details === "object" && details !== null && "job" in details) failed.push(message, details);
    };
    world = await openWorld(settings, { onError });
    // First, so that it is first wherever the order of organizations decides.
    large = await world.newOrganization();
    small = await world.newOrganization();
    const nodes = [world.app];
    while (nodes.length < WORKERS) nodes.push(await world.anotherNode({ onError }));
    workers = nodes;
    await small.deposit(small.accountId, 1_000_00n);
  });
  after(async () => {
    await world.close();
    await mail.close();
  });

  const call = async (organization: TestOrganization, url: string, body: object) => {
    const answer = await inject(world.app, organization.token, { url, body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  /** Every job once, by all workers at the same time. Those that watch would read the backlog again and again. */
  const pass = async (): Promise<number> => {
    let done = 0;
    for (const { name } of world.app.jobs.filter(({ watches }) => !watches)) {
      const passes = workers.map((node) => (node.jobs.find((job) => job.name === name) as Job).run());
      for (const count of await Promise.all(passes)) done += count;
    }
    return done;
  };
  const workAll = async () => {
    for (let passes = 0; passes < PASSES_MAX && (await pass()) > 0; passes += 1);
  };

  /** The passes until the small organization's payment has reached the bank, its events the receiver, and its invoice the customer. */
  const passesUntilDone = async (amount: number): Promise<number> => {
    const mailsBefore = mail.received.length;
    const { id } = await call(small, payment(small).url, {
      recipientId: small.recipientId,
      amount,
      paymentMethod: "realTimePayment",
    });
    await makeInvoice(world, small, { sendEmailOption: "SendNow", invoiceNumber: `F-${amount}` });
    const published = () =>
      quick.requests.map(({ body }) => JSON.parse(body)).filter(({ resourceId }) => resourceId === id).length;
    for (let passes = 1; passes <= PASSES_MAX; passes += 1) {
      await pass();
      // The bank answers after a moment, on the service's clock.
      world.clock.set(plusMs(world.clock.now(), SECOND_MS));
      const { body } = await inject(world.app, small.token, { url: `/transaction/${id}` });
      if (body.status === "sent" && published() >= 2 && mail.received.length > mailsBefore) return passes;
    }
    return Number.POSITIVE_INFINITY;
  };

  test("the other's payment, webhooks, and emails take as many passes as without the backlog", async (t) => {
    const waiting: (() => void)[] = [];
    let isOver = false;
    const slow = await openReceiver(t, (_request, response) => {
      if (isOver) response.end();
      else waiting.push(() => response.end());
    });
    quick = await openReceiver(t);
    const endpointIds: string[] = [];
    for (let index = 0; index < ENDPOINTS; index += 1) {
      const body = { url: `${slow.origin}/${index}`, eventTypes: ["checkingAccount.balance.updated"] };
      endpointIds.push((await call(large, "/webhooks", body)).id);
    }
    await call(small, "/webhooks", { url: quick.origin });
    await workAll();

    const alone = await passesUntilDone(11);
    assert.ok(Number.isFinite(alone), "without a backlog, everything is done");
    await addBacklog(world.service, world.owner(), large.organizationId, {
      endpointIds,
      at: world.clock.now(),
      count: BACKLOG,
    });
    // The couriers' places are taken.
    await pass();
    const beside = await passesUntilDone(12);
    t.diagnostic(`${alone} passes alone, ${beside} beside ${BACKLOG} of each kind`);
    for (const [kind, waiting] of Object.entries(await backlogOf(world.owner(), large.organizationId)))
      assert.ok(waiting > 0n, `the backlog of ${kind} was there all the time`);
    isOver = true;
    for (const answer of waiting) answer();
    assert.deepEqual(failed, []);
    assert.ok(beside <= alone + MORE_PASSES_MAX, `${beside} passes, and ${alone} without the backlog`);
  });
});
