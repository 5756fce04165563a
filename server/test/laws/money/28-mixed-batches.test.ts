import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { createMetrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import type { PaymentDecision, PreparedPayment } from "#payments/payments/send/payment.ts";
import { createPaymentWriter, writerMetrics } from "#payments/payments/send/payment-writer.ts";
import { verifyAudit } from "#records/audit/trail";
import { verifyLedger } from "#records/ledger/check";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { openWorldOfFile } from "../../kit/service/full-app.ts";
import { tracesOf, waitingIds } from "../../kit/worlds/mixed-batches.queries.ts";
import { type Kind, kinds, type MixedBatches, openMixedBatches, outcomeOf } from "../../kit/worlds/mixed-batches.ts";

/**
 * Law 28: any pattern of accepted, rejected, repeated, and duplicate payments in one call commits once, without a
 * rollback, each decided on its own merits.
 */
const PATTERNS = long ? 400 : 8;
const PAYMENTS_MAX = 40;

let batches: MixedBatches;

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("law 28", () => {
  before(async () => {
    batches = await openMixedBatches(world.service, organization);
  });

  it("decides every pair of kinds in one call, in either order", async () => {
    for (const first of kinds) for (const second of kinds) await decideOnce([first, second]);
  });

  it(`decides ${PATTERNS} random patterns, one call each`, async () => {
    const random = seeded(testSeed("law 28"));
    for (let pattern = 0; pattern < PATTERNS; pattern += 1) {
      const length = 1 + Math.floor(random() * PAYMENTS_MAX);
      // Some patterns contain few kinds, so that long runs of one kind also occur.
      const variety = 1 + Math.floor(random() * kinds.length);
      await decideOnce(
        Array.from({ length }, () => kinds[Math.floor(random() * variety)] ?? "accepted"),
        `pattern ${pattern}`,
      );
    }
  });

  it("reports a call that fails as a whole, and still pays the payments it can", failureIsReported);

  it("keeps the books exact, and every audit row authentic and numbered without gaps", async () => {
    const report = await verifyLedger(world.service.database, organization.organizationId);
    assert.deepEqual(report.differences, []);
    const audit = await verifyAudit(world.service, world.service.database, organization.organizationId);
    assert.deepEqual(audit.problems, []);
    assert.ok(audit.rowsUnsealed > 100n);
  });
});

/** Sends the payments in one turn and checks the calls, the decisions, and the rows they created. */
async function decideOnce(pattern: readonly Kind[], name = pattern.join(", ")): Promise<void> {
  const earlier = pattern.map((kind) =>
    kind === "replayed" || kind === "duplicatePayment" ? batches.payment("accepted") : undefined,
  );
  await send(
    world.service,
    earlier.flatMap((payment) => payment ?? []),
  );
  const payments = pattern.map((kind, index) => batches.payment(kind, earlier[index]));
  const waitedBefore = await waiting();
  const counting = countingCalls(world.service);
  const decisions = await send(counting.service, payments);
  assert.deepEqual(
    decisions.map((decision) => decision.outcome),
    pattern.map(outcomeOf),
    name,
  );
  assert.deepEqual(counting.calls(), { succeeded: 1, failed: 0 }, name);
  for (const [index, decision] of decisions.entries())
    if (decision.outcome === "replayed" || decision.outcome === "duplicatePayment")
      assert.equal(decision.transactionId, earlier[index]?.transactionId, name);
  await checkTraces(payments, decisions, name);
  const accepted = payments.filter((_, index) => decisions[index]?.outcome === "accepted");
  const waitsNow = await waiting();
  assert.deepEqual(waitsNow.events.slice(waitedBefore.events.length), ids(accepted, "eventId"), name);
  assert.deepEqual(waitsNow.audit.slice(waitedBefore.audit.length), ids(accepted, "auditId"), name);
}

async function failureIsReported(): Promise<void> {
  const payments = Array.from({ length: 3 }, () => batches.payment("accepted"));
  const broken = payments[1]?.transactionId ?? "";
  const failingOne: Service["database"]["one"] = (statement) =>
    statement.values.some((value) => String(value).includes(broken))
      ? Promise.reject(new Error("a defect"))
      : world.service.database.one(statement);
  const logged: unknown[] = [];
  const error = (...line: unknown[]) => void logged.push(line);
  const service = {
    ...world.service,
    database: { ...world.service.database, one: failingOne },
    log: { ...world.service.log, error },
  };
  const writer = createPaymentWriter(service);
  const metrics = createMetrics();
  writer.observe(writerMetrics(metrics));
  const answers = await Promise.allSettled(payments.map((payment) => writer.submit(payment)));
  assert.deepEqual(
    answers.map((answer) => answer.status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  assert.equal(logged.length, 1);
  assert.match(await metrics.text(), /^bursar_payment_batches_split_total 1$/m);
  const scraped = await world.app.api.inject({ url: "/metrics" });
  assert.match(scraped.body, /^bursar_payment_batches_split_total 0$/m, "the service split no batch");
}

async function checkTraces(
  payments: readonly PreparedPayment[],
  decisions: readonly PaymentDecision[],
  name: string,
): Promise<void> {
  const { database } = world.service;
  const traces = new Map(
    (await tracesOf(database, organization.organizationId, ids(payments, "transactionId"))).map((row) => [
      row.transaction_id,
      row,
    ]),
  );
  for (const [index, payment] of payments.entries()) {
    const accepted = decisions[index]?.outcome === "accepted";
    assert.deepEqual(
      traces.get(payment.transactionId),
      accepted
        ? {
            transaction_id: payment.transactionId,
            event_id: payment.eventId,
            audit_id: payment.auditId,
            holds: 1n,
          }
        : undefined,
      `${name}: payment ${index}`,
    );
  }
}

const ids = (payments: readonly PreparedPayment[], of: "eventId" | "auditId" | "transactionId"): string[] =>
  payments.map((payment) => payment[of]);

const waiting = async () => {
  const of = async (topic: "events" | "audit") =>
    (await waitingIds(world.service.database, organization.organizationId, topic)).flatMap((row) => row.ids);
  return { events: await of("events"), audit: await of("audit") };
};

async function send(service: Service, payments: readonly PreparedPayment[]): Promise<readonly PaymentDecision[]> {
  const writer = createPaymentWriter(service);
  return Promise.all(payments.map((payment) => writer.submit(payment)));
}

/** Counts statements exactly: one commit for each that succeeds and one rollback for each that fails. */
function countingCalls(service: Service) {
  const count = { succeeded: 0, failed: 0 };
  const countingOne: Service["database"]["one"] = async (statement) => {
    try {
      const row = await service.database.one<never>(statement);
      count.succeeded += 1;
      return row;
    } catch (error) {
      count.failed += 1;
      throw error;
    }
  };
  return { service: { ...service, database: { ...service.database, one: countingOne } }, calls: () => ({ ...count }) };
}
