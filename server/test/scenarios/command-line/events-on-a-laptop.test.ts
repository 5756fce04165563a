/** `bursar listen`, `trigger`, and `logs`: events reach a program that the service cannot reach. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { eventTypes } from "#cli/events/event.ts";
import { simulations } from "#cli/events/trigger-command.ts";
import { webhookEventTypes } from "#reports/webhooks/filter/event-filter.ts";
import { type FaultyLink, openFaultyLink } from "../../kit/faults/faulty-link.ts";
import { removeFolder, temporaryFolder } from "../../kit/servers/server-process.ts";
import { bursarHere, type Person } from "../../kit/service/command.ts";
import { eventually } from "../../kit/service/eventually.ts";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";

interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly atMs: number;
}

describe("events on a laptop", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let url: string;
  let link: FaultyLink;
  let folder: string;
  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 100_000_000n);
    url = await world.app.api.listen({ host: "127.0.0.1", port: 0 });
    link = await openFaultyLink(Number(new URL(url).port));
    folder = await temporaryFolder();
  });
  after(async () => {
    await link.close();
    await world.close();
    await removeFolder(folder);
  });

  const run = (args: readonly string[], person: Person = {}, at = url) =>
    bursarHere(args, { dataDir: folder, environment: { BURSAR_TOKEN: organization.token, PUBLIC_URL: at } }, person);

  /** A program that answers with these statuses, then with 200. */
  async function receiver(...statuses: readonly number[]) {
    const received: Received[] = [];
    const left = [...statuses];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        received.push({ headers, body: Buffer.concat(chunks).toString(), atMs: performance.now() });
        response.writeHead(left.shift() ?? 200).end();
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    return { received, url: `http://127.0.0.1:${port}/hooks`, close: () => server.close() };
  }

  /** `bursar listen`, once it is ready. */
  async function listen(args: readonly string[], at = url) {
    const controller = new AbortController();
    const lines: string[] = [];
    const ran = run(["listen", ...args], { interruption: controller.signal, sees: (line) => lines.push(line) }, at);
    await Promise.race([eventually("it is ready", () => lines.some((line) => /from now on/.test(line))), ran]);
    return {
      lines,
      end: async () => {
        controller.abort();
        return ran;
      },
    };
  }

  const pay = async (amount: number): Promise<string> =>
    (await inject(world.app, organization.token, payment(organization, { amount }))).body.id;

  test("an event arrives within two seconds, once, as a webhook with a signature that verifiers accept", async () => {
    const program = await receiver();
    const listening = await listen(["--forward-to", program.url]);
    const [, secret = ""] = /this secret: (whsec_\S+)$/m.exec(listening.lines.join("\n")) ?? [];
    const startMs = performance.now();
    const id = await pay(81);
    await eventually("it is received", () => program.received.length > 0);
    const [first] = program.received;
    assert.ok(first !== undefined);
    // Far more than it takes on a quiet machine, where it is half a second.
    assert.ok(first.atMs - startMs < 10_000, `${first.atMs - startMs} ms`);
    const event = new Webhook(secret).verify(first.body, first.headers) as { resourceId: string; id: string };
    assert.deepEqual([event.resourceId, first.headers["webhook-id"]], [id, event.id]);
    assert.match(first.headers["mercury-signature"] ?? "", /^t=\d+,v1=[0-9a-f]{64}$/);
    await pay(82);
    await eventually("the next is received", () => program.received.length > 1);
    const ended = await listening.end();
    assert.deepEqual([ended.exitCode, program.received.length], [0, 2], "the overlap of reading is not sent again");
    assert.match(
      listening.lines.join("\n"),
      new RegExp(`^[\\d:]{8} {2}transaction\\.created {3}${id} {2}→ 200 in \\d+ ms$`, "m"),
    );
    program.close();
  });

  test("what the program does not accept is sent again, in order, with a new signature, and shown", async () => {
    const program = await receiver(500, 302);
    const listening = await listen(["--forward-to", program.url, "--json"]);
    const id = await pay(83);
    await inject(world.app, organization.token, { method: "POST", url: `/sandbox/transactions/${id}/settle` });
    await eventually("all is accepted", () => program.received.length >= 4);
    await eventually("and shown", () => listening.lines.length >= 6);
    await listening.end();
    const operations = program.received.map(({ body }) => JSON.parse(body).operationType);
    assert.deepEqual(operations.slice(0, 3), ["create", "create", "create"], "later events of the payment wait");
    assert.equal(operations[3], "update");
    const attempts = listening.lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
    assert.match(attempts[0].secret, /^whsec_/);
    assert.deepEqual(
      attempts.slice(1, 4).map(({ attempt, status, againInSeconds }) => [attempt, status, againInSeconds ?? null]),
      [
        [1, 500, 1],
        [2, 302, 2],
        [3, 200, null],
      ],
    );
    program.close();
  });

  test("events during a restart of the service follow when it is back", async () => {
    const program = await receiver();
    const listening = await listen(["--forward-to", program.url], `http://127.0.0.1:${link.port}`);
    link.fail("cut", 0);
    await eventually("it is noticed", () => listening.lines.some((line) => /^No answer from /.test(line)));
    const id = await pay(84);
    link.heal();
    await eventually("it is received", () => program.received.some(({ body }) => body.includes(id)));
    await listening.end();
    assert.ok(listening.lines.includes("The service answers again."));
    assert.equal(program.received.length, 1);
    program.close();
  });

  test("only events of the chosen types are forwarded, and a secret in a file is kept", async () => {
    const program = await receiver();
    const file = join(folder, "webhook-secret.txt");
    const args = ["--forward-to", program.url, "--secret-file", file, "--events", "transaction.updated"];
    const listening = await listen(args);
    const secret = readFileSync(file, "utf8").trim();
    if (process.platform !== "win32") assert.equal(statSync(file).mode & 0o777, 0o600);
    const id = await pay(85);
    await inject(world.app, organization.token, { method: "POST", url: `/sandbox/transactions/${id}/settle` });
    await eventually("the update is received", () => program.received.length > 0);
    await listening.end();
    assert.deepEqual(
      program.received.map(({ body }) => JSON.parse(body).operationType),
      program.received.map(() => "update"),
    );
    const again = await listen(args);
    await again.end();
    assert.ok(again.lines.some((line) => line.includes(secret)));
    program.close();
  });

  test("an invalid address, a service that is away, and a token that is wrong end it with a sentence", async () => {
    const wrong = await run(["listen", "--forward-to", "ftp://example.com"]);
    assert.deepEqual([wrong.exitCode, /http:\/\/ or https:\/\/ address/.test(wrong.errors)], [2, true]);
    const away = await run(["listen"], {}, "http://127.0.0.1:9");
    assert.deepEqual([away.exitCode, /^No answer from /.test(away.errors)], [1, true], away.errors);
    const revoked = await bursarHere(["listen", "--url", url], {
      dataDir: folder,
      environment: { BURSAR_TOKEN: `${organization.token.slice(0, -2)}xx` },
    });
    assert.equal(revoked.exitCode, 1);
    assert.match(revoked.errors, /^[^\n]+\.\n$/);
  });

  test("each simulation does in the sandbox what it says, with its events", async () => {
    // For `request.approved`, a user must be able to approve.
    const possible = Object.entries(simulations).filter(([name]) => !/^request\.(approved|rejected)$/.test(name));
    for (const [name, { events }] of possible) {
      const ran = await run(["trigger", name, "--json"]);
      assert.equal(ran.exitCode, 0, `${name}: ${ran.errors}`);
      const { id, status } = JSON.parse(ran.output);
      const expected = {
        sent: "sent",
        failed: "failed",
        blocked: "blocked",
        returned: "reversed",
        cancelled: "cancelled",
      };
      const [what, verb] = name.split(".");
      if (what === "payment" && verb !== "created") assert.equal(status, expected[verb as keyof typeof expected], name);
      const listed = await inject(world.app, organization.token, { url: `/events?resourceId=${id}` });
      const types = listed.body.events.map(({ operationType }: { operationType: string }) => operationType);
      if (what === "payment")
        for (const type of new Set(events)) assert.ok(types.includes(type.slice("transaction.".length, -1)), name);
    }
    const text = await run([
      "trigger",
      "payment.returned",
      "--code",
      "R03",
      "--amount",
      "250",
      "--account",
      "Operating",
    ]);
    assert.match(
      text.output,
      /^The payment \S+ of \$250\.00 was returned\. Events: transaction\.created, /,
      text.errors,
    );
    assert.equal((await run(["trigger", "payment.lost"])).exitCode, 2);
  });

  test("nothing is simulated outside a sandbox", async () => {
    const posts: string[] = [];
    const production = createServer((request, response) => {
      if (request.method === "POST") posts.push(request.url ?? "");
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ mode: "production", scopes: [], accounts: [], recipients: [] }));
    }).listen(0, "127.0.0.1");
    await once(production, "listening");
    const { port } = production.address() as AddressInfo;
    const ran = await run(["trigger", "payment.returned"], {}, `http://127.0.0.1:${port}`);
    production.close();
    assert.equal(ran.errors, `http://127.0.0.1:${port} is not a sandbox: nothing is simulated there.\n`);
    assert.deepEqual([ran.exitCode, posts], [1, []]);
  });

  test("logs show what happened to payments, for people and programs", async () => {
    const id = await pay(86);
    await inject(world.app, organization.token, { method: "POST", url: `/sandbox/transactions/${id}/settle` });
    const text = await run(["logs", "--limit", "5"]);
    assert.match(text.output, new RegExp(`transaction\\.updated {3}${id} {2}.*status: pending → sent`));
    const json = await run(["logs", "--json", "--events", "transaction.created"]);
    const events = json.output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.ok(events.every(({ type }) => type === "transaction.created"));
    assert.equal(events.at(-1).resourceId, id);
    const controller = new AbortController();
    const lines: string[] = [];
    const following = run(["logs", "--follow", "--limit", "1"], {
      interruption: controller.signal,
      sees: (line) => lines.push(line),
    });
    await eventually("the latest is shown", () => lines.length > 0);
    const next = await pay(87);
    await eventually("the next follows", () => lines.some((line) => line.includes(next)));
    controller.abort();
    assert.equal((await following).exitCode, 0);
    assert.equal(lines.length, 2);
  });

  test("the command line knows the event types that webhooks have", () => {
    assert.deepEqual(eventTypes, webhookEventTypes);
  });
});
