import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { plusMs } from "#kernel/clock/clock.ts";
import type { UserId } from "#kernel/values/ids.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { fillInternationalDetails } from "#money/recipients";
import { verifyLedger } from "#records/ledger/check";
import { openReceiver } from "#reports/webhooks/sender/receivers.testkit.ts";
import { countAudited } from "../../kit/databases/count.queries.ts";
import { inject, operator, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { refusedWith } from "../../kit/service/received-refusals.ts";
import { berlin } from "../../kit/worlds/addresses.ts";
import { callsOf, decide, newUser, openApprovalStory, outcomeOf, paymentRequest } from "../../kit/worlds/approvals.ts";

/** A program requests payments, users decide, and the program polls for the decision: the approval path end to end. */
describe("payments that people approve", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let ada: UserId;
  let ben: UserId;
  before(async () => {
    ({ world, organization, ada, ben } = await openApprovalStory());
  });
  after(() => world.close());

  const { get, post, ask } = callsOf(() => ({ world, organization }));
  const refused = async (more: Readonly<Record<string, unknown>>, code: string, path?: string) => {
    const asked = await inject(world.app, organization.token, paymentRequest(organization, more));
    assert.deepEqual([asked.status, asked.body.errors.errorCode], [400, code], asked.text);
    if (path !== undefined)
      assert.deepEqual(
        asked.body.errors.fields.map((field: { path: string }) => field.path),
        [path],
      );
  };
  const eventsAndTransactions = async () => [
    (await get("/events")).body.events.length,
    (await get("/transactions")).body.transactions.length,
  ];

  /** Every field of a new request. */
  function assertAsAsked(asked: Record<string, unknown>): void {
    const { requestId, createdAt, ...rest } = asked;
    assert.equal(createdAt, world.clock.now().toISOString());
    assert.deepEqual(rest, {
      accountId: organization.accountId,
      recipientId: organization.recipientId,
      amount: 125.5,
      paymentMethod: "realTimePayment",
      status: "pendingApproval",
      requestedByUserId: organization.creatorId,
      reviews: [],
      memo: "Invoice 42",
      numberOfApproversRequired: 1,
      requesterMayApprove: false,
      scheduledSendDate: null,
      version: 1,
      problem: null,
      transactionId: null,
      dashboardLink: `${world.service.config.publicUrl}/dashboard/approvals/${requestId}`,
    });
  }

  test("a request is polled, approved, and sent, and its payment has the usual events", async (t) => {
    const receiver = await openReceiver(t);
    await runUntilIdle(world.app.jobs);
    const webhook = await post("/webhooks", { url: `${receiver.origin}/hook` });
    assert.equal(webhook.status, 200, webhook.text);
    const before = await eventsAndTransactions();
    const asked = await ask({
      amount: 125.5,
      paymentMethod: "realTimePayment",
      externalMemo: "Invoice 42",
      note: "Q4",
    });
    const { requestId } = asked;
    assertAsAsked(asked);
    assert.deepEqual(await eventsAndTransactions(), before, "no transaction and no event");
    assert.equal((await get(`/account/${organization.accountId}`)).body.availableBalance, 100_000, "no funds are held");
    assert.deepEqual((await get(`/request-send-money/${requestId}`)).body, asked);
    assert.deepEqual((await get("/request-send-money")).body, { requests: [asked], page: {} });

    const approved = await post(`/sandbox/request-send-money/${requestId}/approve`, { userEmail: "Ben@example.com" });
    assert.deepEqual([approved.status, approved.body.status], [200, "approved"], approved.text);
    assert.deepEqual(approved.body.reviews, [
      { reviewerUserId: ben, status: "approved", reviewedAt: world.clock.now().toISOString() },
    ]);
    const found = (await get(`/account/${organization.accountId}/transactions?requestId=${requestId}`)).body;
    assert.equal(found.total, 1);
    const [transaction] = found.transactions;
    assert.deepEqual(
      [
        transaction.id,
        transaction.requestId,
        transaction.status,
        transaction.amount,
        transaction.externalMemo,
        transaction.note,
      ],
      [approved.body.transactionId, requestId, "pending", -125.5, "Invoice 42", "Q4"],
    );
    for (let second = 0; second < 10; second += 1) {
      world.clock.set(plusMs(world.clock.now(), 1_000));
      await runUntilIdle(world.app.jobs);
    }
    assert.equal((await get(`/transaction/${transaction.id}`)).body.status, "sent");
    assert.deepEqual(
      (await get(`/events?resourceId=${transaction.id}`)).body.events.map(
        (event: { operationType: string }) => event.operationType,
      ),
      ["create", "update"],
    );
    assert.deepEqual(
      receiver.requests.map(({ body }) => JSON.parse(body)).map((event) => [event.resourceId, event.operationType]),
      [
        [transaction.id, "create"],
        [transaction.id, "update"],
      ],
      "webhooks for the payment, but not for the request",
    );
    await inject(world.app, organization.token, { method: "DELETE", url: `/webhooks/${webhook.body.id}` });
    assert.deepEqual((await get("/request-send-money")).body.requests, []);
    for (const status of ["approved", "all"])
      assert.equal((await get(`/request-send-money?status=${status}`)).body.requests[0].requestId, requestId);
  });

  test("each action writes one audit row, and a refused action writes none", async () => {
    const rows = (action: string) => countAudited(world.service.database, organization.organizationId, action);
    const before = { create: await rows("approvalRequest.create"), reject: await rows("approvalRequest.reject") };
    const { requestId } = await ask();
    await refused({ amount: 0.005 }, "invalidRequest");
    assert.equal(
      (await post(`/sandbox/request-send-money/${requestId}/reject`, { reason: "Not ours" })).body.status,
      "rejected",
    );
    assert.equal(
      (await post(`/sandbox/request-send-money/${requestId}/reject`)).body.errors.errorCode,
      "requestAlreadyDecided",
    );
    assert.deepEqual(
      [await rows("approvalRequest.create"), await rows("approvalRequest.reject")],
      [before.create + 1, before.reject + 1],
    );
    assert.equal((await get("/request-send-money?status=rejected")).body.requests[0].reviews[0].status, "rejected");
  });

  test("the same key creates one request; a different request with the key is refused", async () => {
    const call = paymentRequest(organization, { idempotencyKey: "ask-1", amount: 77 });
    const first = await inject(world.app, organization.token, call);
    const again = await inject(world.app, organization.token, call);
    assert.deepEqual([again.status, again.text, again.headers["idempotent-replayed"]], [200, first.text, "true"]);
    const other = await inject(
      world.app,
      organization.token,
      paymentRequest(organization, { idempotencyKey: "ask-1", amount: 78 }),
    );
    assert.deepEqual([other.status, other.body.errors.differs], [409, "amount"]);
    // The duplicate guard does not apply: the same body without a key creates another request.
    assert.notEqual((await ask({ amount: 77 })).requestId, first.body.requestId);
  });

  test("refuses requests for impossible payments", async () => {
    await refused({ paymentMethod: "internationalWire" }, "invalidRequest", "purpose");
    await refused({ paymentMethod: "internationalWire", purpose: "  " }, "invalidRequest", "purpose");
    await refused({ paymentMethod: "internationalWire", purpose: "Rent" }, "recipientCannotReceive");
    await refused({ chargeType: "shared" }, "invalidRequest", "chargeType");
    await refused({ sendOn: "2026-11-19" }, "invalidRequest", "sendOn");
    await refused({ sendOn: "2027-11-21" }, "invalidRequest", "sendOn");
    await refused({ sendOn: "2026-02-30" }, "invalidRequest", "sendOn");
    await refused({ externalMemo: "x".repeat(81) }, "invalidRequest", "externalMemo");
    await refused({ recipientId: organization.accountId }, "recipientNotFound");
    const from = (accountId: string) =>
      inject(world.app, organization.token, {
        ...paymentRequest(organization),
        url: `/account/${accountId}/request-send-money`,
      });
    const treasury = await from(await organization.newAccount("Treasury", "treasury"));
    assert.deepEqual([treasury.status, treasury.body.errors.errorCode], [400, "accountCannotPay"]);
    const unknown = await from(organization.recipientId);
    assert.deepEqual([unknown.status, unknown.body.errors.errorCode], [404, "resourceNotFound"]);
  });

  test("lists requests page by page, by account and state", async () => {
    const other = await organization.newAccount("Payroll");
    const made: string[] = [];
    for (let index = 1; index <= 5; index += 1) {
      const asked = await inject(world.app, organization.token, {
        ...paymentRequest(organization, { amount: index }),
        url: `/account/${other}/request-send-money`,
      });
      made.push(asked.body.requestId);
    }
    const page = await get(`/request-send-money?accountId=${other}&limit=2`);
    assert.deepEqual(
      page.body.requests.map((request: { requestId: string }) => request.requestId),
      made.slice(0, 2),
    );
    const next = await get(`/request-send-money?accountId=${other}&limit=2&start_after=${page.body.page.nextPage}`);
    assert.deepEqual(
      next.body.requests.map((request: { requestId: string }) => request.requestId),
      made.slice(2, 4),
    );
    const back = await get(`/request-send-money?accountId=${other}&order=desc&limit=1`);
    assert.equal(back.body.requests[0].requestId, made[4]);
    assert.equal((await get(`/request-send-money?status=sent`)).status, 400);
    assert.equal(
      (await get(`/request-send-money?start_after=${organization.accountId}`)).body.errors.errorCode,
      "unknownCursor",
    );
  });

  test("refuses to delete a recipient with an open request", async () => {
    const recipientId = await organization.newRecipient("Initech");
    const remove = () => inject(world.app, organization.token, { method: "DELETE", url: `/recipient/${recipientId}` });
    const { requestId } = await ask({ recipientId });
    assert.equal((await remove()).body.errors.errorCode, "recipientInUse");
    assert.equal(
      (await decide(world.service, organization, { requestId, userId: ada, decision: "withdraw" })).status,
      "cancelled",
    );
    assert.equal((await remove()).status, 204);
  });

  test("accepts a purpose category from the contract in any capitalization", async () => {
    const method = { paymentMethod: "internationalWire" };
    const purpose = (category: string, additionalInfo?: string | null) => ({
      ...method,
      purpose: { simple: { category, additionalInfo } },
    });
    const { body } = await inject(world.app, organization.token, paymentRequest(organization, purpose("bananas")));
    assert.deepEqual(body.errors?.fields, [
      {
        path: "purpose.simple.category",
        message:
          "must be one of employee, landlord, vendor, contractor, subsidiary, transferToMyExternalAccount, familyMemberOrFriend, forGoodsOrServices, angelInvestment, savingsOrInvestments, expenses, travel, other",
      },
    ]);
    await refused({ ...purpose("bananas"), paymentMethod: "ach" }, "invalidRequest", "purpose.simple.category");
    for (const category of ["vendor", "Contractor", "OTHER"])
      for (const info of [undefined, null, " "])
        await refused(purpose(category, info), "invalidRequest", "purpose.simple.additionalInfo");
    for (const none of [{}, { simple: null }, { simple: { category: "" } }])
      await refused({ ...method, purpose: none }, "invalidRequest", "purpose");
    // Superfluous fields are accepted; the recipient has no international details.
    for (const [category, info] of [["Travel"], ["subsidiary"], ["employee", "November"], ["Vendor", "Parts"]] as const)
      await refused(purpose(category, info), "recipientCannotReceive");
    await ask({ purpose: { simple: { category: "vendor" } } });
    const direct = payment(organization, { purpose: { simple: { category: "bananas" } } });
    const sent = await inject(world.app, organization.token, direct);
    assert.deepEqual([sent.status, sent.body.errors.fields?.[0].path], [400, "purpose.simple.category"], sent.text);
  });

  test("an international wire needs the recipient's address before it is approved", async () => {
    const recipientId = await organization.newRecipient("Soylent GmbH");
    const details = {
      iban: "DE89370400440532013000",
      swiftCode: "COBADEFFXXX",
      bankName: "Commerzbank",
      bankCountry: "DE",
    };
    const fill = (more: object = {}) =>
      world.service.database.transaction((tx) =>
        fillInternationalDetails(world.service, tx, {
          organizationId: organization.organizationId,
          recipientId,
          actor: operator,
          details: { ...details, ...more },
        }),
      );
    await fill();
    const wire = { recipientId, amount: 12, paymentMethod: "internationalWire", purpose: "Goods" };
    const { url, body } = paymentRequest(organization, wire);
    const preview = await post(`${url}/preview`, body);
    assert.equal(preview.body.warnings[0].code, "recipientAddressMissing", preview.text);
    assert.match(preview.body.warnings[0].message, /need the address of Soylent GmbH/);
    const { requestId } = await ask(wire);
    const decided = () => decide(world.service, organization, { requestId, userId: ada });
    await assert.rejects(decided(), refusedWith("recipientAddressMissing"));
    await fill({ address: berlin });
    // The bank details have changed, so the approver looks again.
    assert.equal(await outcomeOf(decided()), "requestChanged");
    assert.equal(await outcomeOf(decided()), "approved");
  });

  test("an international wire is requested, approved, and sent", async () => {
    const recipientId = await organization.newRecipient("Umbrella GmbH");
    const details = {
      iban: "DE89370400440532013000",
      swiftCode: "COBADEFFXXX",
      bankName: "Commerzbank",
      bankCountry: "DE",
      address: berlin,
    };
    await world.service.database.transaction((tx) =>
      fillInternationalDetails(world.service, tx, {
        organizationId: organization.organizationId,
        recipientId,
        actor: operator,
        details,
      }),
    );
    const purpose = { simple: { category: "Vendor", additionalInfo: "Machine parts" } };
    const { requestId } = await ask({
      recipientId,
      amount: 5_000,
      paymentMethod: "internationalWire",
      purpose,
      chargeType: "shared",
    });
    const approved = await post(`/sandbox/request-send-money/${requestId}/approve`);
    assert.equal(approved.body.status, "approved", approved.text);
    assert.equal((await post("/sandbox/clock/advance", { hours: 96 })).status, 200);
    const sent = await get(`/transaction/${approved.body.transactionId}`);
    assert.deepEqual([sent.body.status, sent.body.requestId], ["sent", requestId], sent.text);
    assert.equal(sent.body.details.internationalWireRoutingInfo.iban, details.iban);
  });

  test("a transfer is in the same queue", async () => {
    const savings = await organization.newAccount("Savings", "savings");
    const body = {
      sourceAccountId: organization.accountId,
      destinationAccountId: savings,
      amount: 250,
      note: "Reserve",
    };
    const asked = await post("/request-transfer", { ...body, idempotencyKey: "reserve" });
    assert.deepEqual(
      [asked.status, asked.body.status, asked.body.note],
      [200, "pendingApproval", "Reserve"],
      asked.text,
    );
    const again = await post("/request-transfer", { ...body, idempotencyKey: "reserve" });
    assert.equal(again.headers["idempotent-replayed"], "true");
    const { requestId } = asked.body;
    assert.deepEqual(
      (await get(`/request-transfer?destinationAccountId=${savings}&start_at=${requestId}`)).body.requests,
      [asked.body],
    );
    for (const other of [`destinationAccountId=${organization.accountId}`, `sourceAccountId=${savings}`])
      assert.deepEqual((await get(`/request-transfer?${other}`)).body.requests, [], other);
    assert.equal((await get(`/request-send-money/${requestId}`)).status, 404);
    assert.equal((await get(`/account/${savings}`)).body.availableBalance, 0);
    assert.equal((await decide(world.service, organization, { requestId, userId: ben })).status, "approved");
    assert.equal((await get(`/account/${savings}`)).body.availableBalance, 250);
    const { body: request } = await get(`/request-transfer/${requestId}`);
    const [credit] = (await get(`/account/${savings}/transactions?requestId=${requestId}`)).body.transactions;
    const { body: debit } = await get(`/transaction/${request.transactionId}`);
    assert.deepEqual([debit.amount, debit.requestId, credit.amount, credit.status], [-250, requestId, 250, "sent"]);
    const same = await post("/request-transfer", { ...body, destinationAccountId: organization.accountId });
    assert.equal(same.status, 400);
  });

  test("a transfer that cannot be made stays open, with the reason", async () => {
    const savings = await organization.newAccount("Empty", "savings");
    const body = { sourceAccountId: savings, destinationAccountId: organization.accountId, amount: 1 };
    const { requestId } = (await post("/request-transfer", body)).body;
    assert.equal(await outcomeOf(decide(world.service, organization, { requestId, userId: ben })), "insufficientFunds");
    const { body: request } = await get(`/request-transfer/${requestId}`);
    assert.deepEqual([request.status, request.reviews], ["pendingApproval", []]);
    assert.match(request.problem, /available balance of 0\.00 USD/);
  });

  test("the sandbox reports when the user named may not approve, or does not exist", async () => {
    const { requestId } = await ask();
    const email = "vera@example.com";
    await newUser(world.service, organization, { role: "viewer", email });
    const viewer = await post(`/sandbox/request-send-money/${requestId}/approve`, { userEmail: email });
    assert.deepEqual([viewer.status, viewer.body.errors.errorCode], [403, "mayNotDecide"]);
    const nobody = await post(`/sandbox/request-send-money/${requestId}/approve`, { userEmail: "eve@example.com" });
    assert.deepEqual([nobody.status, nobody.body.errors.errorCode], [400, "noSuchApprover"]);
    assert.equal((await post(`/sandbox/request-send-money/${organization.accountId}/approve`)).status, 404);
  });

  test("the books balance", async () => {
    assert.deepEqual((await verifyLedger(world.service.database, organization.organizationId)).differences, []);
  });
});
