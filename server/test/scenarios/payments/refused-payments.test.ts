import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { runLedgerCheck } from "#records/ledger/check/check.ts";
import { addToBalance } from "../../kit/databases/count.queries.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** Refused payments: each refusal says why and what to do, and stores nothing. */
describe("refused payments", () => {
  before(async () => {
    await organization.deposit(organization.accountId, 1_000_00n);
  });

  async function refused(
    call: Parameters<typeof inject>[2],
    status: number,
    errorCode: string,
    token = organization.token,
  ) {
    const answer = await inject(world.app, token, call);
    assert.deepEqual([answer.status, answer.body.errors?.errorCode], [status, errorCode], answer.text);
    return answer;
  }

  test("an international wire goes through approval", async () => {
    const { body } = await refused(
      payment(organization, { paymentMethod: "internationalWire", purpose: "x" }),
      400,
      "internationalWireNotDirect",
    );
    assert.match(body.message, /request-send-money/);
  });

  test("a recipient without details for the method, or no recipient", async () => {
    const only = await inject(world.app, organization.token, {
      url: "/recipients",
      body: { name: "No details", emails: [] },
    });
    const { body } = await refused(payment(organization, { recipientId: only.body.id }), 400, "recipientCannotReceive");
    assert.match(body.message, /No details/);
    await refused(
      payment(organization, { recipientId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10" }),
      400,
      "recipientNotFound",
    );
    await inject(world.app, organization.token, { method: "DELETE", url: `/recipient/${only.body.id}` });
    await refused(payment(organization, { recipientId: only.body.id }), 400, "recipientNotFound");
  });

  test("a real-time payment falls back to the ACH details, and nothing else falls back", async () => {
    const address = { address1: "1 Main St", city: "New York", region: "NY", postalCode: "10001", country: "US" };
    const created = await inject(world.app, organization.token, {
      url: "/recipients",
      body: {
        name: "ACH only",
        emails: [],
        electronicRoutingInfo: {
          accountNumber: "123456789",
          routingNumber: "021000021",
          electronicAccountType: "personalChecking",
          address,
        },
      },
    });
    const send = (paymentMethod: string) =>
      payment(organization, { recipientId: created.body.id, paymentMethod, amount: 2 });
    assert.equal((await inject(world.app, organization.token, send("realTimePayment"))).status, 200);
    await refused(send("domesticWire"), 400, "recipientCannotReceive");
    await refused(send("check"), 400, "recipientCannotReceive");
  });

  test("refuses amounts above the balance, unknown accounts, and accounts that cannot pay", async () => {
    const { body } = await refused(payment(organization, { amount: 5_000 }), 400, "insufficientFunds");
    const { availableBalance, amount } = body.errors;
    assert.deepEqual(
      [availableBalance, amount, body.message],
      [
        998,
        5_000,
        "The available balance of 998.00 USD does not cover 5,000.00 USD. Add money to the account, or send less.",
      ],
    );
    const nowhere = "/account/01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";
    // One code for any unknown account in a path.
    for (const call of [
      { ...payment(organization), url: `${nowhere}/transactions` },
      { ...payment(organization), url: `${nowhere}/transactions/preview` },
      { ...payment(organization), url: `${nowhere}/request-send-money` },
      { url: nowhere },
    ]) {
      const unknown = await refused(call, 404, "resourceNotFound");
      assert.equal(unknown.body.errors.resource, "account");
    }
    const treasury = await organization.newAccount("Treasury", "treasury");
    await organization.deposit(treasury, 100_00n);
    await refused({ ...payment(organization), url: `/account/${treasury}/transactions` }, 400, "accountCannotPay");
    const transfer = await inject(world.app, organization.token, {
      url: "/transfer",
      body: { sourceAccountId: treasury, destinationAccountId: organization.accountId, amount: 40 },
    });
    assert.deepEqual(
      [transfer.body.debitTransaction.kind, transfer.body.debitTransaction.status],
      ["treasuryTransfer", "sent"],
    );
    assert.deepEqual([transfer.body.debitTransaction.amount, transfer.body.creditTransaction.amount], [-40, 40]);
    const tooMuch = await refused(
      {
        url: "/transfer",
        body: { sourceAccountId: treasury, destinationAccountId: organization.accountId, amount: 1_060.5 },
      },
      400,
      "insufficientFunds",
    );
    assert.deepEqual([tooMuch.body.errors.availableBalance, tooMuch.body.errors.amount], [60, 1_060.5]);
  });

  test("a token's own limits, per payment and per day", async () => {
    const token = await organization.newToken({ limits: { perPaymentMinor: 20_00n, perDayMinor: 30_00n } });
    const above = await refused(payment(organization, { amount: 20.01 }), 403, "paymentLimitExceeded", token);
    assert.equal(above.body.errors.limit, 20);
    assert.equal((await inject(world.app, token, payment(organization, { amount: 20 }))).status, 200);
    const tomorrow = await refused(payment(organization, { amount: 10.01 }), 403, "tokenDayLimitExceeded", token);
    assert.equal(tomorrow.body.errors.limit, 30);
    assert.equal((await inject(world.app, token, payment(organization, { amount: 10 }))).status, 200);
    await refused(payment(organization, { amount: 0.01 }), 403, "tokenDayLimitExceeded", token);
    const standing = await inject(world.app, token, { url: "/token" });
    assert.equal(standing.status, 200);
  });

  test("two keys that disagree, an unknown category, an unknown route, a broken request", async () => {
    await refused(
      { ...payment(organization, { idempotencyKey: "one" }), headers: { "idempotency-key": "two" } },
      400,
      "conflictingIdempotencyKeys",
    );
    const paid = await inject(world.app, organization.token, payment(organization, { amount: 3 }));
    await refused(
      {
        method: "PATCH",
        url: `/transaction/${paid.body.id}`,
        body: { categoryId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10" },
      },
      400,
      "categoryNotFound",
    );
    await refused({ url: "/no-such-route" }, 404, "routeNotFound");
    await refused({ url: `/transaction/${"9".repeat(300)}` }, 400, "badRequest");
  });

  test("reports the first of two faults", async () => {
    await refused(payment(organization, { amount: -1, paymentMethod: "internationalWire" }), 400, "invalidRequest");
    await refused(
      payment(organization, { amount: 9_999, recipientId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10" }),
      400,
      "recipientNotFound",
    );
  });

  test("makes no payment from an account whose balance differs from its postings", async () => {
    const other = await organization.newAccount("Drifted");
    await organization.deposit(other, 50_00n);
    await addToBalance(world.service.database, organization.organizationId, other, 1n);
    await runLedgerCheck(world.service);
    const answer = await refused(
      { ...payment(organization), url: `/account/${other}/transactions` },
      503,
      "ledgerInDoubt",
    );
    assert.ok(Number(answer.headers["retry-after"]) > 0);
    assert.equal(
      (await inject(world.app, organization.token, payment(organization, { amount: 4 }))).status,
      200,
      "other accounts still pay",
    );
  });

  test("an internal error is a 500 without details", async () => {
    const { database } = world.service;
    const many = database.many;
    database.many = () => Promise.reject(new Error("secret detail: account 123456789"));
    const answer = await inject(world.app, organization.token, { url: "/transactions" });
    database.many = many;
    assert.deepEqual([answer.status, answer.body.errors.errorCode], [500, "internalError"]);
    assert.ok(!answer.text.includes("secret"));
  });
});
