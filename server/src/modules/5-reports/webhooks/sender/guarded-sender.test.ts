import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { describe, type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createSender, type SenderOptions } from "./guarded-sender.ts";
import { openReceiver, openTcpReceiver } from "./receivers.testkit.ts";

const timeoutMs = 400;
/** How long after its limit an attempt may end on a busy machine. */
const slackMs = 400;
/** How late a timer may be on a busy machine. Without a limit, these attempts would never end. */
const lateMs = 30_000;

function senderFor(t: TestContext, options: Partial<SenderOptions> = {}) {
  const sender = createSender({ allowHttp: true, allowLoopback: true, timeoutMs, ...options });
  t.after(() => sender.close());
  return sender;
}

const deliveryTo = (url: string) => ({ url, headers: { "webhook-id": "e1" }, body: '{"note":"café"}' });

/** Writes a piece repeatedly until the client disconnects. */
function drip(response: ServerResponse, piece: string | Buffer, everyMs: number): void {
  const timer = setInterval(() => response.write(piece), everyMs);
  response.on("close", () => clearInterval(timer));
}

describe("a delivery", () => {
  test("is a POST with exactly the given body and headers", async (t) => {
    const receiver = await openReceiver(t, (_request, response) => response.writeHead(201).end("thanks"));
    const outcome = await senderFor(t).send(deliveryTo(`${receiver.origin}/hooks?tenant=7`));
    const expected = { kind: "delivered", statusCode: 201, responseSnippet: "thanks", durationMs: 0 };
    assert.deepEqual({ ...outcome, durationMs: 0 }, expected);
    const [request] = receiver.requests;
    assert.equal(request?.method, "POST");
    assert.equal(request?.url, "/hooks?tenant=7");
    assert.equal(request?.body, '{"note":"café"}');
    assert.equal(request?.headers["content-type"], "application/json");
    assert.equal(request?.headers["webhook-id"], "e1");
    assert.match(request?.headers["user-agent"] ?? "", /^Bursar-Webhooks/);
  });

  test("reuses a connection for the next event", async (t) => {
    const receiver = await openReceiver(t);
    const sender = senderFor(t);
    for (let count = 0; count < 10; count += 1)
      assert.equal((await sender.send(deliveryTo(receiver.origin))).kind, "delivered");
    assert.equal(receiver.requests.length, 10);
    // An attempt can start just before the last connection is marked as free.
    assert.ok(receiver.connections() <= 2, `${receiver.connections()} connections`);
  });

  test("opens no more connections to one origin than allowed", async (t) => {
    const receiver = await openReceiver(t, (_request, response) => setTimeout(() => response.end(), 5));
    const sender = senderFor(t, { connectionsPerOrigin: 4, timeoutMs: 5_000 });
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => sender.send(deliveryTo(receiver.origin))));
    assert.ok(outcomes.every((outcome) => outcome.kind === "delivered"));
    assert.equal(receiver.connectionsMax(), 4);
  });

  test("fails on any status except 2xx, and keeps the status, text, and Retry-After", async (t) => {
    for (const statusCode of [400, 404, 410, 429, 500, 503]) {
      const receiver = await openReceiver(t, (_request, response) =>
        response.writeHead(statusCode, { "retry-after": "120" }).end("no"),
      );
      const outcome = await senderFor(t).send(deliveryTo(receiver.origin));
      const answer = { reason: "httpStatus", statusCode, responseSnippet: "no", retryAfter: "120" };
      assert.deepEqual({ ...outcome, durationMs: 0 }, { kind: "failed", ...answer, durationMs: 0 });
    }
  });
});

