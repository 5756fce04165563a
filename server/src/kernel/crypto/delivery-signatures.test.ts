import assert from "node:assert/strict";
import { randomUUID, webcrypto } from "node:crypto";
import { describe, test } from "node:test";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { newWebhookSecret, signDelivery } from "./delivery-signatures.ts";

const eventId = "0199a1b2-0000-7000-8000-000000000001";
const body = '{"id":"0199a1b2-0000-7000-8000-000000000001","resourceType":"transaction","note":"café €"}';
const minuteMs = 60_000;

/**
 * A receiver of the Mercury family as its guide describes it, written with WebCrypto so that it shares no code with the
 * signer: `t` by position, any matching `v1`, five minutes of tolerance.
 */
async function mercuryAccepts(secret: string, header: string, payload: string): Promise<boolean> {
  const [first = "", ...rest] = header.split(",");
  if (!first.startsWith("t=")) return false;
  const timestamp = Number(first.slice(2));
  if (Math.abs(Date.now() / 1000 - timestamp) > 300) return false;
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await webcrypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const mac = await webcrypto.subtle.sign("HMAC", key, encoder.encode(`${first.slice(2)}.${payload}`));
  const expected = [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return rest.some((entry) => entry === `v1=${expected}`);
}

function standardAccepts(secret: string, headers: Record<string, string>, payload: string): boolean {
  try {
    new Webhook(secret).verify(payload, headers);
    return true;
  } catch {
    return false;
  }
}

async function accepts(secret: string, headers: Record<string, string>, payload: string) {
  return {
    mercury: await mercuryAccepts(secret, headers["mercury-signature"] ?? "", payload),
    standard: standardAccepts(secret, headers, payload),
  };
}

const both = { mercury: true, standard: true };
const neither = { mercury: false, standard: false };

describe("a signed delivery", () => {
  test("is accepted by verifiers of both families with the same secret text", async () => {
    const secret = newWebhookSecret();
    const headers = signDelivery({ secrets: [secret], eventId, body, at: new Date() });
    assert.deepEqual(await accepts(secret, headers, body), both);
    assert.equal(headers["webhook-id"], eventId);
  });

  test("matches the signature of the standardwebhooks package", () => {
    const secret = newWebhookSecret();
    const at = new Date("2026-11-21T10:00:00.900Z");
    const headers = signDelivery({ secrets: [secret], eventId, body, at });
    assert.equal(headers["webhook-signature"], new Webhook(secret).sign(eventId, at, body));
    assert.equal(headers["webhook-timestamp"], "1795255200");
  });

  test("has the documented header text, compared with a known result from openssl", () => {
    // printf '%s' '1700000000.{"a":1}' | openssl dgst -sha256 -hmac "$secret"
    const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    const headers = signDelivery({ secrets: [secret], eventId, body: '{"a":1}', at: new Date(1_700_000_000_000) });
    assert.equal(
      headers["mercury-signature"],
      "t=1700000000,v1=6c2dcaec1f0675c07dc66bf76c085ca6f4b6d7ff9d1f0c0a630b61d817d17097",
    );
  });

  test("is refused when one byte of the body is changed", async () => {
    const secret = newWebhookSecret();
    const headers = signDelivery({ secrets: [secret], eventId, body, at: new Date() });
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: body.length - 1 }), async (index) => {
        const changed = body.slice(0, index) + (body[index] === "x" ? "y" : "x") + body.slice(index + 1);
        assert.deepEqual(await accepts(secret, headers, changed), neither);
      }),
      { numRuns: 40, verbose: true },
    );
  });

  test("is refused when six minutes old, and accepted when four minutes old", async () => {
    const secret = newWebhookSecret();
    const signedAgo = (minutes: number) =>
      signDelivery({ secrets: [secret], eventId, body, at: new Date(Date.now() - minutes * minuteMs) });
    assert.deepEqual(await accepts(secret, signedAgo(6), body), neither);
    assert.deepEqual(await accepts(secret, signedAgo(4), body), both);
  });

  test("is refused with another secret, another ID, or another timestamp", async () => {
    const secret = newWebhookSecret();
    const headers = signDelivery({ secrets: [secret], eventId, body, at: new Date() });
    assert.deepEqual(await accepts(newWebhookSecret(), headers, body), neither);
    assert.equal(standardAccepts(secret, { ...headers, "webhook-id": randomUUID() }, body), false);
    const later = String(Number(headers["webhook-timestamp"]) + 1);
    assert.equal(standardAccepts(secret, { ...headers, "webhook-timestamp": later }, body), false);
    const moved = headers["mercury-signature"]?.replace(/^t=\d+/, `t=${later}`) ?? "";
    assert.equal(await mercuryAccepts(secret, moved, body), false);
  });
});

describe("during a rotation", () => {
  test("receivers with the new or the old secret accept it, others do not", async () => {
    const [newest, previous] = [newWebhookSecret(), newWebhookSecret()];
    const headers = signDelivery({ secrets: [newest, previous], eventId, body, at: new Date() });
    assert.deepEqual(await accepts(newest, headers, body), both);
    assert.deepEqual(await accepts(previous, headers, body), both);
    assert.deepEqual(await accepts(newWebhookSecret(), headers, body), neither);
  });

  test("the newest signature is second, for receivers that read by position", () => {
    const [newest, previous] = [newWebhookSecret(), newWebhookSecret()];
    const at = new Date();
    const entries = (secrets: string[]) =>
      (signDelivery({ secrets, eventId, body, at })["mercury-signature"] ?? "").split(",");
    const rotated = entries([newest, previous]);
    assert.equal(rotated.length, 3);
    assert.equal(rotated[0], `t=${Math.floor(at.getTime() / 1000)}`);
    assert.equal(rotated[1], entries([newest])[1]);
    assert.equal(rotated[2], entries([previous])[1]);
  });
});

describe("a webhook secret", () => {
  test("is whsec_ followed by 32 random bytes", () => {
    const secrets = new Set(Array.from({ length: 100 }, newWebhookSecret));
    assert.equal(secrets.size, 100);
    for (const secret of secrets) assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  test("with another shape fails an assertion and signs nothing", () => {
    for (const secret of ["", "hunter2", "whsec_", "whsec_c2hvcnQ="]) {
      assert.throws(() => signDelivery({ secrets: [secret], eventId, body, at: new Date() }), /webhook secret/);
    }
    assert.throws(() => signDelivery({ secrets: [], eventId, body, at: new Date() }), /at least one secret/);
    const secrets = [newWebhookSecret()];
    assert.throws(() => signDelivery({ secrets, eventId: "a.b", body, at: new Date() }), /no dot/);
  });
});
