import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createSender, type SenderOptions } from "./guarded-sender.ts";
import { openReceiver, openTcpReceiver, openTlsReceiver, testCertificate } from "./receivers.testkit.ts";

function senderFor(t: TestContext, options: Partial<SenderOptions> = {}) {
  const sender = createSender({ allowHttp: true, allowLoopback: true, timeoutMs: 2_000, ...options });
  t.after(() => sender.close());
  return sender;
}

const deliveryTo = (url: string) => ({ url, headers: {}, body: "{}" });

describe("failures have stable reason codes", () => {
  const reasonAt = async (t: TestContext, url: string, options: Partial<SenderOptions> = {}) => {
    const outcome = await senderFor(t, options).send(deliveryTo(url));
    return outcome.kind === "failed" ? outcome.reason : outcome.kind;
  };
  const tcp = async (t: TestContext, answer: string) =>
    (await openTcpReceiver(t, (socket) => socket.once("data", () => socket.end(answer)))).origin;

  test("connectionRefused: nothing listens, also at a name with two addresses", async (t) => {
    const { port } = await openTcpReceiver(t, () => {});
    // No ephemeral port of Linux, so nothing else of the tests opens it.
    const closed = port === 1_024 ? 1_025 : 1_024;
    assert.equal(await reasonAt(t, `http://127.0.0.1:${closed}/`), "connectionRefused");
    assert.equal(await reasonAt(t, `http://localhost:${closed}/`), "connectionRefused");
  });

  test("connectionReset: the connection ends without a response", async (t) => {
    assert.equal(await reasonAt(t, await tcp(t, "")), "connectionReset");
  });

  test("invalidResponse: the response is not HTTP, or its headers are too large", async (t) => {
    assert.equal(await reasonAt(t, await tcp(t, "SSH-2.0-OpenSSH_9.9\r\n")), "invalidResponse");
    assert.equal(
      await reasonAt(t, await tcp(t, `HTTP/1.1 200 OK\r\nx: ${"y".repeat(40_000)}\r\n\r\n`)),
      "invalidResponse",
    );
  });

  test("dns: the name has no address, or the name server fails", async (t) => {
    const failing = (code: string) => async () => {
      throw Object.assign(new Error("no"), { code });
    };
    for (const code of ["ENOTFOUND", "ESERVFAIL", "ETIMEOUT"]) {
      assert.equal(await reasonAt(t, "http://gone.example/", { resolveAddresses: failing(code) }), "dns");
    }
    assert.equal(await reasonAt(t, "http://empty.example/", { resolveAddresses: async () => [] }), "dns");
  });

  test("tls: the certificate is not trusted or for another name, or the receiver has no TLS", async (t) => {
    const receiver = await openTlsReceiver(t);
    const plain = await openReceiver(t);
    const trusting = { trustedCertificates: testCertificate, resolveAddresses: async () => ["127.0.0.1"] };
    assert.equal(await reasonAt(t, receiver.origin), "tls");
    assert.equal(await reasonAt(t, `https://other.example:${receiver.port}/`, trusting), "tls");
    assert.equal(await reasonAt(t, plain.origin.replace("http:", "https:")), "tls");
    assert.equal(receiver.requests.length, 0);
    assert.equal(await reasonAt(t, `https://receiver.example:${receiver.port}/`, trusting), "delivered");
    assert.equal(receiver.requests[0]?.headers.host, `receiver.example:${receiver.port}`);
  });

  test("senderClosed: during and after close", async (t) => {
    const receiver = await openTcpReceiver(t, (socket) => socket.resume());
    const sender = senderFor(t, { timeoutMs: 5_000 });
    const underWay = sender.send(deliveryTo(receiver.origin));
    await sleep(50);
    await sender.close();
    for (const outcome of [await underWay, await sender.send(deliveryTo(receiver.origin))]) {
      assert.deepEqual({ ...outcome, durationMs: 0 }, { kind: "failed", reason: "senderClosed", durationMs: 0 });
    }
  });

  test("unknown: the headers cannot be sent", async (t) => {
    const receiver = await openReceiver(t);
    const outcome = await senderFor(t).send({ url: receiver.origin, headers: { "x-a": "b\r\nx-c: d" }, body: "{}" });
    assert.deepEqual({ ...outcome, durationMs: 0 }, { kind: "failed", reason: "unknown", durationMs: 0 });
    assert.equal(receiver.requests.length, 0);
  });
});