describe("the time limit", { concurrency: true }, () => {
  const hanging: readonly [string, (t: TestContext) => Promise<string>][] = [
    [
      "a receiver that accepts and never responds",
      async (t) => (await openTcpReceiver(t, (socket) => socket.resume())).origin,
    ],
    [
      "a receiver that never ends its headers",
      async (t) => {
        const receiver = await openTcpReceiver(t, (socket) => {
          socket.write("HTTP/1.1 200 OK\r\n");
          const timer = setInterval(() => socket.write("x-a: b\r\n"), 20);
          socket.on("close", () => clearInterval(timer));
        });
        return receiver.origin;
      },
    ],
    [
      "a receiver that never completes the TLS handshake",
      async (t) => (await openTcpReceiver(t, (socket) => socket.resume())).origin.replace("http:", "https:"),
    ],
    ["a name server that never answers", async () => "http://hanging.example/"],
  ];
  for (const [who, open] of hanging) {
    test(`ends the attempt at ${who}`, async (t) => {
      const url = await open(t);
      const outcome = await senderFor(t, { resolveAddresses: () => new Promise(() => {}) }).send(deliveryTo(url));
      assert.deepEqual({ ...outcome, durationMs: 0 }, { kind: "failed", reason: "timeout", durationMs: 0 });
      assert.ok(
        outcome.durationMs >= timeoutMs - 20 && outcome.durationMs < timeoutMs + lateMs,
        `${outcome.durationMs} ms`,
      );
    });
  }

  test("truncates a slow response body: 2xx is a delivery and 5xx a failure, both in time and with the received part", async (t) => {
    for (const [statusCode, kind] of [
      [200, "delivered"],
      [500, "failed"],
    ] as const) {
      const receiver = await openReceiver(t, (_request, response) => drip(response.writeHead(statusCode), "x", 20));
      const outcome = await senderFor(t).send(deliveryTo(receiver.origin));
      assert.ok(outcome.kind === kind, outcome.kind);
      assert.ok(outcome.durationMs < timeoutMs + lateMs, `${outcome.durationMs} ms`);
      assert.match(outcome.responseSnippet ?? "", /^x{2,40}$/);
    }
  });

  test("also ends an attempt that waits for a connection, which is then never sent", async (t) => {
    const receiver = await openReceiver(t, (_request, response) => setTimeout(() => response.end(), 3 * timeoutMs));
    const sender = senderFor(t, { connectionsPerOrigin: 1 });
    const outcomes = await Promise.all([1, 2, 3].map(() => sender.send(deliveryTo(receiver.origin))));
    for (const outcome of outcomes) {
      assert.equal(outcome.kind === "failed" && outcome.reason, "timeout");
      assert.ok(outcome.durationMs < timeoutMs + lateMs, `${outcome.durationMs} ms`);
    }
    // The end of the first attempt may free the connection for one with little time left, which then arrives at once.
    await sleep(slackMs);
    const { length } = receiver.requests;
    await sleep(2 * timeoutMs);
    assert.equal(receiver.requests.length, length);
  });

  test("of one slow endpoint does not delay twenty others", async (t) => {
    const slow = await openTcpReceiver(t, (socket) => socket.resume());
    const receivers = await Promise.all(Array.from({ length: 20 }, () => openReceiver(t)));
    const sender = senderFor(t, { timeoutMs: 120_000, resolveAddresses: () => new Promise(() => {}) });
    const stuck = Array.from({ length: 40 }, (_, index) =>
      sender.send(deliveryTo(index % 2 === 0 ? slow.origin : `http://hanging-${index}.example/`)),
    );
    const good = await Promise.all(receivers.map(({ origin }) => sender.send(deliveryTo(origin))));
    for (const outcome of good) {
      assert.equal(outcome.kind, "delivered");
      assert.ok(outcome.durationMs < 60_000, `${outcome.durationMs} ms, while the slow ones take 120,000`);
    }
    await sender.close();
    for (const outcome of await Promise.all(stuck)) assert.equal(outcome.kind, "failed");
  });
});

describe("the answer", () => {
  test("of a gigabyte is read only up to its first kilobyte", async (t) => {
    const piece = Buffer.alloc(64 * 1024, "y");
    let bytesWritten = 0;
    const receiver = await openReceiver(t, (_request, response) => {
      const pour = () => {
        while (bytesWritten < 2 ** 30) {
          bytesWritten += piece.length;
          if (!response.write(piece)) return;
        }
        response.end();
      };
      response.on("drain", pour);
      pour();
    });
    const outcome = await senderFor(t, { timeoutMs: 60_000 }).send(deliveryTo(receiver.origin));
    assert.equal(outcome.kind === "delivered" && outcome.responseSnippet, "y".repeat(1024));
    assert.ok(outcome.durationMs < 30_000, `${outcome.durationMs} ms`);
    await sleep(100);
    assert.ok(bytesWritten < 32 * 2 ** 20, `${bytesWritten} bytes were taken`);
  });

  test("is kept as printable text of at most a kilobyte", async (t) => {
    const answers: readonly [Buffer, RegExp][] = [
      [Buffer.from("a\u0000b\u001b[31mc\r\nd\u202Ee\u2028f"), /^a b \[31mc d e f$/],
      [Buffer.from("é".repeat(2000)), /^é{512}$/],
      [Buffer.concat([Buffer.from("z"), Buffer.from("é".repeat(2000))]), /^zé{511}$/],
      [Buffer.alloc(2000, 0xff), /^\uFFFD{341}$/],
      [Buffer.alloc(0), /^$/],
    ];
    const sender = senderFor(t);
    for (const [answer, expected] of answers) {
      const receiver = await openReceiver(t, (_request, response) => response.end(answer));
      const outcome = await sender.send(deliveryTo(receiver.origin));
      const snippet = outcome.kind === "delivered" ? outcome.responseSnippet : outcome.kind;
      assert.match(snippet, expected);
      assert.ok(Buffer.byteLength(snippet) <= 1024);
    }
  });

  test("that ends early after a 2xx is still a delivery", async (t) => {
    const receiver = await openTcpReceiver(t, (socket) => {
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf"));
    });
    const outcome = await senderFor(t).send(deliveryTo(receiver.origin));
    assert.equal(outcome.kind === "delivered" && outcome.responseSnippet, "half");
  });
});
