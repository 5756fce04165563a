import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { debitCreditNotification, writeMessage } from "bursar-bank-formats/iso20022";
import { moveConnection, testConnection } from "#bank/exchange";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { newExchangeFolder, newFolderConnection, unsentOf } from "../../kit/banks/bank-connections.ts";
import { type BankAccount, statementOf } from "../../kit/reconciliation/random-bank.ts";
import { inject, openWorld, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { formOf } from "../../kit/service/upload.ts";
import { browse, newPerson, provedIn, signedIn } from "../../kit/worlds/people.ts";

/** A statement as a bank's website exports it. */
const messyBai2 = `01,021000021,ACME,261120,0400,1,,,2
02,ACME,021000021,1,261119,,USD,2/

03,400000001,USD,010,100000,,,015,125000,,/
16,195,30000,0,20261119MMQFMP2K000123,,ORIG:NORTH PIER CO
16,698,5000,Z,,,MONTHLY FEE/
49,260000,4
98,260000,1,6
99,260000,1,8
`;

describe("statements of the bank", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let bookkeeper: string;
  let administrator: string;
  const folder = newExchangeFolder();
  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    const { organizationId } = organization;
    bookkeeper = await signedIn(world.app, await newPerson(world, organizationId, { role: "bookkeeper" }));
    administrator = await provedIn(world.app, await newPerson(world, organizationId, { role: "administrator" }));
  });
  after(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const send = async (content: string, cookie = bookkeeper) => {
    const { body: payload, headers } = formOf(Buffer.from(content), "statement.txt");
    const response = await world.app.api.inject({
      method: "POST",
      url: "/reconciliation/statements",
      headers: { ...headers, cookie, "sec-fetch-site": "same-origin" },
      payload,
    });
    return { status: response.statusCode, body: response.json() };
  };
  const get = async (url: string) => (await inject(world.app, organization.token, { url })).body;
  const listed = (state = "open") => get(`/reconciliation/${organization.accountId}/movements?state=${state}`);
  const balances = async () => (await get("/reconciliation")).accounts[0];
  const decide = (url: string, body?: object, cookie = bookkeeper) =>
    browse(world.app, { method: "POST", url: `/reconciliation/${url}`, cookie, ...(body && { body }) });

  test("need a connection, and must be statements of the organization's accounts", async () => {
    const early = await send(messyBai2);
    assert.equal(early.body.errors.errorCode, "statementNeedsConnection");
    const { organizationId } = organization;
    const { connectionId } = await newFolderConnection(world.service, organization, {
      settings: { channel: { folder } },
    });
    const key = { organizationId, connectionId, actor: operator };
    await testConnection(world.service, key);
    await moveConnection(world.service, { ...key, trigger: "rehearse", ...unsentOf(world.service) });
    for (const content of [
      "%PDF-1.7",
      messyBai2.replace("400000001", "998877661"),
      messyBai2.replace("30000", "30001"),
    ]) {
      const { status, body } = await send(content);
      assert.deepEqual([status, body.errors.errorCode], [400, "statementNotImported"]);
      assert.doesNotMatch(JSON.stringify(body), /998877661/, "no account number in full");
    }
    assert.deepEqual((await get("/reconciliation")).accounts, []);
  });

  test("from a person are compared with the ledger, but make no money", async () => {
    const { status, body } = await send(messyBai2);
    assert.deepEqual([status, body.state, body.transactions, body.format], [200, "processed", 2, "bai2"]);
    const again = await send(messyBai2);
    assert.equal(again.body.state, "repeated");
    const { movements, inTransit } = await listed();
    assert.deepEqual(inTransit, []);
    assert.deepEqual(
      movements.map(({ amount, counterparty, code }: Record<string, unknown>) => ({ amount, counterparty, code })),
      [
        { amount: -50, counterparty: "MONTHLY FEE", code: "BAI/698" },
        { amount: 300, counterparty: "NORTH PIER CO", code: "BAI/195" },
      ],
    );
    const { statement, bank } = await balances();
    assert.equal(statement.closesOn, "2026-11-19");
    assert.deepEqual([statement.closingBalance, statement.ledgerBalance, statement.difference], [1250, 0, 1250]);
    assert.deepEqual([statement.opening, statement.unmatched, statement.inTransit], [1000, 250, 0]);
    assert.deepEqual([bank.count, bank.total, bank.ages], [2, 250, [2, 0, 0, 0]]);
  });

  test("are matched by people where the sums agree, and matches can be undone", async () => {
    const [fee, incoming] = (await listed()).movements;
    const deposit = await organization.deposit(organization.accountId, 30_000n);
    const match = { movementIds: [incoming.id], transactionIds: [deposit] };
    const differs = await decide("matches", { ...match, movementIds: [incoming.id, fee.id] });
    assert.equal(differs.code, "matchSumsDiffer");
    const unknown = await decide("matches", { ...match, transactionIds: [organization.recipientId] });
    assert.equal(unknown.code, "entryNotOpen");
    const [suggested] = (await listed()).movements[1].transactions;
    assert.equal(suggested.transactionId, deposit, "the same amount on a near day");
    const matched = await decide("matches", match);
    assert.equal(matched.status, 200, matched.text);
    assert.equal((await decide("matches", match)).code, "movementNotOpen");
    const found = await listed("matched");
    assert.deepEqual(
      found.movements.map(({ id, canUndo }: Record<string, unknown>) => ({ id, canUndo })),
      [{ id: incoming.id, canUndo: true }],
    );
    assert.equal(found.movements[0].transactions[0].transactionId, deposit);
    assert.equal((await balances()).statement.unmatched, -50);
    assert.equal((await decide(`matches/${matched.body.matchId}/undo`)).status, 200);
    assert.equal((await decide(`matches/${matched.body.matchId}/undo`)).code, "matchNotUndoable");
    assert.equal((await balances()).statement.unmatched, 250);
  });

  test("are booked by who manages the organization, once", async () => {
    const [fee, incoming] = (await listed()).movements;
    assert.equal((await decide(`movements/${incoming.id}/book`)).status, 403, "a bookkeeper does not make money");
    const booked = await decide(`movements/${incoming.id}/book`, undefined, administrator);
    assert.equal(booked.status, 200, booked.text);
    assert.equal((await decide(`matches/${booked.body.matchId}/undo`)).code, "matchNotUndoable");
    assert.equal((await decide(`movements/${incoming.id}/book`, undefined, administrator)).code, "movementNotOpen");
    const { body } = await inject(world.app, organization.token, { url: "/transactions?order=desc" });
    const [newest] = body.transactions;
    assert.deepEqual(
      [newest.amount, newest.kind, newest.counterpartyName],
      [300, "incomingDomesticWire", "NORTH PIER CO"],
    );
    assert.equal((await decide(`movements/${fee.id}/book`, undefined, administrator)).status, 200);
    const [debit] = (await inject(world.app, organization.token, { url: "/transactions?order=desc" })).body
      .transactions;
    assert.deepEqual(
      [debit.amount, debit.kind, debit.status, debit.counterpartyName, debit.bankDescription],
      [-50, "other", "sent", "MONTHLY FEE", "MONTHLY FEE"],
    );
    assert.equal((await decide(`movements/${fee.id}/book`, undefined, administrator)).code, "movementNotOpen");
    assert.equal((await balances()).statement.unmatched, 0);
  });

  test("that the bank delivers book incoming money at once, and set aside what is about another company", async () => {
    const names = new Set(["bank-files", "reconciliation"]);
    const deliver = async (name: string, content: string) => {
      writeFileSync(join(folder, "inbox", name), content);
      for (let pass = 0; pass < 3; pass += 1) {
        world.clock.set(plusMs(world.clock.now(), 5 * MINUTE_MS));
        await acrossOrganizations(() => runUntilIdle(world.app.jobs.filter((job) => names.has(job.name))));
      }
    };
    const entry = {
      amountMinor: 7_500n,
      direction: "credit" as const,
      status: "BOOK" as const,
      bankReference: "CHK-1",
      bookedOn: "2026-11-20",
      transactionCode: ["PMNT", "RCHQ", "CCHQ"] as const,
      transactions: [{ debtor: { name: "Heron Freight" }, remittance: "Invoice 7" }],
    };
    const notice = (other: string) =>
      writeMessage(
        debitCreditNotification({
          messageId: `N-${other}`,
          statementId: "N-1",
          createdAt: "2026-11-20T18:00:00Z",
          entries: [entry],
          account: { number: { other }, currency: "USD" },
        }),
      );
    await deliver("notice.xml", notice("000400000001"));
    await deliver("others.xml", notice("998877661"));
    const day: BankAccount = {
      accountNumber: "400000001",
      openingMinor: 125_000n,
      bookings: [{ on: "2026-11-20", entry: { ...entry, transactions: [] } }],
    };
    await deliver("statement.xml", statementOf(day, "2026-11-20", "2026-11-19"));
    const files = await world.service.database.many<{ state: string }>(sql`
      select state from bank_files where organization_id = ${organization.organizationId} order by file_id`);
    assert.deepEqual(
      files.slice(-3).map(({ state }) => state),
      ["processed", "processed", "processed"],
    );
    const open = await inject(world.app, organization.token, { url: "/bank-file-items?open=true" });
    const [item, ...others] = open.body.items;
    assert.deepEqual(others, []);
    assert.deepEqual([item.kind, item.fileName, item.subject], ["otherAccount", "others.xml", "••••7661 USD"]);
    assert.match(item.reason, /••••7661, which is not an account of this organization/);
    assert.match(item.nextStep, /add it and process the file again/);
    const { body } = await inject(world.app, organization.token, { url: "/transactions?order=desc" });
    const [newest] = body.transactions;
    assert.deepEqual(
      [newest.amount, newest.kind, newest.counterpartyName, newest.externalMemo],
      [75, "checkDeposit", "Heron Freight", "Invoice 7"],
    );
    const { statement } = await balances();
    assert.deepEqual([statement.closesOn, statement.closingBalance], ["2026-11-20", 1325]);
    const { opening, missingStatements, timing, unmatched, inTransit, difference } = statement;
    assert.equal(opening + missingStatements + timing + unmatched + inTransit, difference);
    assert.deepEqual([opening, missingStatements, unmatched], [1000, 0, 0]);
  });
});
