import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { plusMs } from "#kernel/clock/clock.ts";
import { openTelemetry, type Telemetry } from "#kernel/telemetry/open-telemetry.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { openReceiver } from "#reports/webhooks/sender/receivers.testkit.ts";
import { apiClient } from "../../kit/service/client.ts";
import { openWorld, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { type Collector, openCollector, type ReceivedSpan } from "../../kit/telemetry/collector.ts";

/** What an operator's collector receives about a payment, over real sockets, decoded by another reader than its writer. */

const CLIENTS_TRACE = "0af7651916cd43dd8448eb211c80319c";
const CLIENTS_SPAN = "b7ad6b7169203331";
const ACCOUNT_NUMBER = "998877665544";
const MEMO = "Confidential bonus";

let collector: Collector;
let telemetry: Telemetry;
let world: TestWorld;
let organization: TestOrganization;
let url: string;
before(async () => {
  collector = await openCollector();
  telemetry = openTelemetry({
    endpoint: collector.endpoint,
    version: "1.2.3",
    log: { warn: (line: unknown) => assert.fail(JSON.stringify(line)) },
    environment: { OTEL_TRACES_SAMPLER: "always_on" },
  });
  world = await openWorld();
  organization = await world.newOrganization();
  await organization.deposit(organization.accountId, 10_000_00n);
  url = await world.app.api.listen({ host: "127.0.0.1", port: 0 });
});
after(async () => {
  await telemetry.close();
  await world.close();
  await collector.close();
});

const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const span = spans.find((candidate) => candidate.name === name);
  assert.ok(span, `${name} is not among ${spans.map((candidate) => candidate.name).join(", ")}`);
  return span;
};

const traceOf = (id: string): readonly ReceivedSpan[] =>
  collector.spans.filter(({ traceId }) => traceId === id.replaceAll("-", ""));

