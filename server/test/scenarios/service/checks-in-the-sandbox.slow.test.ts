import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { sql } from "#kernel/sql/sql.ts";
import { verifyLedger } from "#records/ledger/check";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** The sandbox's bank answers checks on request, in files, and only as a bank could. */
describe("checks in the sandbox", () => {
  before(async () => {
    await organization.deposit(organization.accountId, 1_000_000_00n);
  });

  const request = (url: string, body?: unknown) =>
    inject(world.app, organization.token, body === undefined ? { url } : { url, body });
  const call = async (url: string, body?: unknown) => {
    const answer = await request(url, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const payCheck = async (amount: number, accountId = organization.accountId): Promise<string> => {
    const { body } = payment(organization, { paymentMethod: "check", amount });
    return (await call(`/account/${accountId}/transactions`, body)).id;
  };
  const answer = (id: string, verb: string, body: unknown = {}) => call(`/sandbox/transactions/${id}/${verb}`, body);
  const numberOf = async (id: string): Promise<string> => (await call(`/transaction/${id}`)).checkNumber;
  const files = async (query: string) => (await call(`/bank-files?limit=100&${query}`)).files;
  const assertSound = async () => {
    for (const { name, state, reason } of await files("direction=in"))
      assert.ok(["processed", "repeated"].includes(state), `${name} is ${state}: ${reason ?? ""}`);
    assert.deepEqual((await verifyLedger(world.service.database)).differences, []);
  };

  test("a check that waits for its print run is numbered, issued, printed, and mailed at once", async () => {
    const [settled, silent] = [await payCheck(10), await payCheck(9_907.01)];
    const sent = await answer(settled, "settle");
    assert.deepEqual([sent.status, sent.checkNumber], ["sent", "1001"]);
    const formats = (await files("direction=out")).map(({ format, state }: Record<string, unknown>) => [format, state]);
    assert.deepEqual(formats.toSorted(), [
      ["checks-pdf", "sent"],
      ["positive-pay", "acknowledged"],
    ]);
    assert.deepEqual((await answer(silent, "settle")).status, "sent", "also one that the bank would not answer");
    assert.equal(await numberOf(silent), "1002");
    await assertSound();
  });

  test("a check fails or is blocked before it is mailed, also when the bank has printed it", async () => {
    const failing = await payCheck(20);
    const failed = await answer(failing, "fail");
    assert.match(failed.reasonForFailure, /^CK-PRINT: /);
    const printed = await payCheck(21);
    const blocking = await payCheck(22);
    await call("/sandbox/clock/advance", { to: "2026-11-20T18:30:00.000Z" });
    assert.equal((await call(`/transaction/${printed}`)).status, "pending", "printed, and mailed at 16:00 in New York");
    assert.match((await answer(printed, "fail", { code: "CK-VOID" })).reasonForFailure, /^CK-VOID: /);
    assert.match((await answer(blocking, "block", { code: "SC-FRAUD" })).reasonForFailure, /^SC-FRAUD: /);
    await call("/sandbox/clock/advance", { to: "2026-11-23T15:00:00.000Z" });
    assert.equal((await call(`/transaction/${printed}`)).status, "failed");
    await assertSound();
  });

  test("a check that no file can carry, or no stock can show, fails, whatever answer is requested", async () => {
    for (const [letters, code] of [
      [130, "BF-NAME"],
      [96, "CK-PRINT"],
    ] as const) {
      const recipientId = await organization.newRecipient("W".repeat(letters));
      const { url, body } = payment(organization, { paymentMethod: "check", recipientId, amount: 23 });
      const { status, reasonForFailure } = await answer((await call(url, body)).id, "settle");
      assert.deepEqual([status, reasonForFailure.split(":")[0]], ["failed", code]);
    }
  });

  test("a mailed check comes back with the requested reason, until the bank has paid it", async () => {
    const ids = [await payCheck(31), await payCheck(32), await payCheck(33), await payCheck(34)];
    await call("/sandbox/clock/advance", { to: "2026-11-24T15:00:00.000Z" });
    const [undelivered = "", stopped = "", stale = "", cashed = ""] = ids;
    const reasonOf = async (id: string, code?: string) => {
      const returned = await answer(id, "return", code === undefined ? {} : { code });
      assert.equal(returned.status, "reversed");
      return returned.reasonForFailure.split(":")[0];
    };
    assert.equal(await reasonOf(undelivered), "CK-MAIL");
    assert.equal(await reasonOf(stopped, "CK-STOP"), "CK-STOP");
    assert.equal(await reasonOf(stale, "CK-A"), "CK-A");
    await call("/sandbox/clock/advance", { to: "2026-12-02T15:00:00.000Z" });
    const refused = await request(`/sandbox/transactions/${cashed}/return`, {});
    assert.deepEqual([refused.status, refused.body.errors.errorCode], [400, "bankCannotAnswer"]);
    const states = await world.service.database.many<{ state: string }>(sql`
      select state from checks where organization_id = ${organization.organizationId}
         and transaction_id = any (${ids}::uuid[]) order by check_number`);
    assert.deepEqual(
      states.map(({ state }) => state),
      ["returned", "stopped", "returned", "paid"],
    );
    await assertSound();
  });

  test("each account has its own numbers, and the bank keeps their checks apart", async () => {
    const payroll = await organization.newAccount("Payroll");
    await organization.deposit(payroll, 1_000_00n);
    const [mine, ofPayroll] = [await payCheck(41), await payCheck(42, payroll)];
    assert.equal((await answer(ofPayroll, "settle")).checkNumber, "1001");
    await call("/sandbox/bank/run", {});
    assert.equal((await call(`/transaction/${mine}`)).status, "sent");
    const paid = await world.service.database.many<{ state: string }>(sql`
      select state from checks where organization_id = ${organization.organizationId}
         and transaction_id = any (${[mine, ofPayroll]}::uuid[])`);
    assert.deepEqual(
      paid.map(({ state }) => state),
      ["paid", "paid"],
      "in a hurry, the bank also pays what it would pay later",
    );
    assert.deepEqual(await call("/sandbox/bank/run", {}), { handedOver: 0, answered: 0 });
    await assertSound();
  });
});
