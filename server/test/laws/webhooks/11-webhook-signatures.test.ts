import assert from "node:assert/strict";
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { webhooks } from "@bursar/sdk";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { manualClock, plusMs } from "#kernel/clock/clock.ts";
import { runWebhookDeliveries, runWebhookFanOut } from "#reports/webhooks";
import { openReceiver, type ReceivedRequest } from "#reports/webhooks/sender/receivers.testkit.ts";
import { openWebhookWorld, WORLD_START } from "../../kit/worlds/webhook-world.ts";

/**
 * Law 11: received deliveries verify with independent verifiers of both header families; one changed byte or a
 * six-minute-old timestamp fails; during a rotation, both secrets verify.
 */
const HOUR_MS = 3_600_000;

/** The committed document, which `npm run check` keeps identical to the service's. */
const contract = JSON.parse(readFileSync(join(import.meta.dirname, "../../../../api/openapi.json"), "utf8"));

async function open(t: TestContext) {
  const clock = manualClock(WORLD_START);
  const world = await openWebhookWorld(t, { clock });
  const receiver = await openReceiver(t);
  const { body: endpoint } = await world.call({ url: "/webhooks", body: { url: `${receiver.origin}/hooks?of=acme` } });
  const delivered = async (): Promise<ReceivedRequest> => {
    await world.deposit(12_345n, { note: 'Zoë & Søn — ünïcode \u2028 "quoted"' });
    await runWebhookFanOut(world.service);
    assert.equal(await runWebhookDeliveries(world.service, world.sender), 1);
    const request = receiver.requests.at(-1);
    assert.ok(request);
    return request;
  };
  return { clock, world, endpoint, delivered };
}

