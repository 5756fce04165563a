import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { type buildConnector, request } from "undici";
import { createGuardedConnector } from "./guarded-connector.ts";
import { createSender, type SenderOptions } from "./guarded-sender.ts";
import { hostileUrls, resolveHostileName } from "./hostile-urls.testkit.ts";
import { openReceiver } from "./receivers.testkit.ts";

/**
 * Law 12: no URL of an endpoint causes a connection to this machine or the network around it. The attacks run
 * against a socket that listens on every address of this machine and counts connections before reading a byte.
 */

function senderFor(t: TestContext, options: Partial<SenderOptions> = {}) {
  const sender = createSender({
    allowHttp: true,
    allowLoopback: false,
    timeoutMs: 1_000,
    resolveAddresses: resolveHostileName,
    ...options,
  });
  t.after(() => sender.close());
  return sender;
}

/** A receiver on every address of this machine, including IPv6 where it exists. */
const openEverywhere = (t: TestContext) =>
  openReceiver(t, undefined, { host: "::" }).catch(() => openReceiver(t, undefined, { host: "0.0.0.0" }));

async function connect(
  connector: buildConnector.connector,
  target: buildConnector.Options,
): Promise<[unknown, unknown]> {
  const ended = Promise.withResolvers<[unknown, unknown]>();
  connector(target, (...result) => ended.resolve(result));
  return ended.promise;
}

const deliveryTo = (url: string) => ({ url, headers: {}, body: "{}" });

describe("law 12: hostile webhook URLs make no connection", () => {
  assert.ok(hostileUrls.length >= 40);
  for (const { reason, url } of hostileUrls) {
    test(`${url} is refused: ${reason}`, async (t) => {
      const receiver = await openEverywhere(t);
      const outcome = await senderFor(t).send(deliveryTo(url.replaceAll("PORT", String(receiver.port))));
      assert.deepEqual({ ...outcome, durationMs: 0 }, { kind: "refused", reason, durationMs: 0 });
      assert.equal(receiver.connections(), 0);
    });
  }

  test("the same URLs reach the counting socket through a client without the guard", async (t) => {
    const receiver = await openEverywhere(t);
    const spellings = hostileUrls.slice(0, 20).map(({ url }) => url.replaceAll("PORT", String(receiver.port)));
    for (const url of [...spellings, `http://localhost:${receiver.port}/`]) {
      const before = receiver.connections();
      const answer = await request(url, { reset: true });
      await answer.body.dump();
      assert.equal(receiver.connections(), before + 1, url);
    }
  });

  test("the connector refuses forbidden addresses, even for URLs that were never checked", async (t) => {
    const receiver = await openEverywhere(t);
    const connector = createGuardedConnector({
      allowLoopback: false,
      timeoutMs: 1_000,
      resolveAddresses: resolveHostileName,
    });
    // Without this machine's names, which the injected name servers do not know.
    const urls = hostileUrls.filter(({ reason, url }) => reason === "privateAddress" && !/[lⓛ]ocalhost/i.test(url));
    for (const { url } of urls) {
      const { hostname, host, protocol } = new URL(url.replaceAll("PORT", String(receiver.port)));
      const bare = hostname.replace(/^\[(.*)\]$/, "$1");
      const [error] = await connect(connector, { hostname: bare, host, protocol, port: String(receiver.port) });
      assert.equal(error instanceof Error && error.name, "TargetRefused", url);
    }
    assert.equal(receiver.connections(), 0);
  });

  test("in sandbox mode, localhost is reachable with the system's resolver", async (t) => {
    const receiver = await openEverywhere(t);
    const sender = createSender({ allowHttp: true, allowLoopback: true, timeoutMs: 2_000 });
    t.after(() => sender.close());
    const outcome = await sender.send(deliveryTo(`http://localhost:${receiver.port}/`));
    assert.equal(outcome.kind, "delivered");
    assert.equal(receiver.connections(), 1);
  });
});

describe("a name that changes its answer (DNS rebinding)", () => {
  test("is resolved once per connection, which uses the checked address", async (t) => {
    const judged = await openReceiver(t);
    const rebound = await openReceiver(t, undefined, { host: "127.0.0.2", port: judged.port });
    const answers = [["127.0.0.1"], ["127.0.0.2"]];
    let asked = 0;
    const changing = async () => answers[asked++] ?? ["127.0.0.2"];
    const sender = senderFor(t, { allowLoopback: true, resolveAddresses: changing });
    const outcome = await sender.send(deliveryTo(`http://rebind.example:${judged.port}/`));
    assert.equal(outcome.kind, "delivered");
    assert.deepEqual([asked, judged.connections(), rebound.connections()], [1, 1, 0]);
  });

  test("is checked again for the next connection", async (t) => {
    const receiver = await openReceiver(t, (_request, response) => response.setHeader("connection", "close").end());
    const answers = [["127.0.0.1"], ["169.254.169.254"], ["10.0.0.1", "127.0.0.1"]];
    let asked = 0;
    const sender = senderFor(t, { allowLoopback: true, resolveAddresses: async () => answers[asked++] ?? [] });
    const kinds: string[] = [];
    for (const _ of answers) {
      kinds.push((await sender.send(deliveryTo(`http://rebind.example:${receiver.port}/`))).kind);
    }
    assert.deepEqual(kinds, ["delivered", "refused", "refused"]);
    assert.equal(receiver.connections(), 1);
  });

  test("is caught by the check of the connected address if everything else fails", async (t) => {
    const receiver = await openReceiver(t);
    // Accepts the resolved address and rejects the connected one, as if the address had changed in between.
    let judged = 0;
    const connector = createGuardedConnector({
      get allowLoopback() {
        return judged++ === 0;
      },
      timeoutMs: 1_000,
      resolveAddresses: resolveHostileName,
    });
    const target = {
      hostname: "loopback.example",
      host: "loopback.example",
      protocol: "http:",
      port: String(receiver.port),
    };
    const [error, socket] = await connect(connector, target);
    assert.equal(error instanceof Error && error.name, "TargetRefused");
    assert.equal(socket, null);
    assert.equal(receiver.requests.length, 0);
  });
});

describe("a redirect", () => {
  for (const statusCode of [301, 302, 303, 307, 308]) {
    test(`to loopback by ${statusCode} is not followed`, async (t) => {
      const secret = await openReceiver(t);
      const receiver = await openReceiver(t, (_request, response) => {
        response.writeHead(statusCode, { location: `${secret.origin}/admin` }).end("moved");
      });
      const outcome = await senderFor(t, { allowLoopback: true }).send(deliveryTo(receiver.origin));
      const expected = { kind: "failed", reason: "redirect", statusCode, responseSnippet: "moved", durationMs: 0 };
      assert.deepEqual({ ...outcome, durationMs: 0 }, expected);
      assert.equal(secret.connections(), 0);
    });
  }
});

test("in production mode, plain http is refused for every host", async (t) => {
  const receiver = await openReceiver(t);
  const outcome = await senderFor(t, { allowHttp: false, allowLoopback: true }).send(deliveryTo(receiver.origin));
  assert.deepEqual({ ...outcome, durationMs: 0 }, { kind: "refused", reason: "scheme", durationMs: 0 });
  assert.equal(receiver.connections(), 0);
});
