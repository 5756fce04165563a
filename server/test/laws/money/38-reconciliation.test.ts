import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { addBankingDays } from "bursar-banking/calendar/business-day";
import { present } from "#kernel/assert.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { runReconciliation } from "#reports/reconciliation";
import { explainBalances } from "#reports/reconciliation/reads/explain-balances.ts";
import { seeded, testSeed } from "../../kit/faults/random.ts";
import { importReport } from "../../kit/reconciliation/import-report.ts";
import { movePayments, payInFile } from "../../kit/reconciliation/pay-in-file.ts";
import {
  type BankAccount,
  balanceAfter,
  intradayOf,
  signed,
  statementOf,
} from "../../kit/reconciliation/random-bank.ts";
import { openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { roundsOf } from "../../kit/service/test-service.ts";

const DAYS = 5;
const dayBefore = (day: string): string => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();

const world = await openWorldOfFile();

describe("law 38: the difference between a statement and the ledger is explained to the cent", () => {
  const random = seeded(testSeed("reconciliation"));
  const upTo = (count: number): number => Math.floor(random() * count);
  /** Each history begins after the one before it. */
  let firstDay = Temporal.PlainDate.from("2026-11-30");
  const dayAt = (index: number): string => addBankingDays(firstDay, index).toString();

  const at = (day: string, time = "11:00") => world.setTime(day, time);

  const move = (
    organization: TestOrganization,
    ids: readonly TransactionId[],
    trigger: Parameters<typeof movePayments>[3],
  ) => movePayments(world.service, organization, ids, trigger);
  const amountOf = async ({ organizationId }: TestOrganization, ids: readonly TransactionId[]) =>
    (
      await world.service.database.one<{ total: bigint }>(sql`
          select coalesce(-sum(amount_minor), 0)::bigint as total from transactions
           where organization_id = ${organizationId} and transaction_id = any (${ids}::uuid[])`)
    ).total;

  /** One day of the bank: batches and returns of our payments, deposits, and fees, some with references of the bank. */
  async function bookDay(organization: TestOrganization, account: BankAccount, day: string) {
    let number = 0;
    const book = (direction: "credit" | "debit", amountMinor: bigint, more: object = {}) => {
      number += 1;
      const isNumbered = random() < 0.7;
      const entry = {
        direction,
        amountMinor,
        status: "BOOK" as const,
        bookedOn: day,
        ...(isNumbered ? { bankReference: `${day}-${number}` } : {}),
        transactionCode: ["PMNT", "ICDT", "ATXN"] as const,
        ...more,
      };
      account.bookings.push({ on: day, entry });
    };
    const payments = await payInFile(world.service, organization, {
      count: 1 + upTo(3),
      amountMinor: BigInt(100 + upTo(3)),
    });
    const sent = payments.slice(0, 1 + upTo(payments.length));
    const ids = sent.map(({ transactionId }) => transactionId);
    const details = sent.map(({ reference }) => ({ endToEndId: reference }));
    const isConfirmed = random() < 0.7;
    const refused = isConfirmed && random() < 0.4 ? ids.slice(-1) : [];
    const settled = ids.slice(0, ids.length - refused.length);
    if (isConfirmed) await move(organization, settled, "confirm");
    await move(organization, refused, "reject");
    if (random() < 0.8) {
      book("debit", await amountOf(organization, ids), { transactions: details });
      const named = random() < 0.6 ? { transactions: details.slice(-1) } : {};
      if (refused.length > 0) book("credit", await amountOf(organization, refused), { ...named, isReversal: true });
    }
    if (isConfirmed && settled.length > 0 && random() < 0.4) {
      const [first] = sent;
      await move(organization, ids.slice(0, 1), "return");
      const returned = { transactions: [{ endToEndId: first?.reference }], isReversal: true };
      book("credit", await amountOf(organization, ids.slice(0, 1)), returned);
    }
    const deposits = upTo(4);
    // Few amounts, so that equal movements of a day are common.
    for (let index = 0; index < deposits; index += 1)
      book("credit", BigInt(500 + upTo(2)), {
        transactionCode: ["PMNT", "RCDT", "ATXN"],
        transactions: [{ debtor: { name: `Payer ${upTo(3)}` } }],
      });
    if (random() < 0.4) book("debit", BigInt(15 + upTo(2)), { additionalInformation: "Monthly fee" });
    return { deposits, late: isConfirmed ? [] : ids };
  }

  /** Entry by entry, which the service must not do. */
  const inTransit = async (organizationId: OrganizationId, accountId: AccountId) => ({
    ...(await world.service.database.one<{ count: bigint; totalMinor: bigint }>(sql`
        select count(*) as count, coalesce(sum(m.amount_minor), 0)::bigint as "totalMinor"
          from settled_movements m, (
            select min(from_on) as starts_on, max(closes_on) as closes_on from bank_statements
             where organization_id = ${organizationId} and account_id = ${accountId} and state = 'current') s
         where m.organization_id = ${organizationId} and m.ledger_account_id = ${accountId}
           and (m.entered_at at time zone 'America/New_York')::date between s.starts_on and s.closes_on
           and not exists (
             select from bank_matched_entries e
              where e.organization_id = m.organization_id and e.account_id = m.ledger_account_id
                and e.transaction_id = m.transaction_id and e.effect = m.effect)`)),
  });

  async function checked(organization: TestOrganization): Promise<void> {
    for (const { accountId, statement, ledger } of await explainBalances(world.service, organization.organizationId)) {
      if (statement === undefined) continue;
      const found = await inTransit(organization.organizationId, accountId);
      assert.deepEqual(found, { count: ledger.count, totalMinor: ledger.totalMinor }, "days add up to their entries");
      const { parts, differenceMinor, closingMinor, ledgerMinor } = statement;
      assert.equal(differenceMinor, closingMinor - ledgerMinor);
      const total = Object.values(parts).reduce((sum, part) => sum + part, 0n);
      assert.equal(
        total,
        differenceMinor,
        JSON.stringify(statement, (_, value) => (typeof value === "bigint" ? String(value) : value)),
      );
    }
  }

  async function oneHistory(): Promise<void> {
    at(dayBefore(dayAt(0)));
    const organization = await world.newOrganization();
    const { organizationId } = organization;
    await organization.deposit(organization.accountId, 1_000_000n);
    const openingMinor = 1_000_000n + BigInt(upTo(2) * 777);
    const account: BankAccount = { accountNumber: "400000001", openingMinor, bookings: [] };
    const waiting: { readonly format: "camt.052" | "camt.053"; readonly text: string }[] = [];
    let deposits = 0;
    const late: TransactionId[] = [];
    const deliver = async (count: number) => {
      for (let index = 0; index < count && waiting.length > 0; index += 1) {
        const place = upTo(waiting.length);
        const report = present(waiting[place], "a report waits");
        // One in three arrives again later.
        if (random() > 0.33) waiting.splice(place, 1);
        const answer = await importReport(world.service, organizationId, report);
        assert.equal(typeof answer, "number", String(answer));
        await checked(organization);
      }
    };
    for (let index = 0; index < DAYS; index += 1) {
      const day = dayAt(index);
      at(day);
      const booked = await bookDay(organization, account, day);
      deposits += booked.deposits;
      late.push(...booked.late);
      waiting.push({ format: "camt.052", text: intradayOf(account, day, upTo(4)) });
      waiting.push({ format: "camt.053", text: statementOf(account, day, dayBefore(day)) });
      at(day, "20:00");
      await deliver(upTo(3));
    }
    at(dayAt(DAYS + 1));
    await move(organization, late, "confirm");
    for (let round = 0; waiting.length > 0; round += 1) {
      assert.ok(round < 200);
      await deliver(waiting.length);
    }
    await runReconciliation(world.service);
    await checked(organization);
    await compare(organization, account, deposits);
    firstDay = addBankingDays(firstDay, DAYS + 3);
  }

  /** Every booking is one movement; every deposit is one transaction; what is open is what the bank alone knows. */
  async function compare(organization: TestOrganization, account: BankAccount, deposits: number): Promise<void> {
    const { organizationId } = organization;
    const found = await world.service.database.one<{ movements: bigint; total: bigint; incoming: bigint }>(sql`
        select count(*) as movements, coalesce(sum(amount_minor), 0)::bigint as total,
               (select count(*) from transactions where organization_id = ${organizationId} and amount_minor > 0) as incoming
          from bank_movements where organization_id = ${organizationId} and state <> 'withdrawn'`);
    const total = account.bookings.reduce((sum, booking) => sum + signed(booking), 0n);
    const booked = { movements: BigInt(account.bookings.length), total, incoming: BigInt(deposits + 1) };
    assert.deepEqual({ ...found }, booked);
    const [only, ...others] = await explainBalances(world.service, organizationId);
    assert.equal(others.length, 0);
    const { statement } = present(only, "the account was reported");
    assert.equal(statement?.closingMinor, balanceAfter(account, dayAt(DAYS - 1)));
    assert.equal(statement?.parts.missingMinor, 0n);
    assert.equal(statement?.parts.openingMinor, account.openingMinor - 1_000_000n);
    const fees = account.bookings.filter(({ entry }) => entry.additionalInformation !== undefined);
    assert.equal(
      statement?.parts.unmatchedMinor,
      fees.reduce((sum, booking) => sum + signed(booking), 0n),
      "only fees are unknown to the ledger",
    );
  }

  test("whatever is paid and booked, and in whatever order and however often it is reported", async () => {
    const rounds = roundsOf({ full: 60, ordinary: 2 });
    for (let round = 0; round < rounds; round += 1) await oneHistory();
  });
});
