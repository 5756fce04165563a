/**
 * An international wire with sender-paid charges costs a fee: a separate transaction, created with the payment, linked
 * both ways, and refunded if the bank never accepted the payment.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { TransactionId, UserId } from "#kernel/values/ids.ts";
import { fillInternationalDetails } from "#money/recipients";
import type { Trigger } from "#payments/payments";
import { moveTransactions } from "#payments/payments/lifecycle/move-transactions.ts";
import { verifyLedger } from "#records/ledger/check";
import { inject, openWorldOfFile, operator, type TestOrganization } from "../../kit/service/full-app.ts";
import { berlin } from "../../kit/worlds/addresses.ts";
import { decide, newUser, outcomeOf, paymentRequest } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";
import { setSettings } from "../../kit/worlds/settings.ts";

const world = await openWorldOfFile();

describe("fees of international wires", () => {
  let organization: TestOrganization;
  let approver: UserId;

  const get = async (url: string) => (await inject(world.app, organization.token, { url })).body;
  const available = async () => (await get(`/account/${organization.accountId}`)).availableBalance;
  const wire = (more: object = {}) =>
    paymentRequest(organization, { paymentMethod: "internationalWire", purpose: "Goods", amount: 100, ...more });

  async function newPayer(dollars: bigint): Promise<void> {
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, dollars * 100n);
    approver = await newUser(world.service, organization);
    const { organizationId, recipientId } = organization;
    const details = {
      iban: "DE89370400440532013000",
      swiftCode: "COBADEFF",
      bankName: "Bank",
      bankCountry: "DE",
      address: berlin,
    };
    await world.service.database.transaction((tx) =>
      fillInternationalDetails(world.service, tx, { organizationId, recipientId, actor: operator, details }),
    );
  }

  const ask = async (more: object = {}) => {
    const asked = await inject(world.app, organization.token, wire(more));
    assert.equal(asked.status, 200, asked.text);
    return asked.body.requestId as string;
  };
  const approve = (requestId: string) => decide(world.service, organization, { requestId, userId: approver });
  const paid = async (more: object = {}) => {
    const { transaction_id: id } = await approve(await ask(more));
    return get(`/transaction/${id}`);
  };
  const move = (transactionId: TransactionId, trigger: Trigger) =>
    world.service.database.transaction((tx) =>
      moveTransactions(world.service, tx, {
        organizationId: organization.organizationId,
        actor: { type: "bank" },
        moves: [{ transactionId, trigger, at: world.clock.now(), reason: "The bank rejected it" }],
      }),
    );
  const assertBooks = async () => assert.deepEqual((await verifyLedger(world.service.database)).differences, []);

  test("the fee is a separate transaction, linked both ways, and both leave the account", async () => {
    await newPayer(1_000n);
    const payment = await paid();
    const fee = await get(`/transaction/${payment.feeId}`);
    assert.deepEqual([fee.kind, fee.amount, fee.status, fee.feeId], ["wireFee", -15, "sent", null]);
    const { accountId } = organization;
    assert.deepEqual(payment.relatedTransactions, [
      { id: fee.id, accountId, amount: -15, createdAt: fee.createdAt, relationKind: "OriginalTransactionToFeePayment" },
    ]);
    assert.deepEqual(fee.relatedTransactions, [
      {
        id: payment.id,
        accountId,
        amount: -100,
        createdAt: payment.createdAt,
        relationKind: "FeePaymentToOriginalTransaction",
      },
    ]);
    assert.equal(await available(), 885);
    const events = await get(`/events?resourceId=${fee.id}`);
    assert.deepEqual(
      events.events.map((event: { operationType: string }) => event.operationType),
      ["create"],
    );
    await assertBooks();
  });

  test("the preview shows the fee; shared charges and other methods cost nothing", async () => {
    await newPayer(110n);
    const preview = async (more: object) => {
      const { url, body } = wire(more);
      const { fee, balanceAfter, warnings } = (
        await inject(world.app, organization.token, { url: `${url}/preview`, body })
      ).body;
      return [fee, balanceAfter, warnings.some((warning: { code: string }) => warning.code === "insufficientFunds")];
    };
    assert.deepEqual(await preview({}), [15, null, true], "110 cover 100 but not 115");
    assert.deepEqual(await preview({ chargeType: "shared" }), [0, 10, false]);
    const ach = { paymentMethod: "ach", purpose: null };
    assert.deepEqual(await preview(ach), [0, 10, false]);
    const shared = await paid({ chargeType: "shared", amount: 20 });
    assert.deepEqual([shared.feeId, shared.relatedTransactions], [null, []]);
  });

  test("what is scheduled includes the fee, wherever it is shown", async () => {
    await newPayer(1_000n);
    await approve(await ask({ sendOn: "2026-11-24" }));
    const cookie = await signedIn(world.app, await newPerson(world, organization.organizationId, { role: "viewer" }));
    const read = async (url: string) => (await browse(world.app, { url, cookie })).body;
    const [home] = (await read("/overview")).scheduled.accounts;
    assert.deepEqual([home.scheduled, home.availableAfter], [115, 885]);
    const [forecast] = (await read("/scheduled-payments")).accounts;
    assert.deepEqual([forecast.scheduled, forecast.availableAfter], [115, 885]);
    const [figures] = (await read("/account-figures")).accounts;
    assert.equal(figures.scheduled, 115);
  });

  test("makes neither the payment nor the fee unless the balance covers both", async () => {
    await newPayer(114n);
    const requestId = await ask();
    await assert.rejects(approve(requestId), {
      code: "insufficientFunds",
      details: { availableBalance: 114, amount: 100, fee: 15 },
    });
    const request = await get(`/request-send-money/${requestId}`);
    assert.equal(request.status, "pendingApproval");
    assert.equal(
      request.problem,
      "The available balance of 114.00 USD does not cover 100.00 USD and the fee of 15.00 USD. Add money to the account, or send less.",
    );
    assert.equal(await available(), 114);
    await organization.deposit(organization.accountId, 100n);
    assert.equal(await outcomeOf(approve(requestId)), "approved");
    assert.equal(await available(), 0);
    await assertBooks();
  });

  for (const trigger of ["reject", "block", "cancel"] as const)
    test(`${trigger}: refunds the fee with the money, because the bank never accepted the wire`, async () => {
      await newPayer(1_000n);
      const payment = await paid();
      assert.deepEqual([...(await move(payment.id, trigger))], [payment.id]);
      const fee = await get(`/transaction/${payment.feeId}`);
      assert.deepEqual(
        [fee.status, fee.reasonForFailure],
        ["reversed", "The wire was not sent, so its fee was refunded"],
      );
      assert.equal(await available(), 1_000);
      assert.equal((await move(payment.id, trigger)).size, 0, "once");
      const listed = await get(`/transactions?status=reversed`);
      assert.deepEqual(
        listed.transactions.map((transaction: { id: string }) => transaction.id),
        [fee.id],
      );
      await assertBooks();
    });

  test("does not refund the fee of a wire that was sent and returned", async () => {
    await newPayer(1_000n);
    const payment = await paid();
    await move(payment.id, "confirm");
    await move(payment.id, "return");
    assert.equal((await get(`/transaction/${payment.feeId}`)).status, "sent");
    assert.equal(await available(), 985);
    await assertBooks();
  });

  test("no trigger moves a fee without its payment", async () => {
    await newPayer(1_000n);
    const payment = await paid();
    for (const trigger of ["confirm", "reject", "block", "cancel", "return"] as const)
      assert.equal((await move(payment.feeId, trigger)).size, 0, trigger);
  });

  test("requires a new approval after the fee changes", async () => {
    await newPayer(1_000n);
    const requestId = await ask();
    await setSettings(world, organization.organizationId, { wireFeeOursMinor: 40_00n });
    assert.equal(await outcomeOf(approve(requestId)), "requestChanged");
    assert.equal(await outcomeOf(approve(requestId)), "approved");
    assert.equal(await available(), 860);
  });
});