describe("a payment", () => {
  it("has one trace from the HTTP request to the webhook, and is linked with the client's", async (t) => {
    const receiver = await openReceiver(t);
    const client = apiClient(url, organization.token);
    t.after(() => client.close());
    const endpoint = await client.post("/webhooks", { url: `${receiver.origin}/?key=webhook-password` });
    const recipientId = await organization.newRecipient("Payee of the trace", ACCOUNT_NUMBER);
    const body = {
      recipientId,
      amount: 125.5,
      paymentMethod: "realTimePayment",
      externalMemo: MEMO,
      idempotencyKey: "traced",
    };
    const paid = await client.call("POST", `/account/${organization.accountId}/transactions`, body, {
      traceparent: `00-${CLIENTS_TRACE}-${CLIENTS_SPAN}-01`,
      tracestate: "vendor=state",
      "x-request-id": "invoice-run-42",
    });
    assert.deepEqual([paid.status, paid.headers["x-request-id"]], [200, "invoice-run-42"], JSON.stringify(paid.body));
    for (let second = 0; second < 10; second += 1) {
      world.clock.set(plusMs(world.clock.now(), 1_000));
      await runUntilIdle(world.app.jobs);
    }
    // Sends what has not been sent.
    telemetry.exportMetrics(world.app.metrics);
    await telemetry.close();

    const trace = traceOf(paid.body.id);
    const accepted = named(trace, "payment accepted");
    assert.equal(accepted.parentSpanId, "");
    assert.deepEqual(
      { ...accepted.attributes },
      {
        "bursar.transaction_id": paid.body.id,
        "bursar.organization_id": organization.organizationId,
        "bursar.payment_method": "realTimePayment",
        "bursar.request_id": "invoice-run-42",
        "http.request.method": "POST",
        "http.route": "/account/:accountId/transactions",
      },
    );
    const steps = trace.filter(({ spanId }) => spanId !== accepted.spanId);
    assert.ok(steps.every(({ parentSpanId }) => parentSpanId === accepted.spanId));
    const story = [
      "payment accepted",
      "webhook delivery",
      "payment handed over",
      "payment written to a bank file",
      "payment named in a bank file",
      "payment sent",
    ];
    assert.deepEqual(new Set(trace.map(({ name }) => name)), new Set(story));

    const request = named(collector.spans, "POST /account/:accountId/transactions");
    assert.deepEqual(
      [request.traceId, request.parentSpanId, request.kind, request.traceState],
      [CLIENTS_TRACE, CLIENTS_SPAN, "server", "vendor=state"],
    );
    assert.equal(request.attributes["bursar.caller.id"], organization.tokenId);
    assert.deepEqual(accepted.links, [{ traceId: request.traceId, spanId: request.spanId }]);
    assert.deepEqual(request.links, [{ traceId: accepted.traceId, spanId: accepted.spanId }]);
    const batch = named(collector.spans, "payment batch");
    assert.deepEqual([batch.parentSpanId, batch.attributes["bursar.batch.payments"]], [request.spanId, 1]);
    const statement = collector.spans.find(({ parentSpanId }) => parentSpanId === batch.spanId);
    assert.deepEqual([statement?.name, statement?.attributes], ["call", { "db.system.name": "postgresql" }]);

    const file = named(steps, "payment written to a bank file");
    const fileTrace = traceOf(String(file.attributes["bursar.bank_file_id"]));
    assert.deepEqual(fileTrace.map(({ name }) => name).sort(), ["bank file sent", "bank file written"]);
    assert.equal(file.links[1]?.traceId, fileTrace[0]?.traceId);
    const job = collector.spans.find(({ name, spanId }) => name === "job file-rails" && spanId !== "");
    assert.ok(job && Number(job.attributes["bursar.job.work"]) > 0);

    const deliveries = steps.filter(({ name }) => name === "webhook delivery");
    assert.deepEqual(
      deliveries.map(({ kind, attributes }) => [kind, attributes["http.response.status_code"]]),
      [
        ["client", 200],
        ["client", 200],
      ],
    );
    assert.deepEqual(
      receiver.requests
        .filter((delivery) => delivery.body.includes(paid.body.id))
        .map(({ headers }) => headers["traceparent"])
        .sort(),
      deliveries.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`).sort(),
    );
    assert.deepEqual([request.resource["service.name"], request.resource["service.version"]], ["bursar", "1.2.3"]);

    const bytes = collector.bytes();
    for (const secret of [
      ACCOUNT_NUMBER,
      MEMO,
      "Payee of the trace",
      "webhook-password",
      organization.token,
      organization.token.slice(-20),
      endpoint.body.secret,
      "021000021",
    ])
      assert.ok(!bytes.includes(secret), "what is exported is no secret");
  });

  it("is not traced if its client's trace is not", async (t) => {
    const client = apiClient(url, organization.token);
    t.after(() => client.close());
    const before = collector.spans.length;
    const traceparent = `00-${CLIENTS_TRACE.replace("0af", "1af")}-${CLIENTS_SPAN}-00`;
    assert.equal((await client.call("GET", "/accounts", undefined, { traceparent })).status, 200);
    await telemetry.close();
    assert.equal(collector.spans.length, before);
  });

  it("is in the metrics that the collector receives, under the names of /metrics", async () => {
    const client = apiClient(url, organization.token);
    const text = await world.app.metrics.text();
    client.close();
    const names = new Set(collector.metrics.map(({ name }) => name));
    const shown = [...text.matchAll(/^# TYPE (\S+) (?!summary)/gm)].map(([, name]) => name ?? "");
    assert.deepEqual(
      shown.filter((name) => !names.has(name)),
      [],
    );
    const decided = collector.metrics.find(({ name }) => name === "bursar_payments_decided_total");
    assert.deepEqual(
      [decided?.type, decided?.points.map(({ attributes, value }) => [attributes, value])],
      ["sum", [[{ method: "realTimePayment", outcome: "accepted" }, 1]]],
    );
    const delays = collector.metrics.find(({ name }) => name === "bursar_work_delay_seconds");
    assert.deepEqual(
      delays?.points
        .filter(({ value }) => value > 0)
        .map(({ attributes }) => attributes["work"])
        .sort(),
      ["bank-answers", "events", "hand-over", "webhooks"],
    );
    const requests = collector.metrics.find(({ name }) => name === "bursar_http_request_duration_seconds");
    const point = requests?.points.find(({ attributes }) => attributes["method"] === "POST");
    assert.equal(point?.value, 1);
    assert.equal(
      point?.buckets.reduce((sum, count) => sum + count, 0),
      1,
      "each observation is between two bounds",
    );
  });
});
