import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { StatementEntryFacts } from "bursar-bank-formats/iso20022";
import { addBankingDays } from "bursar-banking/calendar/business-day";
import { sql } from "#kernel/sql/sql.ts";
import { runReconciliation } from "#reports/reconciliation";
import { explainBalances } from "#reports/reconciliation/reads/explain-balances.ts";
import { importReport } from "../../kit/reconciliation/import-report.ts";
import { newBankMovement } from "../../kit/reconciliation/new-movement.ts";
import { movePayments, payInFile } from "../../kit/reconciliation/pay-in-file.ts";
import { type BankAccount, intradayOf, statementOf } from "../../kit/reconciliation/random-bank.ts";
import { inject, openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { browse, newPerson, provedIn } from "../../kit/worlds/people.ts";
import { confirm } from "../../kit/worlds/two-people.ts";

const MONDAY = Temporal.PlainDate.from("2026-11-30");
const OPENING = 100_000n;

const world = await openWorldOfFile();

describe("what the bank books and takes back", () => {
  let organization: TestOrganization;
  let account: BankAccount;
  let days = 0;
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
    more: Partial<StatementEntryFacts>,
  ) =>
    account.bookings.push({
      on: dayOf(index),
      entry: {
        direction,
        amountMinor,
        status: "BOOK",
        bookedOn: dayOf(index),
        transactionCode: ["PMNT", "ICDT", "ATXN"],
        ...more,
      },
    });
  /** Imports the statement of a day and compares what is open. */
  async function report(index: number, changed = (text: string) => text): Promise<void> {
    at(index);
    const text = changed(statementOf(account, dayOf(index), dayOf(index - 1)));
    assert.equal(
      typeof (await importReport(world.service, organization.organizationId, { text, format: "camt.053" })),
      "number",
    );
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
  const idsOf = (payments: Awaited<ReturnType<typeof payInFile>>) => payments.map(({ transactionId }) => transactionId);

  test("a batch without details, one of whose payments it refuses and credits later", async () => {
    at(1);
    const ids = idsOf(await payInFile(world.service, organization, { count: 3, amountMinor: 500n }));
    await movePayments(world.service, organization, ids.slice(0, 2), "confirm");
    await movePayments(world.service, organization, ids.slice(2), "reject");
    book(1, "debit", 1_500n, {});
    await report(1);
    assert.deepEqual(await state(), { atBank: 1, inTransit: 2, difference: -500n });
    book(2, "credit", 500n, { isReversal: true });
    await report(2);
    assert.deepEqual(await state(), settled);
  });

  /** The bank's fee is inside the booking of a payment. */
  const withFee = (text: string, payment: string, fee: string) =>
    text.replace(
      "</Refs>",
      `</Refs><Amt Ccy="USD">${payment}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Chrgs><Rcrd><Amt Ccy="USD">${fee}</Amt></Rcrd></Chrgs>`,
    );

  test("a payment together with its fee: the payment is found by its own amount, and the fee is booked by two people", async () => {
    const { organizationId } = organization;
    at(1);
    const payments = await payInFile(world.service, organization, { count: 1, amountMinor: 1_500n });
    await movePayments(world.service, organization, idsOf(payments), "confirm");
    const [endToEndId] = payments.map(({ reference }) => reference);
    const transactionCode = ["PMNT", "ICDT", "DMCT"] as const;
    book(1, "debit", 1_526n, {
      transactionCode,
      bankReference: "B1",
      transactions: [{ endToEndId: endToEndId ?? "" }],
    });
    // Intraday, the bank says nothing of the fee.
    const intraday = () =>
      importReport(world.service, organizationId, { text: intradayOf(account, dayOf(1), 1), format: "camt.052" });
    assert.equal(await intraday(), 1);
    await report(1, (text) => withFee(text, "15.00", "0.26"));
    assert.deepEqual(await state(), { atBank: 1, inTransit: 0, difference: -26n });
    const { movements } = (
      await inject(world.app, organization.token, {
        url: `/reconciliation/${organization.accountId}/movements?state=open`,
      })
    ).body;
    assert.deepEqual(
      movements.map(({ amount, code, counterparty, description }: Record<string, unknown>) => [
        amount,
        code,
        counterparty ?? description,
      ]),
      [[-0.26, "PMNT/ICDT/CHRG", "Bank fee in a booking of $15.26"]],
    );
    const [first, second] = [await newPerson(world, organizationId), await newPerson(world, organizationId)];
    const cookies = [await provedIn(world.app, first), await provedIn(world.app, second)] as const;
    const url = `/reconciliation/movements/${movements[0].id}/book`;
    const proposed = await browse(world.app, { method: "POST", url, cookie: cookies[0] });
    assert.equal(proposed.status, 202, proposed.text);
    assert.equal((await confirm(world.app, proposed.body.changeId, cookies[1])).status, 200);
    assert.deepEqual(await state(), settled);
    // A later intraday report without the fee is about the same booking.
    assert.equal(await intraday(), 1);
    assert.deepEqual(await state(), settled);
  });

  test("a batch whose credit arrives before the ledger has the refusal", async () => {
    at(1);
    const payments = await payInFile(world.service, organization, { count: 2, amountMinor: 700n });
    const ids = idsOf(payments);
    const [, refused] = payments.map(({ reference: endToEndId }) => ({ endToEndId }));
    book(1, "debit", 1_400n, { transactions: payments.map(({ reference: endToEndId }) => ({ endToEndId })) });
    book(1, "credit", 700n, { isReversal: true, transactions: [refused ?? {}] });
    await report(1);
    assert.equal((await state()).atBank, 2, "both payments are still on their way");
    await movePayments(world.service, organization, ids.slice(0, 1), "confirm");
    await runReconciliation(world.service);
    assert.equal((await state()).atBank, 2);
    await movePayments(world.service, organization, ids.slice(1), "reject");
    await runReconciliation(world.service);
    assert.deepEqual(await state(), settled);
  });

  test("refused payments of the same amount wait until it has credited all of them", async () => {
    at(1);
    const files = [1, 2].map(() => payInFile(world.service, organization, { count: 1, amountMinor: 900n }));
    const payments = (await Promise.all(files)).flat();
    await movePayments(world.service, organization, idsOf(payments), "reject");
    for (const { reference: endToEndId } of payments) book(1, "debit", 900n, { transactions: [{ endToEndId }] });
    book(1, "credit", 900n, { isReversal: true });
    await report(1);
    assert.equal((await state()).atBank, 3, "whose credit it is cannot be known");
    book(2, "credit", 900n, { isReversal: true });
    await report(2);
    assert.deepEqual(await state(), settled);
  });

  test("a deposit becomes a return when two people agree", async () => {
    const { organizationId } = organization;
    const payer = { endToEndId: "INV-7", debtor: { name: "Heron Freight" } };
    const code = { transactionCode: ["PMNT", "RCDT", "ATXN"] as const };
    book(1, "credit", 7_500n, { ...code, transactions: [payer] });
    // Of the same payer and amount: only the reference says which one is meant.
    book(1, "credit", 7_500n, { ...code, transactions: [{ ...payer, endToEndId: "INV-8" }] });
    await report(1);
    book(2, "debit", 7_500n, {
      isReversal: true,
      additionalInformation: "Reversal of a credit",
      transactions: [{ endToEndId: "INV-7", creditor: { name: "Heron Freight" } }],
    });
    await report(2);
    assert.deepEqual(await state(), { atBank: 1, inTransit: 0, difference: -7_500n });
    const newAdministrator = async () => provedIn(world.app, await newPerson(world, organizationId));
    const [first, second] = [await newAdministrator(), await newAdministrator()];
    const { id } = await world.service.database.one<{ id: string }>(sql`
      select movement_id as id from bank_movements where organization_id = ${organizationId} and state = 'open'`);
    const proposed = await browse(world.app, {
      method: "POST",
      url: `/reconciliation/movements/${id}/book`,
      cookie: first,
    });
    assert.equal(proposed.status, 202, proposed.text);
    const { changes } = (await browse(world.app, { url: "/control-changes", cookie: second })).body;
    assert.match(changes[0].summary, /Record \$75\.00 .* as the return of the deposit from Heron Freight/);
    assert.equal((await confirm(world.app, proposed.body.changeId, second)).status, 200);
    assert.deepEqual(await state(), settled);
    const { body } = await inject(world.app, organization.token, { url: "/transactions?order=desc" });
    const [returned, , deposit] = body.transactions;
    assert.deepEqual([returned.amount, returned.bankDescription], [-75, "Returned deposit from Heron Freight"]);
    assert.deepEqual(
      returned.relatedTransactions.map((related: { id: string }) => related.id),
      [deposit.id],
      "the one with the reference",
    );
  });

  test("is booked only on an active account that holds it", async () => {
    const { organizationId, accountId } = organization;
    const administrator = await provedIn(world.app, await newPerson(world, organizationId));
    const tooMuch = await newBankMovement(world.service, organization, { amountMinor: OPENING + 1n });
    const all = await newBankMovement(world.service, organization, { amountMinor: OPENING });
    const bookIt = (movementId: string) =>
      browse(world.app, { method: "POST", url: `/reconciliation/movements/${movementId}/book`, cookie: administrator });
    assert.equal((await bookIt(tooMuch)).code, "movementNotCovered");
    await world.owner().run(sql`
      update accounts set status = 'archived' where organization_id = ${organizationId} and account_id = ${accountId}`);
    assert.equal((await bookIt(all)).code, "movementNotBookable");
    await world.owner().run(sql`
      update accounts set status = 'active' where organization_id = ${organizationId} and account_id = ${accountId}`);
    assert.equal((await bookIt(all)).status, 200);
  });
});
