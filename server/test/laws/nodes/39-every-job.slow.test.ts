import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Job } from "#kernel/work/worker.ts";
import type { App } from "#main/app.ts";
import { callsOfPerson, decideBatch, fillBatch, newSigned } from "../../kit/batches/batches.ts";
import { long } from "../../kit/faults/random.ts";
import { newRecurring } from "../../kit/recurring/recurring-world.ts";
import { inject, payment, TEST_NOW } from "../../kit/service/full-app.ts";
import { decide, newUser, requestPaymentOf } from "../../kit/worlds/approvals.ts";
import { leftBy, type MonthEnd, openMonthEnd } from "../../kit/worlds/month-end.ts";

/**
 * Law 39, background work: three workers that run each job at the same time do its work once. What they leave behind is
 * what one worker leaves, and no job fails.
 */
const WORKERS = 3;
/** Bank windows, the day of the scheduled payment, and the end of the month; with `--long`, every four hours. */
const INSTANTS = long
  ? Array.from({ length: 72 }, (_, index) => plusMs(TEST_NOW, index * 4 * HOUR_MS))
  : ["11-20T15:00", "11-20T18:30", "11-23T15:00", "11-25T18:30", "11-30T18:30", "12-01T16:00", "12-01T16:05"].map(
      (at) => new Date(`2026-${at}:00Z`),
    );

/**
 * How each job shows that its work was done once. A job that is not listed fails the test.
 *
 * - `counted`: the workers together report as much work as one worker does alone.
 * - `seen`: a pass may report work that another worker did meanwhile; what remains shows that it counted once.
 * - `reads`: it changes nothing, or deletes what nothing needs any more, so that it may run any number of times.
 * - `idle`: it has nothing to do in this story, which shows only that it does not fail.
 */
const jobs: Readonly<Record<string, "counted" | "seen" | "reads" | "idle">> = {
  screening: "idle",
  "hand-over": "counted",
  "bank-answers": "seen",
  "file-rails": "seen",
  "batch-decisions": "seen",
  "recurring-payments": "seen",
  "scheduled-payments": "seen",
  treasury: "seen",
  "webhook-fan-out": "counted",
  "category-rules": "counted",
  "category-rule-runs": "counted",
  "memo-words": "idle",
  "memo-backfill": "idle",
  "webhook-deliveries": "seen",
  "audit-seal": "counted",
  "audit-watch": "reads",
  "monthly-statements": "seen",
  "payment-notices": "counted",
  "notification-digests": "idle",
  "notification-clean-up": "reads",
  "change-notices": "idle",
  mail: "seen",
  "mail-clean-up": "reads",
  "people-clean-up": "reads",
  "rate-counts-clean-up": "reads",
  "account-fingerprints": "idle",
  "row-watch": "reads",
  "token-days-watch": "reads",
  "key-destruction": "idle",
  "attachments-sweep": "reads",
  "bank-files": "seen",
  "bank-notices": "idle",
  reconciliation: "seen",
  "reconciliation-alerts": "idle",
  "bank-files-sweep": "reads",
  "invoice-debits": "idle",
  "incoming-payments": "counted",
  "invoice-reminders": "seen",
  "invoice-letters": "seen",
  "ledger-check": "reads",
};

interface Place extends MonthEnd {
  readonly nodes: readonly App[];
  /** IDs of events that were delivered, each as often as it was. */
  readonly delivered: string[];
  readonly receiver: Server;
  readonly errors: string[];
  /** Reported by all nodes together. */
  readonly work: Map<string, number>;
}

