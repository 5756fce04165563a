import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { newFolderConnection } from "../../kit/banks/bank-connections.ts";
import { newRecurring, recurringBody } from "../../kit/recurring/recurring-world.ts";
import { inject, openWorldOfFile, payment, type TestOrganization } from "../../kit/service/full-app.ts";
import { paymentRequest } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

/** Law 14: another organization's IDs, anywhere in a request, get exactly the same answer as IDs that do not exist. */
const UNKNOWN = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";

const world = await openWorldOfFile({}, { signOn: true });

describe("other organizations are invisible", () => {
  let mine: TestOrganization;
  let otherOrganization: TestOrganization;
  let their: {
    account: string;
    recipient: string;
    transaction: string;
    event: string;
    webhook: string;
    category: string;
    categoryRule: string;
    ruleRun: string;
    request: string;
    transferRequest: string;
    user: string;
    bankConnection: string;
  };

  before(async () => {
    mine = await world.newOrganization();
    otherOrganization = await world.newOrganization();
    await mine.deposit(mine.accountId, 1_000_00n);
    await otherOrganization.deposit(otherOrganization.accountId, 1_000_00n);
    const made = await inject(
      world.app,
      otherOrganization.token,
      payment(otherOrganization, { idempotencyKey: "shared-key" }),
    );
    assert.equal(made.status, 200, made.text);
    const webhook = await inject(world.app, otherOrganization.token, {
      url: "/webhooks",
      body: { url: "https://example.com/hook" },
    });
    assert.equal(webhook.status, 200, webhook.text);
    const category = await inject(world.app, otherOrganization.token, {
      url: "/categories",
      body: { name: "Office", visibleForCardSpend: true, visibleForReimbursements: true, visibleForOther: true },
    });
    const rule = await inject(world.app, otherOrganization.token, {
      url: "/category-rules",
      body: { name: "Office", categoryId: category.body.id, conditions: { text: "office" } },
    });
    const run = await inject(world.app, otherOrganization.token, { url: "/category-rules/apply", body: {} });
    const events = await inject(world.app, otherOrganization.token, { url: "/events" });
    const request = await inject(
      world.app,
      otherOrganization.token,
      paymentRequest(otherOrganization, { idempotencyKey: "shared-key" }),
    );
    const transferRequest = await inject(world.app, otherOrganization.token, {
      url: "/request-transfer",
      body: {
        sourceAccountId: otherOrganization.accountId,
        destinationAccountId: await otherOrganization.newAccount("Other"),
        amount: 1,
      },
    });
    their = {
      account: otherOrganization.accountId,
      recipient: otherOrganization.recipientId,
      transaction: made.body.id,
      event: events.body.events[0].id,
      webhook: webhook.body.id,
      category: category.body.id,
      categoryRule: rule.body.id,
      ruleRun: run.body.id,
      request: request.body.requestId,
      transferRequest: transferRequest.body.requestId,
      user: (await newPerson(world, otherOrganization.organizationId)).userId,
      bankConnection: (await newFolderConnection(world.service, otherOrganization)).connectionId,
    };
  });

  /** The answer without what identifies the request, and with the ID blanked out. */
  const shown = (answer: { status: number; text: string; body: { errors?: { requestId?: string } } }, id: string) => ({
    status: answer.status,
    text: answer.text.replaceAll(id, "<id>").replaceAll(answer.body?.errors?.requestId ?? "-", "<request>"),
  });

  async function sameAsUnknown(
    what: string,
    id: string,
    call: (id: string) => Parameters<typeof inject>[2],
    expected: number,
  ) {
    const foreign = await inject(world.app, mine.token, call(id));
    const unknown = await inject(world.app, mine.token, call(UNKNOWN));
    assert.deepEqual(shown(foreign, id), shown(unknown, UNKNOWN), what);
    assert.equal(foreign.status, expected, `${what}: ${foreign.text}`);
  }

  test("in the path", async () => {
    await sameAsUnknown("account", their.account, (id) => ({ url: `/account/${id}` }), 404);
    await sameAsUnknown("account cards", their.account, (id) => ({ url: `/account/${id}/cards` }), 404);
    for (const path of ["cards", "safes"])
      await sameAsUnknown(path, their.account, (id) => ({ url: `/${path}/${id}` }), 404);
    for (const preview of [payment(mine), paymentRequest(mine)])
      await sameAsUnknown(
        "preview from account",
        their.account,
        (id) => ({ ...preview, url: `${preview.url.replace(mine.accountId, id)}/preview` }),
        404,
      );
    await sameAsUnknown("account transactions", their.account, (id) => ({ url: `/account/${id}/transactions` }), 404);
    await sameAsUnknown(
      "pay from account",
      their.account,
      (id) => ({ ...payment(mine), url: `/account/${id}/transactions` }),
      404,
    );
    await sameAsUnknown("transaction", their.transaction, (id) => ({ url: `/transaction/${id}` }), 404);
    await sameAsUnknown(
      "transaction of my account",
      their.transaction,
      (id) => ({ url: `/account/${mine.accountId}/transaction/${id}` }),
      404,
    );
    for (const part of ["timeline", "confirmation", "remittance-advice"])
      await sameAsUnknown(part, their.transaction, (id) => ({ url: `/transaction/${id}/${part}` }), 404);
    await sameAsUnknown(
      "edit transaction",
      their.transaction,
      (id) => ({ method: "PATCH", url: `/transaction/${id}`, body: { note: "mine now" } }),
      404,
    );
    await sameAsUnknown(
      "cancel transaction",
      their.transaction,
      (id) => ({ method: "POST", url: `/transaction/${id}/cancel` }),
      404,
    );
    await sameAsUnknown("recipient", their.recipient, (id) => ({ url: `/recipient/${id}` }), 404);
    await sameAsUnknown(
      "edit recipient",
      their.recipient,
      (id) => ({ url: `/recipient/${id}`, body: { name: "Mine" } }),
      404,
    );
  });

  test("in the path of events, webhooks, categories and the sandbox", async () => {
    await sameAsUnknown(
      "delete recipient",
      their.recipient,
      (id) => ({ method: "DELETE", url: `/recipient/${id}` }),
      404,
    );
    await sameAsUnknown("event", their.event, (id) => ({ url: `/events/${id}` }), 404);
    await sameAsUnknown("webhook", their.webhook, (id) => ({ url: `/webhooks/${id}` }), 404);
    await sameAsUnknown(
      "edit webhook",
      their.webhook,
      (id) => ({ url: `/webhooks/${id}`, body: { status: "paused" } }),
      404,
    );
    await sameAsUnknown("delete webhook", their.webhook, (id) => ({ method: "DELETE", url: `/webhooks/${id}` }), 404);
    await sameAsUnknown(
      "test bank connection",
      their.bankConnection,
      (id) => ({ url: `/bank-connections/${id}/test`, body: {} }),
      404,
    );
    await sameAsUnknown("verify webhook", their.webhook, (id) => ({ url: `/webhooks/${id}/verify`, body: {} }), 404);
    await sameAsUnknown(
      "rotate webhook secret",
      their.webhook,
      (id) => ({ url: `/webhooks/${id}/rotate-secret`, body: {} }),
      404,
    );
    await sameAsUnknown(
      "category",
      their.category,
      (id) => ({ url: `/categories/${id}`, body: { name: "Mine" } }),
      404,
    );
    await sameAsUnknown(
      "category, older path",
      their.category,
      (id) => ({ url: `/categories/${id}/edit`, body: { name: "Mine" } }),
      404,
    );
    await sameAsUnknown(
      "category rule",
      their.categoryRule,
      (id) => ({ url: `/category-rules/${id}`, body: { version: 1, active: false } }),
      404,
    );
    await sameAsUnknown(
      "delete category rule",
      their.categoryRule,
      (id) => ({ method: "DELETE", url: `/category-rules/${id}` }),
      404,
    );
    await sameAsUnknown("run of rules", their.ruleRun, (id) => ({ url: `/category-rules/runs/${id}` }), 404);
    await sameAsUnknown(
      "sandbox settle",
      their.transaction,
      (id) => ({ url: `/sandbox/transactions/${id}/settle`, body: {} }),
      404,
    );
    await sameAsUnknown(
      "sandbox deposit",
      their.account,
      (id) => ({ url: `/sandbox/accounts/${id}/deposit`, body: { amount: 1 } }),
      404,
    );
  });

  test("in the path and body of approval requests", async () => {
    await sameAsUnknown("request", their.request, (id) => ({ url: `/request-send-money/${id}` }), 404);
    await sameAsUnknown("transfer request", their.transferRequest, (id) => ({ url: `/request-transfer/${id}` }), 404);
    for (const verb of ["approve", "reject"])
      await sameAsUnknown(
        verb,
        their.request,
        (id) => ({ url: `/sandbox/request-send-money/${id}/${verb}`, body: {} }),
        404,
      );
    await sameAsUnknown(
      "ask from account",
      their.account,
      (id) => ({ ...paymentRequest(mine), url: `/account/${id}/request-send-money` }),
      404,
    );
    await sameAsUnknown(
      "recipient to ask for",
      their.recipient,
      (id) => paymentRequest(mine, { recipientId: id }),
      400,
    );
    await sameAsUnknown(
      "ask to transfer from",
      their.account,
      (id) => ({
        url: "/request-transfer",
        body: { sourceAccountId: id, destinationAccountId: mine.accountId, amount: 1 },
      }),
      400,
    );
    await sameAsUnknown(
      "requests of account",
      their.account,
      (id) => ({ url: `/request-send-money?accountId=${id}` }),
      200,
    );
  });

  test("in the path and the filters of approvers' routes", async () => {
    const cookie = await signedIn(world.app, await newPerson(world, mine.organizationId));
    const { id: recurring } = await newRecurring(world, otherOrganization);
    for (const [url, id, status] of [
      ["/recurring-payments/<id>", recurring, 404],
      ["/recurring-payments/<id>/occurrences", recurring, 404],
      ["/recurring-payments?start_after=<id>", recurring, 400],
      ["/scheduled-payments?accountId=<id>", their.account, 404],
      ["/approvals/<id>/review", their.request, 404],
      ["/request-send-money/<id>/review", their.request, 404],
      ["/request-transfer/<id>/review", their.transferRequest, 404],
      ["/approvals?accountId=<id>", their.account, 200],
      ["/approvals?start_after=<id>", their.request, 400],
    ] as const) {
      const ask = (given: string) => browse(world.app, { url: url.replace("<id>", given), cookie });
      const foreign = await ask(id);
      assert.deepEqual(shown(foreign, id), shown(await ask(UNKNOWN), UNKNOWN), url);
      assert.equal(foreign.status, status, url);
    }
  });

  test("in the path and body of recurring payments", async () => {
    const cookie = await signedIn(world.app, await newPerson(world, mine.organizationId));
    const { id: recurring } = await newRecurring(world, otherOrganization);
    const own = recurringBody(mine);
    for (const [url, id, status, bodyOf] of [
      ["/recurring-payments/<id>", recurring, 404, () => ({ ...own, version: 1 })],
      ["/recurring-payments/<id>/stop", recurring, 404, () => ({})],
      ["/recurring-payments/<id>/occurrences/2026-12-04/skip", recurring, 404, () => ({})],
      ["/recurring-payments/<id>/occurrences/2026-12-04/unskip", recurring, 404, () => ({})],
      ["/recurring-payments/<id>/occurrences/2026-12-04/retry", recurring, 404, () => ({})],
      ["/recurring-payments", their.account, 404, (accountId: string) => ({ ...own, accountId })],
      ["/recurring-payments", their.recipient, 400, (recipientId: string) => ({ ...own, recipientId })],
    ] as const) {
      const ask = (given: string) =>
        browse(world.app, { url: url.replace("<id>", given), cookie, body: bodyOf(given) });
      const foreign = await ask(id);
      assert.deepEqual(shown(foreign, id), shown(await ask(UNKNOWN), UNKNOWN), url);
      assert.equal(foreign.status, status, `${url}: ${foreign.text}`);
    }
  });

  test("in the body", async () => {
    await sameAsUnknown("recipient to pay", their.recipient, (id) => payment(mine, { recipientId: id }), 400);
    await sameAsUnknown(
      "transfer from",
      their.account,
      (id) => ({ url: "/transfer", body: { sourceAccountId: id, destinationAccountId: mine.accountId, amount: 1 } }),
      400,
    );
    await sameAsUnknown(
      "transfer to",
      their.account,
      (id) => ({ url: "/transfer", body: { sourceAccountId: mine.accountId, destinationAccountId: id, amount: 1 } }),
      400,
    );
    const own = await inject(world.app, mine.token, payment(mine, { amount: 3 }));
    await sameAsUnknown(
      "category to set",
      their.category,
      (id) => ({ method: "PATCH", url: `/transaction/${own.body.id}`, body: { categoryId: id } }),
      400,
    );
  });

  test("in category rules and in lists of transactions to categorize", async () => {
    const flags = { visibleForCardSpend: true, visibleForReimbursements: true, visibleForOther: true };
    const category = await inject(world.app, mine.token, { url: "/categories", body: { name: "Mine", ...flags } });
    const rule = (categoryId: string, conditions: object) => ({
      url: "/category-rules",
      body: { name: "Rule", categoryId, conditions },
    });
    await sameAsUnknown("category to give", their.category, (id) => rule(id, { text: "rent" }), 400);
    for (const [name, id] of [
      ["accountIds", their.account],
      ["recipientIds", their.recipient],
    ] as const)
      await sameAsUnknown(`rule on ${name}`, id, (memberId) => rule(category.body.id, { [name]: [memberId] }), 400);
    await sameAsUnknown(
      "transaction to categorize",
      their.transaction,
      (id) => ({ url: "/transactions/categorize", body: { transactionIds: [id], categoryId: null } }),
      404,
    );
    const own = await inject(world.app, mine.token, payment(mine, { amount: 4 }));
    await sameAsUnknown(
      "category for several",
      their.category,
      (id) => ({ url: "/transactions/categorize", body: { transactionIds: [own.body.id], categoryId: id } }),
      400,
    );
    await sameAsUnknown("spending of account", their.account, (id) => ({ url: `/spending?accountId=${id}` }), 200);
  });

  test("in the query and as a cursor", async () => {
    await sameAsUnknown(
      "transactions of account",
      their.account,
      (id) => ({ url: `/transactions?accountId=${id}` }),
      200,
    );
    await sameAsUnknown(
      "transactions of category",
      their.category,
      (id) => ({ url: `/transactions?categoryId=${id}` }),
      200,
    );
    await sameAsUnknown("events of resource", their.transaction, (id) => ({ url: `/events?resourceId=${id}` }), 200);
    for (const [list, id] of [
      ["transactions", their.transaction],
      ["recipients", their.recipient],
      ["accounts", their.account],
      ["events", their.event],
      ["webhooks", their.webhook],
      ["categories", their.category],
      ["request-send-money", their.request],
      ["request-transfer", their.transferRequest],
      ["users", their.user],
    ] as const) {
      await sameAsUnknown(`cursor of ${list}`, id, (cursor) => ({ url: `/${list}?start_after=${cursor}` }), 400);
    }
  });

  test("as an idempotency key", async () => {
    const answer = await inject(world.app, mine.token, payment(mine, { idempotencyKey: "shared-key" }));
    assert.equal(answer.status, 200);
    assert.equal(answer.headers["idempotent-replayed"], undefined);
    assert.notEqual(answer.body.id, their.transaction);
  });

  test("nothing in the other organization has changed", async () => {
    const transaction = await inject(world.app, otherOrganization.token, { url: `/transaction/${their.transaction}` });
    assert.deepEqual([transaction.body.note, transaction.body.status], [null, "pending"]);
    assert.equal(
      (await inject(world.app, otherOrganization.token, { url: `/recipient/${their.recipient}` })).body.name,
      "Globex",
    );
    assert.equal(
      (await inject(world.app, otherOrganization.token, { url: `/webhooks/${their.webhook}` })).body.status,
      "active",
    );
  });
});
