import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { sql } from "#kernel/sql/sql.ts";
import { explainBalances } from "#reports/reconciliation/reads/explain-balances.ts";
import { importReport } from "../../kit/reconciliation/import-report.ts";
import { type BankAccount, balanceAfter, statementOf } from "../../kit/reconciliation/random-bank.ts";
import { inject, openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";

/** More than are booked with one statement of SQL. */
const CREDITS = 1_200;
const DAY = "2026-11-20";
const DAY_BEFORE = "2026-11-19";
const ENTERED = 700;

const world = await openWorldOfFile();

describe("a statement with many credits", () => {
  let organization: TestOrganization;
  const account: BankAccount = {
    accountNumber: "400000001",
    openingMinor: 0n,
    bookings: Array.from({ length: CREDITS }, (_, index) => ({
      on: DAY,
      entry: {
        direction: "credit" as const,
        amountMinor: BigInt(10_000 + index),
        status: "BOOK" as const,
        bookedOn: DAY,
        bankReference: `R-${index}`,
        transactionCode: ["PMNT", "RCDT", "ATXN"] as const,
        transactions: [{ debtor: { name: `Payer ${index % 3}` } }],
      },
    })),
  };
  const enteredMinor = BigInt(10_000 + ENTERED);
  before(async () => {
    world.setTime(DAY, "18:00");
    organization = await world.newOrganization();
  });

  const incoming = async () => {
    const { organizationId } = organization;
    const { found } = await world.service.database.one<{ found: string[] }>(sql`
      select array_agg(amount_minor || ' ' || counterparty_name order by transaction_id) as found from transactions
       where organization_id = ${organizationId} and kind = 'externalTransfer' and counterparty_name like 'Payer %'`);
    return found;
  };

  test("books each of them once, in their order, except one that a person has entered", async () => {
    const { organizationId, accountId } = organization;
    await organization.deposit(accountId, enteredMinor);
    const deliver = () =>
      importReport(world.service, organizationId, { text: statementOf(account, DAY, DAY_BEFORE), format: "camt.053" });
    const expected = account.bookings
      .map(({ entry: { amountMinor } }, index) => `${amountMinor} Payer ${index % 3}`)
      .filter((_, index) => index !== ENTERED);
    for (const time of ["first", "again"]) {
      assert.equal(await deliver(), CREDITS, time);
      assert.deepEqual(await incoming(), expected, time);
    }
  });

  test("leaves that one open, and the difference is explained", async () => {
    const [only] = await explainBalances(world.service, organization.organizationId);
    assert.equal(only?.statement?.closingMinor, balanceAfter(account, DAY));
    assert.equal(only.statement.differenceMinor, 0n);
    const { parts } = only.statement;
    assert.deepEqual([parts.unmatchedMinor, parts.inTransitMinor], [enteredMinor, -enteredMinor]);
    assert.deepEqual([only.bank.count, only.ledger.count], [1n, 1n]);
  });

  test("is found by its payers' names, and is in the account's balance", async () => {
    const found = await inject(world.app, organization.token, { url: "/transactions?search=Payer%202&limit=1000" });
    assert.equal(found.body.transactions.length, CREDITS / 3);
    const { body } = await inject(world.app, organization.token, { url: `/account/${organization.accountId}` });
    assert.equal(body.availableBalance, Number(balanceAfter(account, DAY)) / 100);
  });
});
