import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { verifyLedger } from "#records/ledger/check";
import { rowsOf } from "../../../../tools/kit/spreadsheet.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** The main use of the service: pay, watch the payment become `sent`, find it, annotate it. */
describe("pay and follow to the end", () => {
  before(async () => {
    await organization.deposit(organization.accountId, 10_000_00n);
  });

  const get = (url: string) => inject(world.app, organization.token, { url });
  const pass = async (ms: number) => {
    world.clock.set(plusMs(world.clock.now(), ms));
    await runUntilIdle(world.app.jobs);
  };

  test("a real-time payment is sent within seconds, with its reference", async () => {
    const paid = await inject(
      world.app,
      organization.token,
      payment(organization, { amount: 125.5, paymentMethod: "realTimePayment", externalMemo: "Invoice 42" }),
    );
    assert.deepEqual(
      [paid.status, paid.body.status, paid.body.amount, paid.body.trackingNumber],
      [200, "pending", -125.5, null],
    );
    const { body: account } = await get(`/account/${organization.accountId}`);
    assert.deepEqual(
      [account.currentBalance, account.availableBalance],
      [10_000, 9_874.5],
      "held, but not yet debited",
    );
    for (let second = 0; second < 10; second += 1) await pass(1_000);
    const { body: sent } = await get(`/transaction/${paid.body.id}`);
    assert.deepEqual([sent.status, sent.failedAt, sent.externalMemo], ["sent", null, "Invoice 42"]);
    assert.match(
      sent.trackingNumber,
      /^E[0-9A-F]{32}$/,
      "the end-to-end ID: the bank gives no reference of the network",
    );
    assert.ok(sent.postedAt > sent.createdAt);
    assert.equal((await get(`/account/${organization.accountId}`)).body.currentBalance, 9_874.5);
    const events = await get(`/events?resourceId=${paid.body.id}`);
    assert.deepEqual(
      events.body.events.map((event: { operationType: string; resourceVersion: number }) => [
        event.operationType,
        event.resourceVersion,
      ]),
      [
        ["create", 1],
        ["update", 2],
      ],
    );
  });

  test("an ACH payment is sent on its settlement day and can still be returned", async () => {
    const paid = await inject(world.app, organization.token, payment(organization, { amount: 300 }));
    await pass(HOUR_MS);
    assert.equal((await get(`/transaction/${paid.body.id}`)).body.status, "pending");
    const advanced = await inject(world.app, organization.token, {
      url: "/sandbox/clock/advance",
      body: { hours: 96 },
    });
    assert.equal(advanced.status, 200, advanced.text);
    const { body: sent } = await get(`/transaction/${paid.body.id}`);
    assert.equal(sent.status, "sent");
    assert.match(sent.trackingNumber, /^\d{15}$/);
    const returned = await inject(world.app, organization.token, {
      url: `/sandbox/transactions/${paid.body.id}/return`,
      body: { code: "R01" },
    });
    assert.deepEqual([returned.body.status, returned.body.postedAt], ["reversed", sent.postedAt]);
    assert.match(returned.body.reasonForFailure, /^R01/);
    const { id, accountId, failedAt, returnedAt, relatedTransactions } = returned.body;
    assert.deepEqual([sent.returnedAt, sent.relatedTransactions], [undefined, []]);
    assert.equal(returnedAt, failedAt);
    assert.ok(returnedAt > sent.postedAt);
    assert.deepEqual(relatedTransactions, [
      { id, accountId, amount: 300, createdAt: returnedAt, relationKind: "OriginalTransactionToReturn" },
    ]);
    const { text } = await get("/transactions/export?status=reversed");
    const [headers = [], row = []] = rowsOf(text);
    assert.equal(row[headers.indexOf("Returned at (UTC)")], returnedAt);
  });

  test("a deposit that was taken back says when, and its return says of what", async () => {
    const { accountId } = organization;
    const deposit = await inject(world.app, organization.token, {
      url: `/sandbox/accounts/${accountId}/deposit`,
      body: { amount: 75, name: "Heron Freight" },
    });
    const back = await inject(world.app, organization.token, {
      url: `/sandbox/transactions/${deposit.body.id}/return`,
      body: {},
    });
    const { body: original } = await get(`/transaction/${deposit.body.id}`);
    assert.deepEqual([original.status, original.returnedAt], ["sent", back.body.createdAt]);
    const { createdAt } = back.body;
    assert.deepEqual(original.relatedTransactions, [
      { id: back.body.id, accountId, amount: -75, createdAt, relationKind: "OriginalTransactionToReturn" },
    ]);
    assert.deepEqual([back.body.returnedAt, back.body.relatedTransactions[0].id], [undefined, original.id]);
    const [headers = [], ...rows] = rowsOf((await get(`/transactions/export?search=Heron`)).text);
    const cells = (name: string) => rows.map((row) => row[headers.indexOf(name)]);
    assert.deepEqual(cells("Returned at (UTC)"), [createdAt, ""]);
    assert.deepEqual(cells("Returns transaction"), ["", original.id]);
  });

  test("every filter finds it, on pages that stay stable while payments arrive", async () => {
    for (let index = 0; index < 25; index += 1)
      await inject(world.app, organization.token, payment(organization, { amount: (100 + index) / 100 }));
    const all = (await get("/transactions")).body.transactions.map((row: { id: string }) => row.id);
    const walked: string[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await get(`/transactions?limit=7${cursor}`);
      walked.push(...body.transactions.map((row: { id: string }) => row.id));
      await inject(world.app, organization.token, payment(organization, { amount: 50 + walked.length / 100 }));
      if (body.page.nextPage === undefined || walked.length >= all.length) break;
      cursor = `&start_after=${body.page.nextPage}`;
    }
    assert.deepEqual(walked.slice(0, all.length), all, "each row once, in order, regardless of new rows");
    const back = await get(`/transactions?limit=5&end_before=${all[10]}`);
    assert.deepEqual(
      back.body.transactions.map((row: { id: string }) => row.id),
      all.slice(5, 10),
    );

    assert.ok((await get("/transactions?search=globex&limit=3")).body.transactions.length === 3);
    assert.equal((await get("/transactions?search=nobody-of-that-name")).body.transactions.length, 0);
    assert.deepEqual(
      (await get("/transactions?status=reversed")).body.transactions.map((row: { status: string }) => row.status),
      ["reversed"],
    );
    assert.equal((await get("/transactions?status=failed,blocked&status=cancelled")).body.transactions.length, 0);
    const list = await get(`/account/${organization.accountId}/transactions?limit=2&offset=1`);
    assert.equal(list.body.transactions.length, 2);
    assert.ok(list.body.total > 25);
  });

  test("a note is set and cleared, and a transfer moves both sides at once", async () => {
    const { body } = await get("/transactions?limit=1&order=desc");
    const id = body.transactions[0].id;
    const edit = (note: string | null) =>
      inject(world.app, organization.token, { method: "PATCH", url: `/transaction/${id}`, body: { note } });
    assert.equal((await edit("see ticket 18")).body.note, "see ticket 18");
    assert.equal((await edit(null)).body.note, null);
    const savings = await organization.newAccount("Savings", "savings");
    const call = {
      url: "/transfer",
      body: {
        sourceAccountId: organization.accountId,
        destinationAccountId: savings,
        amount: 100,
        idempotencyKey: "sweep",
      },
    };
    const first = await inject(world.app, organization.token, call);
    assert.deepEqual(
      [first.body.debitTransaction.amount, first.body.creditTransaction.amount, first.body.creditTransaction.status],
      [-100, 100, "sent"],
    );
    const again = await inject(world.app, organization.token, call);
    assert.deepEqual([again.text, again.headers["idempotent-replayed"]], [first.text, "true"]);
    assert.equal((await get(`/account/${savings}`)).body.availableBalance, 100);
  });

  test("the books balance", async () => {
    assert.deepEqual((await verifyLedger(world.service.database, organization.organizationId)).differences, []);
  });
});
