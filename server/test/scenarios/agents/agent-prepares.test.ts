/** An agent prepares payments through the tools of `bursar mcp`, with the official client. */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { findToken, revokeToken } from "#records/identity";
import { passTime } from "../../kit/service/eventually.ts";
import { freePort } from "../../kit/service/free-port.ts";
import { inject, openWorldOfFile, operator, type TestOrganization } from "../../kit/service/full-app.ts";
import { listen } from "../../kit/service/upload.ts";
import { connectAgent, type TestAgent } from "../../kit/worlds/agent.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

const world = await openWorldOfFile();

describe("an agent prepares payments", () => {
  let organization: TestOrganization;
  let base: string;
  let token: string;
  let agent: TestAgent;
  let asBen: string;

  before(async () => {
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 10_000_00n);
    base = await listen(world);
    const ada = await newPerson(world, organization.organizationId);
    asBen = await signedIn(world.app, await newPerson(world, organization.organizationId));
    token = await organization.newToken({ kind: "agent", name: "Assistant", allowlist: [], createdBy: ada.userId });
    agent = await connectAgent(() => ({ url: base, token }));
  });
  const payment = (amount: number, more = {}) => ({
    accountId: organization.accountId,
    recipientId: organization.recipientId,
    amount,
    paymentMethod: "ach",
    ...more,
  });

  test("the list of tools costs a model less than 6,000 tokens", async () => {
    const { tools } = await agent.client.listTools();
    // A token has more than two characters of such text on average, so this is more than any model counts.
    const tokens = JSON.stringify({ tools }).length / 2;
    assert.ok(tokens < 6_000, `${tokens} tokens`);
    for (const { description } of tools) assert.match(String(description), /\.$/);
  });

  test("reads without whole account numbers", async () => {
    const accounts = await agent.call("list_accounts");
    assert.equal(accounts.body.accounts[0].availableBalance, 10_000);
    const recipients = await agent.call("list_recipients", { search: "Globex" });
    assert.match(recipients.body.recipients[0].accountNumber, /^••••\d{4}$/);
    assert.ok(!/\d{9,}/.test(recipients.text.replaceAll(/[0-9a-f-]{36}/g, "")), recipients.text);
    const limits = await agent.call("get_limits");
    assert.equal(limits.body.kind, "agent");
  });

  test("what it looks up is in the audit log, by path and program, and its own limits are not", async () => {
    await agent.call("list_recipients", { search: "Globex" });
    const { entries } = (await browse(world.app, { url: "/audit?action=token.lookUp&order=desc", cookie: asBen })).body;
    const [newest] = entries;
    assert.deepEqual(newest.after, { path: "/recipients", via: "mcp story-client/1.2.3" });
    assert.equal(newest.actor.name, "token Assistant");
    const paths = new Set(entries.map(({ after }: { after: { path: string } }) => after.path));
    assert.deepEqual([paths.has("/accounts"), paths.has("/token")], [true, false]);
  });

  test("requests exactly what it previewed, once, and approvers see that an agent did", async () => {
    const preview = await agent.call("preview_payment", payment(42.5, { externalMemo: "Invoice 7", note: "Bill 7" }));
    assert.equal(preview.isError, false, preview.text);
    const { previewId, outcome } = preview.body;
    assert.equal(outcome.numberOfApproversRequired, 1);
    const take = (more = {}) =>
      agent.call("request_payment", { previewId, amount: 42.5, recipientId: organization.recipientId, ...more });
    assert.match((await take({ amount: 43 })).text, /^The preview is of \$42\.5, not \$43/);
    const other = await organization.newRecipient("Initech");
    assert.match((await take({ recipientId: other })).text, /^The preview is of a payment to another recipient/);
    const first = await take();
    const again = await take();
    assert.equal(first.body.request.requestId, again.body.request.requestId);
    const { requestId } = first.body.request;
    const review = await browse(world.app, { url: `/request-send-money/${requestId}/review`, cookie: asBen });
    assert.equal(review.body.via, "mcp story-client/1.2.3", review.text);
    const audit = await browse(world.app, {
      url: `/audit?resourceType=approvalRequest&resourceId=${requestId}`,
      cookie: asBen,
    });
    assert.equal(audit.body.entries[0].after.via, "mcp story-client/1.2.3");
    const body = { version: review.body.request.version };
    const approved = await browse(world.app, { url: `/request-send-money/${requestId}/approve`, body, cookie: asBen });
    assert.equal(approved.body.status, "approved", approved.text);
    assert.equal((await agent.call("get_request", { requestId })).body.status, "approved");
  });

  test("what an agent requests without a tool is marked, too, and a claim of another form is not kept", async () => {
    for (const via of [undefined, "mcp <b>boss</b>/1", "approved by Ada"]) {
      const url = `/account/${organization.accountId}/request-send-money`;
      const body = { recipientId: organization.recipientId, amount: 3, paymentMethod: "ach" };
      const { requestId } = (
        await inject(world.app, token, { url, body, ...(via && { headers: { "bursar-via": via } }) })
      ).body;
      const review = await browse(world.app, { url: `/request-send-money/${requestId}/review`, cookie: asBen });
      assert.equal(review.body.via, "agent");
    }
  });

  test("requests nothing without a preview, and explains wrong arguments", async () => {
    const unknown = {
      previewId: "01975c2e-8f7a-4c60-b1f2-3c1d5a7e9b10",
      amount: 5,
      recipientId: organization.recipientId,
    };
    assert.match(
      (await agent.call("request_payment", unknown)).text,
      /^There is no preview .* Call preview_payment first\.$/,
    );
    const wrong = await agent.call("preview_payment", { ...payment(5), amount: "5" });
    assert.equal(wrong.isError, true);
    assert.match(wrong.text, /^amount must be number/);
    assert.match(
      (await agent.call("preview_payment", { ...payment(5), approve: true })).text,
      /^approve must NOT have additional/,
    );
  });

  test("offers statements and invoices as resources, and prompts for common work", async () => {
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ["bursar://statements/{statementId}", "bursar://invoices/{invoiceId}"],
    );
    const url = `/account/${organization.accountId}/statements`;
    const made = await inject(world.app, organization.token, {
      url,
      body: { startsOn: "2026-11-01", endsOn: "2026-11-19" },
    });
    assert.equal(made.status, 201, made.text);
    const { resources } = await agent.client.listResources();
    const statement = resources.find(({ uri }) => uri.endsWith(made.body.id));
    const { contents } = await agent.client.readResource({ uri: statement?.uri ?? "" });
    assert.match(String((contents[0] as { text: string }).text), /"endingBalance"/);
    await assert.rejects(agent.client.readResource({ uri: "file:///etc/passwd" }), /Resources are bursar:/);
    const { prompts } = await agent.client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ["month_end", "supplier_run"],
    );
    const { messages } = await agent.client.getPrompt({ name: "month_end", arguments: { month: "2026-11" } });
    assert.match(JSON.stringify(messages[0]?.content), /close 2026-11/);
    await assert.rejects(agent.client.getPrompt({ name: "supplier_run", arguments: {} }), /argument bills is missing/);
  });

  test("without a token, with a revoked one, or while the service is away, a tool says so in one sentence", async () => {
    const short = await organization.newToken({ kind: "agent", name: "Short", allowlist: [] });
    let access = () => ({ url: base, token: short });
    const other = await connectAgent(() => access());
    assert.equal((await other.call("list_accounts")).isError, false);
    const { organizationId } = organization;
    const tokenId = (await inject(world.app, short, { url: "/token" })).body.tokenId;
    assert.ok(await findToken(world.service.database, organizationId, tokenId));
    await world.service.database.transaction((tx) =>
      revokeToken(world.service, tx, { organizationId, tokenId, actor: operator }),
    );
    passTime(600);
    const revoked = await other.call("list_accounts");
    assert.deepEqual(
      [revoked.isError, /^This API token was revoked at .*\. Create a new one\.$/.test(revoked.text)],
      [true, true],
      revoked.text,
    );
    const port = await freePort();
    access = () => ({ url: `http://127.0.0.1:${port}`, token });
    assert.match(
      (await other.call("list_accounts")).text,
      /^No answer from http:\/\/127\.0\.0\.1:\d+: nothing listens there\./,
    );
    access = () => ({ url: base, token });
    assert.equal((await other.call("list_accounts")).isError, false, "it works again");
  });
});
