import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { present } from "#kernel/assert.ts";
import { findingsOf } from "#kernel/proofs/unproven-row.ts";
import { acrossOrganizations, withinOrganization } from "#kernel/sql/scope.ts";
import { undoByHand } from "#reports/reconciliation/matching/decide-match.ts";
import type { BankMatchId } from "#reports/reconciliation/movement.ts";
import { explainBalances } from "#reports/reconciliation/reads/explain-balances.ts";
import { runMonthlyStatements } from "#reports/statements";
import {
  alarms,
  type CopiedRow,
  type RolePassword,
  withPasswordOfTheRole,
} from "../../kit/proofs/password-of-the-role.ts";
import { importReport } from "../../kit/reconciliation/import-report.ts";
import { type BankAccount, intradayOf, statementOf } from "../../kit/reconciliation/random-bank.ts";
import { inject, openWorld, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";

/**
 * Law 45 for the books: a bookkeeper with the password of the serving role took $500.00 at the bank and wants nobody to see
 * it, neither in the comparison with the bank's statements nor in the organization's own.
 */
describe("the books, with the password of the serving role", () => {
  let world: TestWorld;
  let mallory: RolePassword;
  let organization: TestOrganization;
  let account: BankAccount;

  beforeEach(async () => {
    world = await openWorld({ mode: "production" });
    mallory = await withPasswordOfTheRole(world);
    to("2026-11-30");
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 10_000_00n);
    account = { accountNumber: "400000001", openingMinor: 10_000_00n, bookings: [] };
    book("2026-12-01", "credit", 75_00n);
    book("2026-12-02", "debit", 500_00n, { additionalInformation: "Withdrawal" });
    for (const [day, before] of [
      ["2026-12-01", "2026-11-30"],
      ["2026-12-02", "2026-12-01"],
    ] as const) {
      to(day, "20:00");
      assert.equal(await deliver(statementOf(account, day, before)), 1);
    }
    to("2026-12-03");
  });
  afterEach(async () => {
    await mallory.leave();
    await world.close();
  });

  const to = (day: string, time = "11:00") => world.setTime(day, time);
  const book = (on: string, direction: "credit" | "debit", amountMinor: bigint, more: object = {}) =>
    account.bookings.push({
      on,
      entry: {
        direction,
        amountMinor,
        status: "BOOK",
        bookedOn: on,
        bankReference: `${on}-1`,
        transactionCode: ["PMNT", direction === "credit" ? "RCDT" : "ICDT", "ATXN"],
        ...more,
      },
    });
  const deliver = (text: string) =>
    importReport(world.service, organization.organizationId, { text, format: "camt.053" });
  const explained = async () => {
    const { organizationId } = organization;
    const [found] = await withinOrganization(organizationId, () => explainBalances(world.service, organizationId));
    return present(found, "the bank has reported the account");
  };
  const countOf = async (table: string) =>
    (await mallory.copy(table, "organization_id", organization.organizationId)).length;
  const alarmed = async () => new Set([...(await alarms(world))]);
  /** The row that was inserted last, and its ID. */
  const latest = async (table: string, key: string): Promise<{ readonly row: CopiedRow; readonly id: string }> => {
    const rows = await mallory.copy(table, "organization_id", organization.organizationId);
    const row = present(
      rows.toSorted((a, b) => (String(a[key]) < String(b[key]) ? -1 : 1)).at(-1),
      `${table} has a row`,
    );
    return { row, id: String(row[key]) };
  };

  it("shows what is missing as long as nobody writes to the database", async () => {
    const { statement } = await explained();
    assert.equal(statement?.differenceMinor, -500_00n);
    assert.equal(statement?.parts.unmatchedMinor, -500_00n);
    assert.deepEqual(await alarmed(), new Set());
  });

  it("balances of the bank cannot be edited, and statements that nobody sent are not shown", async () => {
    const { row } = await latest("bank_statements", "statement_id");
    assert.equal(await mallory.attack("update bank_statements set closing_minor = closing_minor + 50000"), "refused");
    const forged = world.service.newId();
    await mallory.insertCopy("bank_statements", row, {
      statement_id: forged,
      from_on: "2026-12-03",
      closes_on: "2026-12-03",
      closing_minor: 10_075_00,
    });
    assert.equal((await explained()).statement, undefined, "no balances are shown for the account");
    assert.ok((await alarmed()).has(`bank_statements/${forged}`));
  });

  it("a statement of the bank that is said to be replaced is missed", async () => {
    const { id } = await latest("bank_statements", "statement_id");
    await mallory.attack("update bank_statements set state = 'replaced' where statement_id = $1", [id]);
    assert.ok((await alarmed()).has(`bank_statements/${id}`));
    const again = deliver(statementOf(account, "2026-12-02", "2026-12-01"));
    await assert.rejects(again, { name: "UnprovenRow" }, "its movements would be new");
    assert.equal(await countOf("bank_movements"), 2);
  });

  for (const [how, hide] of [
    ["withdrawn", "state = 'withdrawn', match_id = null"],
    ["in another statement", "statement_id = gen_random_uuid(), listed_on = booked_on"],
  ] as const)
    it(`a deposit that is said to be ${how} is not booked again`, async () => {
      book("2026-12-03", "credit", 80_00n);
      to("2026-12-03", "12:00");
      await importReport(world.service, organization.organizationId, {
        text: intradayOf(account, "2026-12-03", 1),
        format: "camt.052",
      });
      const booked = await countOf("transactions");
      const { row, id } = await latest("bank_movements", "movement_id");
      assert.equal(row["amount_minor"], 80_00);
      const hidden = await mallory.attack(`update bank_movements set ${hide} where movement_id = $1`, [id]);
      assert.equal(hidden, 1);
      to("2026-12-03", "20:00");
      const statement = () => deliver(statementOf(account, "2026-12-03", "2026-12-02"));
      await assert.rejects(statement, { name: "UnprovenRow" });
      assert.equal(await countOf("transactions"), booked);
      assert.ok((await alarmed()).has(`bank_movements/${id}`));
      await mallory.putBack("bank_movements", "movement_id", row);
      assert.equal(await statement(), 1, "as it was, its statement is imported");
      assert.equal(await countOf("transactions"), booked);
    });

  it("a match that nobody made is not shown, and cannot be undone", async () => {
    const { row, id } = await latest("bank_matches", "match_id");
    assert.equal(await mallory.attack("update bank_matches set kind = 'manual'"), "refused");
    const forged = world.service.newId<BankMatchId>();
    await mallory.insertCopy("bank_matches", row, { match_id: forged, kind: "manual" });
    const undo = { organizationId: organization.organizationId, matchId: forged, actor: operator };
    await assert.rejects(undoByHand(world.service, undo), { name: "UnprovenRow" });
    assert.ok((await alarmed()).has(`bank_matches/${forged}`));
    await mallory.attack("update bank_matches set state = 'undone', undone_at = matched_at where match_id = $1", [id]);
    assert.ok((await alarmed()).has(`bank_matches/${id}`));
  });

  for (const [what, falsify] of [
    ["made up", "update bank_matched_days set entries = entries + 1, amount_minor = amount_minor + 50000"],
    ["deleted", "update bank_matched_days set entries = 0, amount_minor = 0"],
    ["on another day", "update bank_matched_entries set entered_on = entered_on - 400"],
  ] as const)
    it(`matched entries that are ${what} are noticed, because the balances are proven`, async () => {
      assert.notEqual(await mallory.attack(falsify), "refused");
      assert.equal((await explained()).statement, undefined, "nothing is said to be explained");
      const reported = [...findingsOf(world.service.vault).rows.values()].map(({ table, key }) => `${table}/${key}`);
      assert.deepEqual(reported, [`reconciled_accounts/${organization.accountId}`]);
    });

  it("a page of a statement that nobody sent is reported", async () => {
    await mallory.attack(
      `insert into bank_statement_pages (organization_id, account_id, format, reference, page, is_last, file_id, by_hand, arrived_at)
       values ($1, $2, 'camt.053', 'STATEMENT-9', 1, false, gen_random_uuid(), false, now())`,
      [organization.organizationId, organization.accountId],
    );
    assert.ok((await alarmed()).has(`bank_statement_pages/${organization.accountId}/camt.053/STATEMENT-9/1`));
  });

  describe("statements of the organization", () => {
    const list = async () =>
      (await inject(world.app, organization.token, { method: "GET", url: "/statements" })).body.statements as {
        id: string;
        endingBalance: number;
      }[];
    const forgedFrom = async (row: CopiedRow, other: CopiedRow) => {
      const forged = world.service.newId();
      await mallory.insertCopy("statements", row, { statement_id: forged, ...other });
      return forged;
    };
    let november: { readonly row: CopiedRow; readonly id: string };

    beforeEach(async () => {
      assert.ok((await acrossOrganizations(() => runMonthlyStatements(world.service))) > 0);
      november = await latest("statements", "statement_id");
    });

    it("a figure cannot be edited", async () => {
      for (const column of ["closing_minor", "opening_minor", "in_minor", "digest", "legal_name", "ends_on"])
        assert.equal(await mallory.attack(`update statements set ${column} = ${column}`), "refused", column);
    });

    it("a statement that the service did not make is neither listed, nor downloaded, nor given to who asks for its days", async () => {
      const period = { startsOn: "2026-12-01", endsOn: "2026-12-02" };
      const forged = await forgedFrom(november.row, {
        kind: "custom",
        starts_on: period.startsOn,
        ends_on: period.endsOn,
        opening_minor: 0,
        in_minor: 9_999_00,
        out_minor: 0,
        fees_minor: 0,
        closing_minor: 9_999_00,
      });
      assert.deepEqual(
        (await list()).map(({ id }) => id),
        [november.id],
      );
      const { accountId, token } = organization;
      const asked = await inject(world.app, token, { url: `/account/${accountId}/statements`, body: period });
      assert.equal(asked.status, 403, asked.text);
      assert.equal(asked.body.errors.errorCode, "rowNotProven");
      const read = await inject(world.app, token, { method: "GET", url: `/account/${accountId}/statement/${forged}` });
      assert.equal(read.status, 403);
      for (const format of ["pdf", "csv", "json", "ofx", "camt053"]) {
        const file = await inject(world.app, token, { method: "GET", url: `/statements/${forged}/${format}` });
        assert.equal(file.status, 403, format);
      }
      assert.ok((await alarmed()).has(`statements/${forged}`));
      const other = await inject(world.app, token, {
        url: `/account/${accountId}/statements`,
        body: { ...period, endsOn: "2026-12-01" },
      });
      assert.equal(other.status, 201, "other days have a statement");
    });
  });
});
