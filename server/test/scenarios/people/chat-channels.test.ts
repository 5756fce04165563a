/** Approvers are notified of requests in Slack and Teams, and decide in a session. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, beforeEach, describe, test } from "node:test";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import { freePort } from "../../kit/service/free-port.ts";
import { openWorldOfFile } from "../../kit/service/full-app.ts";
import { browse, newPerson, provedIn, signedIn, type TestPerson } from "../../kit/worlds/people.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

interface Received {
  readonly path: string;
  readonly body: ReturnType<typeof JSON.parse>;
}

/** Instead of Slack and Teams. */
const received: Received[] = [];
let status = 200;
const port = await freePort();
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  received.push({ path: request.url ?? "", body: JSON.parse(Buffer.concat(chunks).toString()) });
  response.writeHead(status, { location: "http://127.0.0.1:1/" }).end("secret answer of the server");
}).listen(port, "127.0.0.1");
after(() => receiver.close());

const SLACK = `http://127.0.0.1:${port}/services/T000/B000/first-secret-of-slack`;
const TEAMS = `http://127.0.0.1:${port}/workflows/second-secret-of-teams`;
const MEAN = "Evil <!channel> & <https://evil.example|Approve here> *bold* {{DATE(2026-01-01T00:00:00Z)}}";

describe("chat channels", () => {
  let ada: TestPerson;
  let ben: TestPerson;
  let asAda: string;
  let asBen: string;
  let meanId: string;
  before(async () => {
    const { organizationId } = organization;
    await organization.deposit(organization.accountId, 10_000_00n);
    ada = await newPerson(world, organizationId, { email: "ada@example.com" });
    ben = await newPerson(world, organizationId, { email: "ben@example.com", role: "approver" });
    asAda = await provedIn(world.app, ada);
    asBen = await provedIn(world.app, ben);
    meanId = organization.recipientId;
  });
  beforeEach(() => {
    received.length = 0;
    status = 200;
  });

  const call = (cookie: string, url: string, body: unknown = {}) => browse(world.app, { url, body, cookie });
  const read = async (cookie: string, url: string) => (await browse(world.app, { url, cookie })).body.channel;
  const request = async (amount: number) => {
    const body = { recipientId: meanId, amount, paymentMethod: "ach", note: MEAN };
    const requested = await call(asAda, `/account/${organization.accountId}/request-send-money`, body);
    assert.equal(requested.status, 200, requested.text);
    return requested.body.requestId as string;
  };
  const send = () => world.work("mail");
  const textsOf = (body: unknown): readonly string[] =>
    typeof body === "string"
      ? [body]
      : typeof body === "object" && body !== null
        ? Object.values(body).flatMap(textsOf)
        : [];

  test("a user's channel receives what is emailed at once, with the facts, a link, and why a reply decides nothing", async () => {
    const set = await call(asBen, "/session/chat-channel", { kind: "slack", url: SLACK });
    assert.equal(set.status, 200, set.text);
    assert.deepEqual(
      { ...set.body.channel, createdAt: "" },
      {
        kind: "slack",
        url: `http://127.0.0.1:${port}/…lack`,
        groups: [],
        createdAt: "",
        deliveredAt: null,
        failingSince: null,
        problem: null,
      },
    );
    const requestId = await request(125.5);
    await send();
    assert.deepEqual(
      received.map(({ path }) => path),
      ["/services/T000/B000/first-secret-of-slack"],
      "once, to Ben only",
    );
    const [{ body } = { body: undefined }] = received;
    assert.deepEqual(
      body.blocks.map(({ type }: { type: string }) => type),
      ["header", "section", "section", "section", "context"],
    );
    const texts = textsOf(body);
    assert.ok(texts.includes("Payment to Globex, $125.50, is waiting for approval"));
    assert.ok(texts.includes("Amount\n$125.50"));
    assert.ok(texts.includes(`<http://127.0.0.1:8080/dashboard/approvals/${requestId}|Review request>`));
    assert.ok(texts.some((text) => /a reply, here or by email, approves nothing/.test(text)));
    assert.ok((await read(asBen, "/session/chat-channel")).deliveredAt !== null);
    await send();
    assert.equal(received.length, 1, "and not again");
  });

  test("an organization's channel receives the groups that it wants, once, as a card", async () => {
    const set = await call(asAda, "/organization/chat-channel", { kind: "teams", url: TEAMS, groups: ["approvals"] });
    assert.equal(set.status, 200, set.text);
    await newPerson(world, organization.organizationId, { email: "cleo@example.com", role: "approver" });
    await request(12.25);
    await send();
    const cards = received.filter(({ path }) => path === "/workflows/second-secret-of-teams");
    assert.equal(cards.length, 1, "once, however many approvers there are");
    const [attachment] = cards[0]?.body.attachments ?? [];
    assert.equal(attachment.contentType, "application/vnd.microsoft.card.adaptive");
    assert.deepEqual([attachment.content.type, attachment.content.version], ["AdaptiveCard", "1.4"]);
    assert.ok(attachment.content.body.every(({ type }: { type: string }) => type === "RichTextBlock"));
    assert.equal(attachment.content.actions[0].type, "Action.OpenUrl");
    assert.ok(textsOf(attachment).includes("$12.25"));
  });

  test("the URL is a secret: sealed, shown to nobody, and in no audit row", async () => {
    for (const [cookie, url] of [
      [asBen, "/session/chat-channel"],
      [asAda, "/organization/chat-channel"],
      [asAda, "/audit-log?limit=100"],
    ] as const)
      assert.ok(!/first-secret|second-secret/.test((await browse(world.app, { url, cookie })).text));
    const rows = await world.owner().many<{ row: string }>(sql`select t::text as row from chat_channels t`);
    const audited = await world
      .owner()
      .many<{ row: string }>(sql`select t::text as row from audit_log t where action like '%ChatChannel'`);
    assert.deepEqual([rows.length, audited.length], [2, 2]);
    const bytes = [...rows, ...audited].map(({ row }) => row).join();
    assert.ok(!/first-secret|second-secret/.test(bytes));
    assert.ok(!bytes.includes(Buffer.from("first-secret").toString("hex")));
  });

  test("takes a recent proof and, for the organization, the permission", async () => {
    const later = await signedIn(world.app, ben);
    const body = { kind: "slack", url: SLACK };
    assert.equal((await call(later, "/session/chat-channel", body)).body.errors.errorCode, "stepUpNeeded");
    assert.equal((await call(asBen, "/organization/chat-channel", { ...body, groups: [] })).status, 403);
    assert.equal((await browse(world.app, { url: "/organization/chat-channel", cookie: asBen })).status, 403);
  });

  test("nothing is posted to private addresses, and redirects are not followed", async () => {
    for (const url of [
      "https://10.0.0.1/hook",
      "https://169.254.169.254/latest",
      "ftp://example.com/",
      "https://a:b@example.com/",
    ]) {
      const refused = await call(asBen, "/session/chat-channel", { kind: "slack", url });
      assert.deepEqual([refused.status, refused.body.errors.errorCode], [400, "channelUrlNotAccepted"], url);
    }
    status = 302;
    const tried = await call(asBen, "/session/chat-channel/test");
    assert.deepEqual(tried.body, { delivered: false, problem: "the answer was 302" });
  });

  test("a channel that is down is tried again, less and less often, says why, and delays no email", async () => {
    status = 503;
    await request(31.01);
    await request(31.02);
    await send();
    assert.equal(
      received.filter(({ path }) => path.startsWith("/services")).length,
      1,
      "the others wait for the first",
    );
    const failing = await read(asBen, "/session/chat-channel");
    assert.equal(failing.problem, "the answer was 503");
    assert.ok(failing.failingSince !== null);
    assert.ok(!JSON.stringify(failing).includes("secret answer"));
    const mails = await world
      .owner()
      .one<{ count: bigint }>(sql`select count(*) from mails where kind <> 'chatMessage' and status = 'waiting'`);
    assert.equal(mails.count, 0n, "every email was sent");
    status = 200;
    received.length = 0;
    for (let minute = 0; minute < 5; minute += 1) {
      world.clock.set(plusMs(world.clock.now(), MINUTE_MS));
      await send();
    }
    const amounts = received.filter(({ path }) => path.startsWith("/services")).map(({ body }) => body.text);
    assert.deepEqual(
      amounts.map((text: string) => /\$31\.0\d/.exec(text)?.[0]),
      ["$31.01", "$31.02"],
      "each once, in order",
    );
    const again = await read(asBen, "/session/chat-channel");
    assert.deepEqual([again.problem, again.failingSince], [null, null]);
  });

  test("what waits for a channel that was replaced or is gone is not sent", async () => {
    status = 404;
    await request(41.5);
    await send();
    assert.equal((await read(asBen, "/session/chat-channel")).problem, "the answer was 404");
    status = 200;
    await request(42.5);
    await call(asBen, "/session/chat-channel", { kind: "slack", url: SLACK });
    received.length = 0;
    await send();
    assert.equal(received.filter(({ path }) => path.startsWith("/services")).length, 0);
    assert.equal(
      (await browse(world.app, { method: "DELETE", url: "/session/chat-channel", cookie: asBen })).status,
      204,
    );
    assert.equal(await read(asBen, "/session/chat-channel"), null);
    assert.equal((await call(asBen, "/session/chat-channel/test")).status, 404);
  });

  test("a row that was changed in the database receives nothing", async () => {
    await call(asBen, "/session/chat-channel", { kind: "slack", url: SLACK });
    await world.owner().run(sql`update chat_channels set shown_url = 'https://evil.example' where user_id is not null`);
    await request(51.5);
    await acrossOrganizations(send);
    assert.equal(received.filter(({ path }) => path.startsWith("/services")).length, 0);
    assert.equal(await read(asBen, "/session/chat-channel"), null);
  });
});
