import assert from "node:assert/strict";
import { createHmac, randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { type Delivery, type VerifyOptions, WebhookVerificationError, webhooks } from "./verify.ts";

const secretOf = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString("base64")}`;
const secret = secretOf(7);
const old = secretOf(8);
const now = new Date("2026-06-01T10:00:00Z");
const seconds = Math.floor(now.getTime() / 1_000);
const id = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";
const body = JSON.stringify({ id, mergePatch: { note: 'Zoë & Søn "ünïcode" \u2028' } });

const standard = (key = secret, timestamp = seconds, text = body) => ({
  "webhook-id": id,
  "webhook-timestamp": String(timestamp),
  "webhook-signature": new StandardWebhook(key).sign(id, new Date(timestamp * 1_000), text),
});
const mercury = (key = secret, timestamp = seconds, text = body) => ({
  "mercury-signature": `t=${timestamp},v1=${createHmac("sha256", key).update(`${timestamp}.${text}`).digest("hex")}`,
});
const families = { standard, mercury };

const accepts = async (
  delivery: Delivery,
  keys: string | readonly string[] = secret,
  options: VerifyOptions = { now },
): Promise<boolean> => {
  try {
    assert.equal((await webhooks.verify(delivery, keys, options)).id, id);
    return true;
  } catch (error) {
    assert.ok(error instanceof WebhookVerificationError, String(error));
    return false;
  }
};

for (const [name, signed] of Object.entries(families))
  describe(`a delivery of the ${name} family`, () => {
    test("is accepted as text and bytes, with headers of every kind", async () => {
      const headers = signed();
      assert.ok(await accepts({ body, headers }));
      assert.ok(await accepts({ body: Buffer.from(body), headers: new Headers(headers) }));
      const upper = Object.entries(headers).map(([header, value]) => [header.toUpperCase(), [value]]);
      assert.ok(await accepts({ body, headers: Object.fromEntries(upper) }));
    });

    test("is refused with one byte changed, with another secret, and without a signature", async () => {
      assert.equal(await accepts({ body: body.replace("Zoë", "Zoe"), headers: signed() }), false);
      assert.equal(await accepts({ body, headers: signed() }, old), false);
      assert.equal(await accepts({ body, headers: {} }), false);
      const none = Object.fromEntries(Object.keys(signed()).map((header) => [header, ""]));
      assert.equal(await accepts({ body, headers: none }), false);
    });

    test("is accepted within the tolerance in both directions, and with no other timestamp", async () => {
      for (const [age, expected] of [
        [300, true],
        [301, false],
        [-300, true],
        [-301, false],
      ] as const)
        assert.equal(await accepts({ body, headers: signed(secret, seconds - age) }), expected, String(age));
      assert.ok(
        await accepts({ body, headers: signed(secret, seconds - 900) }, secret, { now, toleranceSeconds: 900 }),
      );
      assert.equal(await accepts({ body, headers: signed() }, secret, {}), false, "the machine's clock by default");
      assert.equal(await accepts({ body, headers: signed() }, secret, { now, toleranceSeconds: Number.NaN }), false);
    });

    test("is accepted with either of two secrets, and with two signatures", async () => {
      assert.ok(await accepts({ body, headers: signed(old) }, [secret, old]));
      assert.ok(await accepts({ body, headers: signed(secret) }, [secret, old]));
      assert.equal(await accepts({ body, headers: signed(secretOf(9)) }, [secret, old]), false);
      const [newest, oldest] = [Object.entries(signed(secret)), Object.values(signed(old))];
      const both = newest.map(([header, value], at) => {
        if (header === "webhook-signature") return [header, `${value} ${oldest[at]}`];
        return [header, header === "mercury-signature" ? `${value},${String(oldest[at]).split(",")[1]}` : value];
      });
      for (const key of [secret, old]) assert.ok(await accepts({ body, headers: Object.fromEntries(both) }, key));
    });
  });

test("hostile headers are refused, and cost nothing", async () => {
  const hostile = [
    { "mercury-signature": "v1=00" },
    { "mercury-signature": `t=,v1=${"0".repeat(64)}` },
    { "mercury-signature": `t=${seconds},v1=` },
    { "mercury-signature": `t=${seconds},v1=${"zz".repeat(32)}` },
    { "mercury-signature": `t=${seconds}${",v1=00".repeat(2_000)}` },
    { ...standard(), "webhook-timestamp": "NaN" },
    { ...standard(), "webhook-timestamp": "Infinity" },
    { ...standard(), "webhook-signature": "v1,***" },
    { ...standard(), "webhook-signature": standard()["webhook-signature"].replace("v1,", "v1a,") },
    { ...standard(), "webhook-id": "another" },
    { ...standard(), "webhook-signature": " ".repeat(8_000) },
  ];
  for (const headers of hostile)
    assert.equal(await accepts({ body, headers }), false, JSON.stringify(headers).slice(0, 90));
});

test("a signature of its own secret is needed: no secret is an error of the receiver", async () => {
  const delivery = { body, headers: standard() };
  for (const keys of ["", [], [secret, ""]]) await assert.rejects(webhooks.verify(delivery, keys, { now }), TypeError);
});

test("1,000 random changes of a delivery are refused", async () => {
  const headers = mercury();
  for (let round = 0; round < 1_000; round += 1) {
    const bytes = Buffer.from(body);
    const [at = 0, change = 0] = randomBytes(2);
    const place = at % bytes.length;
    bytes[place] = (bytes[place] ?? 0) ^ (change === 0 ? 1 : change);
    assert.equal(await accepts({ body: bytes, headers }), false);
  }
});
