import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { StatementEntryFacts } from "bursar-bank-formats/iso20022";
import { addBankingDays } from "bursar-banking/calendar/business-day";
import type { BankFileId, ConnectionId } from "#bank/exchange";
import { insertUndo, type UndoId } from "#bank/file-rails";
import { fileUndos, moveUndos } from "#bank/file-rails/undos/undos.queries.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { TransactionId, UserId } from "#kernel/values/ids.ts";
import { runReconciliation } from "#reports/reconciliation";
import { explainBalances } from "#reports/reconciliation/reads/explain-balances.ts";
import { importReport } from "../../kit/reconciliation/import-report.ts";
import { movePayments, payInFile } from "../../kit/reconciliation/pay-in-file.ts";
import { type BankAccount, statementOf } from "../../kit/reconciliation/random-bank.ts";
import { openWorld, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";

const MONDAY = Temporal.PlainDate.from("2026-11-30");
const OPENING = 100_000n;

/** A bank credits reversals as one amount, often without saying what it is. It is never taken for new money. */
describe("money of payments that were undone", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let account: BankAccount;
  let days = 0;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    days += 10;
    at(0);
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, OPENING);
    account = { accountNumber: "400000001", openingMinor: OPENING, bookings: [] };
  });

  const dayOf = (index: number): string => addBankingDays(MONDAY, days + index).toString();
  const at = (index: number) => world.setTime(dayOf(index), "11:00");
  const book = (
    index: number,
    direction: "credit" | "debit",
    amountMinor: bigint,
    more: Partial<StatementEntryFacts> = {},
  ) =>
    account.bookings.push({
      on: dayOf(index),
      entry: {
        direction,
        amountMinor,
        status: "BOOK",
        bookedOn: dayOf(index),
        transactionCode: ["PMNT", direction === "debit" ? "ICDT" : "IDDT", "ATXN"],
        ...more,
      },
    });
  async function report(index: number): Promise<void> {
    at(index);
    const text = statementOf(account, dayOf(index), dayOf(index - 1));
    const imported = await importReport(world.service, organization.organizationId, { text, format: "camt.053" });
    assert.equal(typeof imported, "number", String(imported));
    await runReconciliation(world.service);
  }
  const state = async () => {
    const [only] = await explainBalances(world.service, organization.organizationId);
    return {
      atBank: Number(only?.bank.count),
      inTransit: Number(only?.ledger.count),
      difference: only?.statement?.differenceMinor,
    };
  };
  const settled = { atBank: 0, inTransit: 0, difference: 0n };
  const deposits = async () =>
    (
      await world.service.database.one<{ deposits: bigint }>(sql`
        select count(*) as deposits from transactions
         where organization_id = ${organization.organizationId} and kind = 'externalTransfer'`)
    ).deposits;

  /** Payments that settled and were found at the bank, and whose reversals went out in one file a day later. */
  async function reversed(count: number, amountMinor: bigint): Promise<readonly TransactionId[]> {
    at(1);
    const ids = (await payInFile(world.service, organization, { count, amountMinor })).map(
      (paid) => paid.transactionId,
    );
    await movePayments(world.service, organization, ids, "confirm");
    book(1, "debit", amountMinor * BigInt(count));
    await report(1);
    assert.deepEqual(await state(), settled);
    at(2);
    const { organizationId, accountId } = organization;
    const fileId = world.service.newId<BankFileId>();
    const connectionId = world.service.newId<ConnectionId>();
    const now = world.clock.now();
    await world.service.database.transaction(async (tx) => {
      for (const transactionId of ids) {
        const undoId = world.service.newId<UndoId>();
        await insertUndo(tx, organizationId, {
          undo_id: undoId,
          transaction_id: transactionId,
          kind: "reversal",
          rail: "ach",
          reason: "duplicate",
          note: null,
          amount_minor: amountMinor,
          account_id: accountId,
          connection_id: connectionId,
          original_file_id: world.service.newId<BankFileId>(),
          original_reference: transactionId,
          send_by: null,
          requester_user_id: world.service.newId<UserId>(),
          requester_token_id: null,
          requested_at: now,
        });
        await moveUndos(tx, organizationId, { undoIds: [undoId], trigger: "approve", at: now });
        await fileUndos(tx, organizationId, [{ undoId, fileId, reference: `R${undoId}` }]);
        await moveUndos(tx, organizationId, { undoIds: [undoId], trigger: "write", at: now });
      }
    });
    return ids;
  }
  const end = (ids: readonly TransactionId[], trigger: "succeed" | "refuse") =>
    world.service.database.transaction(async (tx) => {
      const { organizationId } = organization;
      const undos = await tx.many<{ undo_id: UndoId }>(sql`
        select undo_id from payment_undos where organization_id = ${organizationId} and transaction_id = any (${ids}::uuid[])`);
      const undoIds = undos.map(({ undo_id: id }) => id);
      const code = trigger === "refuse" ? { code: "R29" } : {};
      await moveUndos(tx, organizationId, { undoIds, trigger, at: world.clock.now(), ...code });
    });

  test("a credit for all reversals of a file waits until the ledger has their money, and is not booked again", async () => {
    const before = await deposits();
    const ids = await reversed(3, 500n);
    book(3, "credit", 1_500n);
    await report(3);
    assert.deepEqual(await state(), { atBank: 1, inTransit: 0, difference: 1_500n });
    assert.equal(await deposits(), before, "it is no new money");
    await report(4);
    at(5);
    await movePayments(world.service, organization, ids, "return");
    await end(ids, "succeed");
    await runReconciliation(world.service);
    await report(5);
    assert.deepEqual(await state(), settled);
    book(6, "credit", 1_500n);
    await report(6);
    assert.equal(await deposits(), before + 1n, "another credit of the amount is new money, once the first is matched");
  });

  test("credits of one amount for two reversals wait for both", async () => {
    const ids = await reversed(2, 900n);
    book(3, "credit", 900n);
    book(3, "credit", 900n);
    await report(3);
    assert.equal((await state()).atBank, 2);
    await report(4);
    at(5);
    await movePayments(world.service, organization, ids, "return");
    await end(ids, "succeed");
    await runReconciliation(world.service);
    await report(5);
    assert.deepEqual(await state(), settled);
  });

  test("a reversal that the recipient's bank refuses is a credit and a debit that cancel out", async () => {
    const ids = await reversed(1, 700n);
    book(3, "credit", 700n);
    await report(3);
    assert.equal((await state()).atBank, 1);
    book(5, "debit", 700n, { isReversal: true });
    await report(5);
    await end(ids, "refuse");
    // What is open is compared again when the balance changes.
    await organization.deposit(organization.accountId, 1n);
    await runReconciliation(world.service);
    assert.equal((await state()).atBank, 0);
  });

  test("a credit of another amount, or long after, is new money", async () => {
    const before = await deposits();
    await reversed(1, 700n);
    book(3, "credit", 701n);
    await report(3);
    assert.equal(await deposits(), before + 1n);
  });
});