async function openPlace(workers: number): Promise<Place> {
  const errors: string[] = [];
  // Only failures of jobs name one: files that the bank has not answered yet are logged, too.
  const onError = (...[details, message]: unknown[]) => {
    if (typeof details === "object" && details !== null && "job" in details)
      errors.push(`${String(message)}: ${JSON.stringify(details)}`);
  };
  const place = await openMonthEnd({ onError });
  const { world, organization } = place;
  const delivered: string[] = [];
  const receiver = createServer((request, response) => {
    delivered.push(String(request.headers["webhook-id"]));
    response.end();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  // A server that listens on a port always has an address.
  const { port } = receiver.address() as AddressInfo;
  const call = async (url: string, body: unknown) => {
    const answer = await inject(world.app, organization.token, { url, body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  await call("/webhooks", { url: `http://127.0.0.1:${port}/hook` });
  const { id: categoryId } = await call("/categories", {
    name: "Rent",
    visibleForCardSpend: true,
    visibleForReimbursements: true,
    visibleForOther: true,
  });
  await call("/category-rules", { name: "All", categoryId, position: 1, conditions: { amountTo: 50 } });
  await call("/category-rules/apply", {});
  for (let dollars = 1; dollars <= 6; dollars += 1) {
    const { url, body } = payment(organization, { amount: dollars });
    await call(url, body);
  }
  const userId = await newUser(world.service, organization, { email: "ben@example.com" });
  const { requestId } = await requestPaymentOf(world, organization, { amount: 40, sendOn: "2026-11-25" });
  await decide(world.service, organization, { requestId, userId });
  await newRecurring(world, organization, { startOn: "2026-11-27", endAfter: 2 });
  const person = async (role: "bookkeeper" | "approver") =>
    callsOfPerson(world, await newSigned(world, organization, { role, email: `${role}-of-batches@example.com` }));
  const { batchId } = await fillBatch(await person("bookkeeper"), organization, { amounts: [41, 42] });
  await decideBatch(await person("approver"), batchId);
  const nodes = [world.app];
  while (nodes.length < workers) nodes.push(await world.anotherNode());
  return { ...place, nodes, delivered, receiver, errors, work: new Map() };
}

/** Every job, on all nodes at the same time, until none finds work. */
async function workAll({ nodes, work }: Place): Promise<void> {
  for (let round = 0; round < 1_000; round += 1) {
    let done = 0;
    for (const { name, watches } of nodes[0]?.jobs ?? []) {
      if (watches && round > 0) continue;
      const passes = nodes.map((node) => (node.jobs.find((job) => job.name === name) as Job).run());
      const counts = await Promise.all(passes);
      const sum = counts.reduce((total, count) => total + count, 0);
      work.set(name, (work.get(name) ?? 0) + sum);
      done += sum;
    }
    if (done === 0) return;
  }
  assert.fail("the work does not end");
}

describe("jobs on three workers at once (PostgreSQL server)", () => {
  let alone: Place;
  let together: Place;
  const opened: Place[] = [];
  before(async () => {
    for (const workers of [1, WORKERS]) opened.push(await openPlace(workers));
    [alone, together] = opened as [Place, Place];
  });
  after(async () => {
    for (const { world, mail, receiver } of opened) {
      await world.close();
      await mail.close();
      receiver.close();
    }
  });

  test("every job says how its work is done once", () => {
    assert.deepEqual(together.world.app.jobs.map(({ name }) => name).sort(), Object.keys(jobs).sort());
  });

  test("a month's end leaves behind what it leaves with one worker", async () => {
    for (const place of [alone, together]) {
      for (const at of INSTANTS) {
        place.world.clock.set(at);
        await workAll(place);
      }
      assert.deepEqual(place.errors, []);
    }
    const [expected, left] = [await leftBy(alone), await leftBy(together)].map(inAnyOrder);
    assert.deepEqual(left, expected);
    for (const { delivered } of [alone, together]) {
      assert.ok(delivered.length > 20, `${delivered.length} events were delivered`);
      assert.equal(new Set(delivered).size, delivered.length, "no event was delivered twice");
    }
    assert.equal(together.delivered.length, alone.delivered.length);
    for (const [name, shows] of Object.entries(jobs)) {
      const [byOne, byAll] = [alone.work.get(name) ?? 0, together.work.get(name) ?? 0];
      if (shows === "counted") assert.equal(byAll, byOne, name);
      if (shows === "counted" || shows === "seen") assert.ok(byOne > 0, `${name} has work`);
    }
  });
});

/** Payments that several workers hand over late are in several emails. */
const MISSED = /"(\S+): (An|\d+) ACH payments? missed the bank's cut-off"/;

/** Workers finish in any order. So after a leap of days, one may find that the bank is late before another asks it. */
const inAnyOrder = (left: Readonly<Record<string, readonly unknown[]>>) =>
  Object.fromEntries(
    Object.entries(left).map(([name, rows]) => [
      name,
      rows
        .map((row) => JSON.stringify(row))
        .filter((row) => !row.includes("The bank has not answered"))
        .flatMap((row) => {
          const [, receiver, count] = MISSED.exec(row) ?? [];
          if (count === undefined) return [row];
          return Array.from({ length: count === "An" ? 1 : Number(count) }, () => `${receiver}: one missed`);
        })
        .sort(),
    ]),
  );