const textHeaders = (request: ReceivedRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

/** The published Standard Webhooks library. */
function standardVerifies(
  secret: string,
  { body, headers }: { body: string; headers: Record<string, string> },
): boolean {
  try {
    new StandardWebhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

/** A verifier of the Mercury family, written from wire contract §6.2: `t` first, the raw secret as key, five minutes. */
function mercuryVerifies(
  secret: string,
  { body, headers }: { body: string; headers: Record<string, string> },
  atMs = Date.now(),
): boolean {
  const [time, ...signatures] = (headers["mercury-signature"] ?? "").split(",");
  const t = /^t=(\d+)$/.exec(time ?? "")?.[1];
  if (t === undefined || Math.abs(atMs / 1000 - Number(t)) > 300) return false;
  const expected = createHmac("sha256", secret).update(`${t}.${body}`).digest();
  return signatures.some((part) => {
    const given = Buffer.from(/^v1=([0-9a-f]{64})$/.exec(part)?.[1] ?? "", "hex");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** The client library, which reads either family. */
async function libraryVerifies(
  secret: string,
  { body, headers }: { body: string; headers: Record<string, string> },
): Promise<boolean> {
  const { "mercury-signature": mercury = "", ...standard } = headers;
  const verified = [standard, { "mercury-signature": mercury }].map((family) =>
    webhooks.verify({ body, headers: family }, secret).then(
      () => true,
      () => false,
    ),
  );
  const [first, second] = await Promise.all(verified);
  assert.equal(first, second);
  return first === true;
}

const both = (secret: string, request: { body: string; headers: Record<string, string> }) => [
  standardVerifies(secret, request),
  mercuryVerifies(secret, request),
];

describe("law 11: signatures of received deliveries", () => {
  it("verify in both families, but not with one byte changed, with another secret, or six minutes later", async (t) => {
    const { endpoint, delivered } = await open(t);
    const request = await delivered();
    const { body } = request;
    const headers = textHeaders(request);
    assert.deepEqual(both(endpoint.secret, { body, headers }), [true, true]);
    assert.equal(await libraryVerifies(endpoint.secret, { body, headers }), true);
    assert.equal(headers["webhook-id"], JSON.parse(body).id);
    assert.equal(headers["content-type"], "application/json");

    const changedByte = body.replace('"amount":123.45', '"amount":923.45');
    assert.notEqual(changedByte, body);
    assert.deepEqual(both(endpoint.secret, { body: changedByte, headers }), [false, false]);
    assert.equal(await libraryVerifies(endpoint.secret, { body: changedByte, headers }), false);
    assert.deepEqual(
      both(endpoint.secret, {
        body,
        headers: {
          ...headers,
          "webhook-id": "another",
          "mercury-signature":
            headers["mercury-signature"]?.replace(/[0-9a-f]$/, (digit) => (digit === "0" ? "1" : "0")) ?? "",
        },
      }),
      [false, false],
    );
    assert.deepEqual(both(`whsec_${Buffer.alloc(32, 1).toString("base64")}`, { body, headers }), [false, false]);

    const later = Date.now() + 6 * 60_000;
    assert.equal(mercuryVerifies(endpoint.secret, { body, headers }, later), false);
    t.mock.timers.enable({ apis: ["Date"], now: later });
    assert.equal(standardVerifies(endpoint.secret, { body, headers }), false);
    t.mock.timers.reset();
  });

  it("the contract documents every header and the body", async (t) => {
    const { delivered } = await open(t);
    const { headers, body } = await delivered();
    const { webhooks } = contract;
    const { parameters, requestBody } = webhooks.event.post;
    // Only a service that traces sends traceparent.
    const documented = parameters
      .filter((parameter: { required: boolean }) => parameter.required)
      .map((parameter: { name: string }) => parameter.name.toLowerCase());
    const ofHttp = ["host", "connection", "content-type", "content-length", "user-agent"];
    assert.deepEqual(
      documented.toSorted(),
      Object.keys(headers)
        .filter((name) => !ofHttp.includes(name))
        .toSorted(),
    );
    const ajv = addFormats.default(new Ajv2020({ strict: false })).addSchema(contract, "contract");
    const validate = ajv.compile({ $ref: `contract${requestBody.content["application/json"].schema.$ref}` });
    assert.ok(validate(JSON.parse(body)), ajv.errorsText(validate.errors));
  });

  it("use the machine's time of each attempt, not the sandbox clock", async (t) => {
    const { clock, endpoint, delivered } = await open(t);
    clock.set(plusMs(WORLD_START, 400 * 24 * HOUR_MS));
    const request = await delivered();
    const seconds = Number(request.headers["webhook-timestamp"]);
    assert.ok(Math.abs(Date.now() / 1000 - seconds) < 600, "the machine's day, not the sandbox's");
    assert.deepEqual(both(endpoint.secret, { body: request.body, headers: textHeaders(request) }), [true, true]);
  });

  it("use both secrets for 24 hours after a rotation, and then only the new one", async (t) => {
    const { clock, world, endpoint, delivered } = await open(t);
    const url = `/webhooks/${endpoint.id}/rotate-secret`;
    const rotated = await world.call({ url, body: { idempotencyKey: "once" } });
    assert.equal(rotated.status, 200);
    assert.notEqual(rotated.body.secret, endpoint.secret);
    const again = await world.call({ url, body: { idempotencyKey: "once" } });
    assert.deepEqual(
      [again.status, again.body.secret],
      [200, undefined],
      "a repeated call rotates nothing and returns no secret",
    );
    const during = await delivered();
    clock.set(plusMs(WORLD_START, 24 * HOUR_MS - 1_000));
    const nearEnd = await delivered();
    for (const request of [during, nearEnd]) {
      const received = { body: request.body, headers: textHeaders(request) };
      assert.deepEqual(both(endpoint.secret, received), [true, true], "the old secret");
      assert.deepEqual(both(rotated.body.secret, received), [true, true], "the new secret");
      for (const secret of [endpoint.secret, rotated.body.secret])
        assert.equal(await libraryVerifies(secret, received), true);
    }
    clock.set(plusMs(WORLD_START, 24 * HOUR_MS));
    const after = await delivered();
    const received = { body: after.body, headers: textHeaders(after) };
    assert.deepEqual(both(endpoint.secret, received), [false, false]);
    assert.deepEqual(both(rotated.body.secret, received), [true, true]);
  });
});
