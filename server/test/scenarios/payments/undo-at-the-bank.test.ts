import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { type BankFileId, type BankRail, changeConnection, moveConnection, type testConnection } from "#bank/exchange";
import { recordReturnNotice } from "#bank/file-rails/notices/record-notices.ts";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { verifyLedger } from "#records/ledger/check";
import { entriesIn, readStrictly, returnFile } from "../../kit/banks/ach-bank.ts";
import { type BankAtFolder, bankAtFolder, TEST_BANK } from "../../kit/banks/bank-at-folder.ts";
import { newExchangeFolder, newLiveConnection, unsentOf } from "../../kit/banks/bank-connections.ts";
import { inject, openWorld, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { payOne } from "../../kit/worlds/pay.ts";
import { browse, newPerson, provedIn, type TestPerson } from "../../kit/worlds/people.ts";
import { setSettings } from "../../kit/worlds/settings.ts";

type ConnectionKey = Pick<Parameters<typeof testConnection>[1], "organizationId" | "connectionId" | "actor">;

const wireSettings = {
  debtorAgentRoutingNumber: TEST_BANK.routingNumber,
  debtorName: "Acme, Inc.",
  initiatingPartyName: "Acme, Inc.",
  initiatingPartyId: "ACME001",
};

/** Payments that should not have been made, and a bank that returns the money, or does not. */
describe("undo at the bank", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let requester: string;
  let approver: string;
  let asking: string;
  let people: readonly [TestPerson, TestPerson];
  const banks = new Map<BankRail, BankAtFolder>();
  const connections = new Map<BankRail, ConnectionKey>();

  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    const { organizationId, accountId } = organization;
    await organization.deposit(accountId, 100_000_000n);
    await setSettings(world, organizationId, { secondFactorGraceDays: 90 });
    for (const rail of ["ach", "wire"] as const) {
      const folder = newExchangeFolder();
      banks.set(rail, await bankAtFolder(folder, world.clock));
      const settings = { channel: { folder, pollSeconds: 5 }, rail };
      const key = await newLiveConnection(world.service, organization, {
        name: rail,
        settings: rail === "wire" ? { ...settings, railSettings: wireSettings } : settings,
      });
      connections.set(rail, key);
    }
    people = [
      await newPerson(world, organizationId, { role: "administrator" }),
      await newPerson(world, organizationId, { role: "approver" }),
    ];
    await signIn();
    asking = await organization.newToken({
      kind: "custom",
      scopes: ["requestSendMoney", "fetchTransactions", "fetchSendMoneyRequests"],
    });
  });
  after(async () => {
    await world.close();
    for (const { folder } of banks.values()) rmSync(folder, { recursive: true, force: true });
  });

  /** Sessions end while days pass. */
  const signIn = async () => {
    [requester, approver] = [await provedIn(world.app, people[0]), await provedIn(world.app, people[1])];
  };
  const work = () => world.work();
  const exchange = async () => {
    for (let pass = 0; pass < 3; pass += 1) {
      await work();
      for (const bank of banks.values()) await bank.exchange();
      world.clock.set(plusMs(world.clock.now(), 2 * MINUTE_MS));
    }
    await work();
  };
  /** To a time in New York, in November or December 2026, and files are exchanged then. */
  const at = async (date: string, time: string) => {
    world.setTime(date, time);
    await exchange();
    await signIn();
  };
  const payTo = async (accountNumber: string, method: "ach" | "domesticWire" = "ach") => {
    const recipientId = await organization.newRecipient(`Payee ${accountNumber}`, accountNumber);
    return payOne(world.service, { ...organization, recipientId }, { method, amountMinor: 250_00n });
  };
  const options = async (id: TransactionId, cookie = requester) =>
    (await browse(world.app, { url: `/transaction/${id}/undo`, cookie })).body;
  const request = (id: TransactionId, reason = "duplicate", more: object = {}) =>
    browse(world.app, { url: `/transaction/${id}/undo`, body: { reason, ...more }, cookie: requester });
  const decide = (undoId: string, verb: string, cookie = approver) =>
    browse(world.app, { url: `/payment-undos/${undoId}/${verb}`, body: {}, cookie });
  /** Requested by one person, approved by another. */
  const undone = async (id: TransactionId, reason?: string): Promise<string> => {
    const requested = await request(id, reason);
    assert.equal(requested.status, 200, requested.text);
    const approved = await decide(requested.body.id, "approve");
    assert.equal(approved.status, 200, approved.text);
    return requested.body.id;
  };
  const payment = async (id: TransactionId) =>
    world.service.database.one<{ status: string; reason: string | null }>(sql`
      select status, reason_for_failure as reason from transactions
       where organization_id = ${organization.organizationId} and transaction_id = ${id}`);
  const stateOf = async (id: TransactionId) => {
    const [undo] = (await options(id)).undos;
    return [(await payment(id)).status, undo?.state, undo?.code];
  };
  const held = async () =>
    world.service.database.one<{ available: bigint }>(sql`
      select available_minor as available from ledger_balances
       where organization_id = ${organization.organizationId} and ledger_account_id = ${organization.accountId}`);
  const booksAgree = async () =>
    assert.deepEqual((await verifyLedger(world.service.database, organization.organizationId)).differences, []);
  const quarantined = async () =>
    (
      await world.service.database.many<{ reason: string }>(sql`
        select reason from bank_files where organization_id = ${organization.organizationId} and state in ('quarantined', 'rejected')`)
    ).map(({ reason }) => reason);
  const notices = async (id: TransactionId) =>
    (
      await world.service.database.many<{ kind: string; code: string }>(sql`
        select kind, code from bank_notices where organization_id = ${organization.organizationId} and transaction_id = ${id}`)
    ).map(({ kind, code }) => `${kind} ${code}`);

  test("a payment can be reversed once it has settled, for five banking days, for a reason of Nacha's", async () => {
    const id = await payTo("11112222");
    assert.match((await options(id)).refusal, /Cancel it instead/);
    assert.equal((await request(id)).code, "undoNotSent");
    await at("2026-11-20", "18:30");
    assert.match((await options(id)).refusal, /can be reversed once it has, which is expected on November 23, 2026/);
    assert.equal((await request(id)).code, "undoNotSettled");
    await at("2026-11-23", "08:31");
    const { possible } = await options(id);
    assert.deepEqual(possible, {
      kind: "reversal",
      reasons: ["duplicate", "wrongAmount", "wrongRecipient", "wrongDate"],
      until: "2026-12-01T23:30:00.000Z",
    });
    assert.equal((await request(id, "fraud")).code, "undoReasonNotAllowed");

    const requested = await request(id, "duplicate", { note: "Paid on the 19th", idempotencyKey: "undo-1" });
    assert.equal(requested.status, 200, requested.text);
    assert.equal(requested.body.state, "requested");
    assert.deepEqual(
      (await request(id, "duplicate", { note: "Paid on the 19th", idempotencyKey: "undo-1" })).body,
      requested.body,
    );
    assert.equal((await request(id)).code, "undoAlreadyOpen");
    const undoId = requested.body.id;
    assert.equal((await decide(undoId, "approve", requester)).code, "ownRequest");
    const [listed] = (await browse(world.app, { url: "/payment-undos", cookie: approver })).body.undos;
    assert.deepEqual([listed.id, listed.allowedActions], [undoId, ["approve", "decline"]]);
    assert.equal((await decide(undoId, "approve")).body.state, "approved");
    assert.equal((await decide(undoId, "approve")).code, "undoDecided");

    await at("2026-11-23", "18:30");
    const [, text] = banks.get("ach")?.sent().at(-1) ?? ["", ""];
    const file = readStrictly(text);
    const [batch] = file.batches;
    assert.equal(batch?.header.companyEntryDescription.trim(), "REVERSAL");
    assert.equal(batch.header.serviceClassCode, "225");
    const [{ entry } = assert.fail("the file has an entry")] = entriesIn(file);
    assert.deepEqual(
      [entry.transactionCode, entry.dfiAccountNumber.trim(), entry.amountMinor],
      ["27", "11112222", 250_00n],
    );
    assert.equal((await decide(undoId, "withdraw", requester)).code, "undoOnItsWay");

    const before = await held();
    await at("2026-11-27", "19:45");
    assert.deepEqual(await stateOf(id), ["sent", "sent", null], "the recipient's bank may still return it");
    await at("2026-11-27", "20:01");
    assert.deepEqual(await stateOf(id), ["reversed", "succeeded", null]);
    assert.match((await payment(id)).reason ?? "", /^BF-REVERSED/);
    assert.equal((await held()).available - before.available, 250_00n);
    assert.equal((await request(id)).code, "undoAlreadyReturned");
    await booksAgree();
    assert.deepEqual(await quarantined(), []);
  });

  test("recipients' banks return reversals, settle them late, or return them after the money counted", async () => {
    const [refused, late, tooLate, forgotten] = [
      await payTo("9909000001"),
      await payTo("9909000003"),
      await payTo("9909000010"),
      await payTo("33334444"),
    ];
    await at("2026-11-30", "18:30");
    await at("2026-12-01", "08:31");
    const before = await held();
    for (const id of [refused, late, tooLate]) await undone(id, "wrongRecipient");
    await at("2026-12-01", "18:30");
    await at("2026-12-03", "10:30");
    assert.deepEqual(await stateOf(refused), ["sent", "refused", "R01"]);
    assert.deepEqual(await stateOf(late), ["sent", "pending", null]);
    assert.equal((await request(refused)).code, "undoRefusedBefore");
    await at("2026-12-04", "20:01");
    assert.deepEqual(await stateOf(tooLate), ["reversed", "succeeded", null]);
    await at("2026-12-08", "20:30");
    assert.deepEqual(await stateOf(late), ["reversed", "succeeded", null]);
    assert.equal((await request(forgotten)).code, "undoTooLate");
    await at("2026-12-18", "10:30");
    assert.deepEqual(await stateOf(tooLate), ["reversed", "takenBack", "R10"]);
    assert.deepEqual(await notices(tooLate), ["reversalReturned R10"]);
    assert.equal((await held()).available - before.available, 500_00n, "each payment is back once");
    await booksAgree();
    assert.deepEqual(await quarantined(), []);
  });

  test("a payment that is returned while its reversal is on its way is back once, and a person looks at it", async () => {
    const [overtaken, twice] = [await payTo("55556666"), await payTo("55556667")];
    await at("2026-12-18", "18:30");
    await at("2026-12-21", "08:31");
    const before = await held();
    const original = readStrictly(banks.get("ach")?.sent().at(-1)?.[1] ?? "");
    const [first, second] = entriesIn(original);
    assert.ok(first !== undefined && second !== undefined);
    await undone(overtaken);
    await undone(twice);
    await at("2026-12-21", "18:30");
    banks.get("ach")?.deliver("returns-a.ach", returnFile(original, [{ entry: first, code: "R03" }], "2026-12-22"));
    await at("2026-12-22", "10:00");
    assert.deepEqual(await stateOf(overtaken), ["reversed", "overtaken", null]);
    assert.deepEqual(await notices(overtaken), ["paidBackTwice BF-TWICE"]);
    await at("2026-12-24", "20:01");
    assert.deepEqual(await stateOf(twice), ["reversed", "succeeded", null]);
    banks.get("ach")?.deliver("returns-b.ach", returnFile(original, [{ entry: second, code: "R03" }], "2026-12-24"));
    await at("2026-12-28", "10:00");
    assert.deepEqual(await notices(twice), ["paidBackTwice BF-TWICE"]);
    assert.equal((await held()).available - before.available, 500_00n, "each payment is back once");
    await booksAgree();
    assert.deepEqual(await quarantined(), []);
  });

  test("wires are recalled: refused, paid back, pending first, or stopped before they leave", async () => {
    const [refused, back, pending, keeps] = [
      await payTo("9909000001", "domesticWire"),
      await payTo("9909000002", "domesticWire"),
      await payTo("9909000003", "domesticWire"),
      await payTo("9909000010", "domesticWire"),
    ];
    await at("2026-12-28", "11:00");
    await at("2026-12-28", "11:20");
    const before = await held();
    assert.deepEqual((await options(refused)).possible, {
      kind: "recall",
      reasons: ["duplicate", "wrongAmount", "wrongRecipient", "requested", "fraud", "technicalError"],
      until: null,
    });
    for (const id of [refused, back, pending, keeps]) await undone(id, "fraud");
    await at("2026-12-28", "11:40");
    const recalls = banks
      .get("wire")
      ?.sent()
      .filter(([name]) => name.startsWith("camt056"));
    assert.equal(recalls?.length, 4);
    assert.match(recalls?.[0]?.[1] ?? "", /<Cd>FRAD<[/]Cd>/);
    assert.deepEqual(await stateOf(refused), ["sent", "refused", "CUST"]);
    assert.deepEqual(await stateOf(back), ["sent", "granted", null]);
    assert.deepEqual(await stateOf(pending), ["sent", "pending", "NARR"]);
    await at("2026-12-29", "10:30");
    assert.deepEqual(await stateOf(back), ["reversed", "succeeded", null]);
    await at("2026-12-30", "10:30");
    assert.deepEqual(await stateOf(pending), ["sent", "granted", null]);
    assert.deepEqual(await stateOf(keeps), ["sent", "refused", "CUST"]);
    await at("2026-12-31", "10:30");
    assert.deepEqual(await stateOf(pending), ["reversed", "succeeded", null]);
    assert.equal((await held()).available - before.available, 500_00n, "each payment is back once");
    await booksAgree();
    assert.deepEqual(await quarantined(), []);
  });

  test("dishonored and contested returns are notices with a deadline and a next step, once for each message", async () => {
    const { organizationId, recipientId } = organization;
    const transactionId = await payTo("88889999");
    const message = { organizationId, recipientId, transactionId, sourceFileId: world.service.newId<BankFileId>() };
    for (const [code, traceNumber] of [
      ["R67", "021000020000001"],
      ["R67", "021000020000001"],
      ["R73", "021000020000002"],
    ] as const)
      await world.service.database.transaction((tx) =>
        recordReturnNotice(world.service, tx, { ...message, code, traceNumber }),
      );
    const { body } = await browse(world.app, { url: "/bank-notices?open=true&order=asc", cookie: requester });
    const shown = body.notices.filter((notice: { transactionId: string }) => notice.transactionId === transactionId);
    assert.deepEqual(
      shown.map(({ kind, code, meaning }: Record<string, string>) => [kind, code, meaning]),
      [
        ["dishonoredReturn", "R67", "The entry had been returned before."],
        ["contestedReturn", "R73", "The original return was sent in time."],
      ],
    );
    for (const { todo, actBy } of shown) {
      assert.match(todo, /Ask your bank by this date/);
      assert.equal(actBy, "2027-01-05", "two banking days after New Year's Eve");
    }
  });

  test("a token requests and never decides; approvers decline, requesters withdraw", async () => {
    const id = await payTo("77778888");
    await at("2026-12-31", "18:30");
    await at("2027-01-04", "08:31");
    const call = { url: `/transaction/${id}/undo`, body: { reason: "duplicate" } };
    const asked = await inject(world.app, asking, call);
    assert.equal(asked.status, 200, asked.text);
    const { id: undoId } = asked.body;
    const approving = await inject(world.app, asking, { url: `/payment-undos/${undoId}/approve`, body: {} });
    assert.equal(approving.status, 403);
    assert.equal((await decide(undoId, "decline")).body.state, "declined");
    const again = await request(id);
    assert.equal((await decide(again.body.id, "withdraw", approver)).code, "mayNotWithdraw");
    assert.equal((await decide(again.body.id, "withdraw", requester)).body.state, "withdrawn");
    const expiring = await request(id);
    await at("2027-01-12", "09:00");
    assert.deepEqual(await stateOf(id), ["sent", "expired", null]);
    assert.equal((await decide(expiring.body.id, "approve")).code, "undoDecided");
    await booksAgree();
  });

  test("a payment with an identification of its own is reversed, and its bank's answer finds the reversal", async () => {
    const { organizationId, connectionId } = connections.get("ach") ?? assert.fail("there is a connection");
    const railSettings = { individualIdentificationNumber: "ACME UNIT 7" };
    const { endRehearsal } = unsentOf(world.service);
    const changed = { organizationId, connectionId, actor: operator, change: { railSettings }, endRehearsal };
    await changeConnection(world.service, changed);
    const [refused, back] = [await payTo("9909000001"), await payTo("55556668")];
    await at("2027-01-12", "18:30");
    await at("2027-01-13", "08:31");
    for (const id of [refused, back]) await undone(id);
    await at("2027-01-13", "18:30");
    const sent = readStrictly(banks.get("ach")?.sent().at(-1)?.[1] ?? "");
    assert.deepEqual(
      entriesIn(sent).map(({ entry }) => entry.identificationNumber?.trim()),
      ["ACME UNIT 7", "ACME UNIT 7"],
    );
    await at("2027-01-15", "10:30");
    assert.deepEqual(await stateOf(refused), ["sent", "refused", "R01"]);
    await at("2027-01-19", "20:01");
    assert.deepEqual(await stateOf(back), ["reversed", "succeeded", null]);
    await booksAgree();
    assert.deepEqual(await quarantined(), []);
  });

  test("what is no payment, a check, a canceled payment, or one whose bank is gone is not undone", async () => {
    const { organizationId, accountId, token } = organization;
    const deposit = await organization.deposit(accountId, 100n);
    assert.equal((await request(deposit)).code, "undoNotAPayment");
    const recipientId = await organization.newRecipient("Printer");
    const check = await payOne(world.service, { ...organization, recipientId }, { method: "check", amountMinor: 500n });
    const canceled = await payTo("99990001");
    await inject(world.app, token, { method: "POST", url: `/transaction/${canceled}/cancel` });
    assert.equal((await request(canceled)).code, "undoNotPaid");
    const id = await payTo("99990002");
    await at("2027-01-20", "18:30");
    await at("2027-01-21", "08:31");
    assert.equal((await request(check)).code, "undoIsCheck");
    const key = connections.get("ach");
    assert.ok(key?.organizationId === organizationId);
    await moveConnection(world.service, { ...key, trigger: "remove", ...unsentOf(world.service) });
    assert.equal((await request(id)).code, "undoWithoutConnection");
  });
});
