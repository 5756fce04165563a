import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { extractText } from "unpdf";
import type { ShownCheck, ShownCheckException } from "#administration/commands/banks/check-commands.ts";
import { runAdminCommand } from "#administration/commands/commands.ts";
import { moveConnection, testConnection } from "#bank/exchange";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { verifyLedger } from "#records/ledger/check";
import { newExchangeFolder, newFolderConnection, unsentOf } from "../../kit/banks/bank-connections.ts";
import {
  checkSettings,
  issuedIn,
  openCheckBank,
  paidFilesComeLater,
  sentFiles,
  writePaidFile,
} from "../../kit/banks/check-bank.ts";
import { signaturePng } from "../../kit/banks/signature.ts";
import { openWorld, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { refusedWith } from "../../kit/service/received-refusals.ts";
import { payOne } from "../../kit/worlds/pay.ts";
import { browse, newPerson, provedIn } from "../../kit/worlds/people.ts";

const DEPOSITED = 10_000_000n;

/** A company whose bank prints and mails its checks. */
describe("checks over a folder", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let bank: Awaited<ReturnType<typeof openCheckBank>>;
  const folder = newExchangeFolder();

  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, DEPOSITED);
    bank = await openCheckBank(folder, world.clock);
    const { connectionId } = await newFolderConnection(world.service, organization, {
      name: "First Example Bank, checks",
      settings: {
        rail: "check",
        railSettings: { ...checkSettings, fractionalRoutingNumber: "12-3456/7890" },
        channel: { folder },
      },
      secrets: { signatureImage: signaturePng().toString("base64") },
    });
    const key = { organizationId: organization.organizationId, connectionId, actor: operator };
    await testConnection(world.service, key);
    await moveConnection(world.service, { ...key, trigger: "rehearse", ...unsentOf(world.service) });
    await moveConnection(world.service, { ...key, trigger: "goLive", ...unsentOf(world.service) });
  });
  after(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const work = () => world.work();
  /** Minutes pass, in which both sides read what the other one wrote. A file is read once it has not grown for a while. */
  const exchangeFiles = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      await work();
      await bank.work();
      world.clock.set(plusMs(world.clock.now(), 5 * MINUTE_MS));
    }
    await work();
  };
  /** To a time in New York. */
  const at = async (date: string, time: string, rounds = 3) => {
    world.setTime(date, time);
    await exchangeFiles(rounds);
  };
  const statuses = async (ids: readonly TransactionId[]) =>
    world.service.database.many<{ status: string; number: string | null; reason: string | null }>(sql`
      select status, check_number as number, reason_for_failure as reason from transactions
       where organization_id = ${organization.organizationId} and transaction_id = any (${ids}::uuid[]) order by transaction_id`);
  const checks = async () =>
    world.service.database.many<{ number: bigint; state: string; code: string | null }>(sql`
      select check_number as number, state, code from checks where organization_id = ${organization.organizationId} order by check_number`);

  const operate = (command: string, input: object) =>
    runAdminCommand(
      { service: world.service, sandbox: undefined },
      { command, input: { organization: organization.organizationId, ...input }, actor: operator },
    );
  const payChecks = async (amounts: readonly bigint[]) => {
    const ids: TransactionId[] = [];
    for (const amountMinor of amounts)
      ids.push(await payOne(world.service, organization, { amountMinor, method: "check" }));
    return ids;
  };
  /** The states of the last files of voids. */
  const ofVoidFiles = async (last: number) =>
    (
      await world.service.database.many<{ state: string }>(sql`
        select f.state from bank_files f
         where f.organization_id = ${organization.organizationId}
           and f.file_id in (select file_id from check_voids where organization_id = ${organization.organizationId}) order by f.file_id`)
    )
      .slice(-last)
      .map(({ state }) => state);
  const available = async () =>
    (
      await world.service.database.one<{ available: bigint }>(sql`
        select available_minor as available from ledger_balances
         where organization_id = ${organization.organizationId} and ledger_account_id = ${organization.accountId}`)
    ).available;

  test("eleven checks are numbered, issued, printed, and mailed; the bank pays, refuses, or stops them", async () => {
    const amounts = [
      2_500n,
      2_501n,
      2_502n,
      2_503n,
      9_901_01n,
      2_505n,
      9_902_01n,
      9_905_01n,
      9_906_01n,
      2_509n,
      9_907_01n,
    ];
    const ids = await payChecks(amounts);
    await at("2026-11-20", "13:00", 4);
    const [issue, ...others] = sentFiles(folder, ".txt");
    assert.ok(issue !== undefined && others.length === 0);
    assert.deepEqual(
      issuedIn(folder, issue).map(({ checkNumber, status, amountMinor }) => [checkNumber, status, amountMinor]),
      amounts.map((amountMinor, index) => [1001 + index, "issued", amountMinor]),
    );
    const [pdf, ...more] = sentFiles(folder, ".pdf");
    assert.ok(pdf !== undefined && more.length === 0);
    const printed = readFileSync(join(folder, "outbox", pdf));
    assert.match(printed.toString("latin1"), /^%PDF-1\.7/);
    const { text } = await extractText(new Uint8Array(printed), { mergePages: true });
    assert.equal(text.split("12-3456/7890").length - 1, amounts.length, "the fraction is on each check");
    assert.match(printed.toString("latin1"), /\/Subtype \/Image/, "the signature is in the file");
    await at("2026-11-20", "17:01");
    assert.deepEqual(
      (await statuses(ids)).map(({ status, number }) => [status, number]),
      amounts.map((amount, index) => {
        if (amount === 9_901_01n) return ["failed", null];
        // The bank reports the return of one before its mailing, and says nothing about another.
        return amount === 9_906_01n || amount === 9_907_01n ? ["pending", null] : ["sent", String(1001 + index)];
      }),
    );
    const [, , , third = ""] = ids;
    const stop = () => operate("checks.stop", { transactionId: third });
    assert.deepEqual(await stop(), { outcome: "requested" });
    assert.deepEqual(await stop(), { outcome: "requested" }, "once");
    assert.equal((await statuses(ids))[3]?.status, "sent", "the check may be cashed until the bank accepts the stop");
    await at("2026-11-23", "09:00");
    assert.deepEqual(
      issuedIn(folder, sentFiles(folder, ".txt")[1] ?? "").map(({ checkNumber, status }) => [checkNumber, status]),
      [[1004, "void"]],
    );
    assert.equal((await statuses(ids))[3]?.status, "reversed");

    await at("2026-11-24", "18:00");
    assert.deepEqual(
      (await checks()).map(({ state, code }) => (code === null ? state : `${state} ${code}`)),
      [
        "paid",
        "paid",
        "paid",
        "stopped CK-STOP",
        "void CK-PRINT",
        "paid",
        "stopped CK-STOP",
        "paid",
        "returned CK-UNPAID",
        "paid",
        "numbered",
      ],
    );
    const out = amounts
      .filter((_, index) => [0, 1, 2, 5, 7, 9, 10].includes(index))
      .reduce((sum, amount) => sum + amount, 0n);
    assert.equal(await available(), DEPOSITED - out, "only the money of checks that are out or paid is gone");
    const [first = ""] = ids;
    await assert.rejects(operate("checks.stop", { transactionId: first }), refusedWith("checkNotStoppable"));
    await assert.rejects(operate("checks.confirmStop", { transactionId: third }), refusedWith("checkStopNotOpen"));
    assert.deepEqual((await verifyLedger(world.service.database, organization.organizationId)).differences, []);
  });

  test("presented checks that are not what was issued wait for people, once, and change nothing", async () => {
    const reported = { checkNumber: 1011, amountMinor: 990_702n, paidDate: "2026-11-25" };
    const unknown = { checkNumber: 77, amountMinor: 500n, paidDate: "2026-11-25" };
    const contradiction = { status: "stopped", checkNumber: 1001, amountMinor: 2_500n } as const;
    writePaidFile(folder, "altered.csv", [reported, unknown]);
    writePaidFile(folder, "altered-again.csv", [unknown, reported]);
    writePaidFile(folder, "stopped-after-payment.csv", [contradiction]);
    await at("2026-11-25", "19:00", 2);
    const exceptions = (await operate("checks.exceptions", {})) as readonly ShownCheckException[];
    assert.deepEqual(exceptions.map(({ checkNumber, kind, amount }) => [checkNumber, kind, amount]).toSorted(), [
      ["1011", "amountMismatch", 9907.02],
      ["77", "paidWithoutIssue", 5],
    ]);
    assert.equal(exceptions[0]?.decideBy, "2026-11-27T18:00:00.000Z", "13:00 in New York, after Thanksgiving");
    const transactionId = exceptions.find((exception) => exception.transactionId !== null)?.transactionId;
    const shown = (await operate("checks.show", { transactionId })) as ShownCheck;
    assert.deepEqual([shown.checkNumber, shown.state, shown.exceptions.length], ["1011", "numbered", 1]);

    const { state, reason } = await world.service.database.one<{ state: string; reason: string }>(sql`
      select f.state, i.reason from bank_files f join bank_file_items i using (organization_id, file_id)
       where f.organization_id = ${organization.organizationId} and f.name = 'stopped-after-payment.csv'`);
    assert.equal(state, "processed");
    assert.match(reason, /Check 1001 is reported as stopped, but the bank has paid it/);
  });

  test("a second person confirms that a presented check is returned; it is stopped, and its money is back", async () => {
    const { organizationId } = organization;
    const ada = await newPerson(world, organizationId);
    const ben = await newPerson(world, organizationId);
    const [asAda, asBen] = [await provedIn(world.app, ada), await provedIn(world.app, ben)];
    const listed = await browse(world.app, { url: "/check-exceptions", cookie: asAda });
    const [altered] = listed.body.exceptions.filter(
      (exception: ShownCheckException) => exception.transactionId !== null,
    );
    const [unknown] = listed.body.exceptions.filter(
      (exception: ShownCheckException) => exception.transactionId === null,
    );
    assert.deepEqual(
      [altered.issuedAmount, altered.payee, unknown.issuedAmount, unknown.payee],
      [9907.01, "Globex", null, null],
    );
    const decide = (id: string, decision: string, cookie: string) =>
      browse(world.app, { method: "POST", url: `/check-exceptions/${id}/decision`, body: { decision }, cookie });
    const proposed = await decide(altered.id, "return", asAda);
    assert.equal(proposed.status, 202, proposed.text);
    const waiting = await browse(world.app, { url: "/control-changes", cookie: asBen });
    assert.match(
      waiting.text,
      /Return check 1011 of \$9,907\.02, which was issued for \$9,907\.01 \(bank's deadline: November 27, 2026 at 1:00 PM Eastern Time\)/,
    );
    const confirm = (cookie: string) =>
      browse(world.app, { method: "POST", url: `/control-changes/${proposed.body.changeId}/confirm`, cookie });
    assert.notEqual((await confirm(asAda)).status, 200, "not by the person who proposed it");
    assert.equal((await confirm(asBen)).status, 200);
    assert.equal((await decide(altered.id, "pay", asBen)).body.errors.errorCode, "checkExceptionDecided");
    const check = async () =>
      (await browse(world.app, { url: `/checks/${altered.transactionId}`, cookie: asBen })).body;
    assert.deepEqual([(await check()).state, (await check()).stop.state], ["numbered", "waiting"]);
    assert.equal((await decide(unknown.id, "pay", asBen)).status, 202);
    await at("2026-11-27", "10:00", 4);
    const shown = (await operate("checks.show", { transactionId: altered.transactionId })) as ShownCheck;
    assert.deepEqual([shown.state, shown.stop?.state], ["stopped", "accepted"]);
    assert.equal((await statuses([altered.transactionId]))[0]?.status, "reversed");
    assert.deepEqual((await verifyLedger(world.service.database, organizationId)).differences, []);
  });

  test("the bank refuses to stop what it has paid: a paid check stays paid, in whatever order its files arrive", async () => {
    const [early, single, first] = await payChecks([4_000n, 4_001n, 4_002n]);
    await at("2026-11-27", "13:00", 4);
    await at("2026-11-27", "17:01");
    const [second] = await payChecks([4_003n]);
    await at("2026-11-30", "13:00", 4);
    await at("2026-11-30", "17:01");
    const shown = async (transactionId = "") => {
      const check = (await operate("checks.show", { transactionId })) as ShownCheck;
      return [check.state, check.stopOutcome, check.stop?.state ?? null, check.stop?.reason ?? null];
    };
    const stop = async (transactionId: string | undefined) =>
      assert.deepEqual(await operate("checks.stop", { transactionId }), { outcome: "requested" });
    const spent = await available();
    assert.deepEqual(await shown(early), ["mailed", "requested", null, null]);

    // The paid line arrives between the stop and its answer.
    await stop(early);
    assert.deepEqual(await shown(early), ["mailed", null, "waiting", null]);
    writePaidFile(folder, "early.csv", [{ checkNumber: 1012, amountMinor: 4_000n, paidDate: "2026-11-30" }]);
    for (let round = 0; round < 2; round += 1) {
      await work();
      world.clock.set(plusMs(world.clock.now(), 5 * MINUTE_MS));
    }
    const paid = ["paid", null, "refused", "The bank paid the check on 2026-11-30."];
    assert.deepEqual(await shown(early), paid);
    await exchangeFiles(2);
    assert.deepEqual(await shown(early), paid, "the bank accepts the stop too late");

    // The bank has paid two of the checks, but the file that says so is late.
    world.setTime("2026-12-01", "05:01");
    const late = await paidFilesComeLater(folder, bank.work);
    assert.equal(late.count, 1);
    for (const transactionId of [first, second]) await stop(transactionId);
    await exchangeFiles(3);
    assert.deepEqual(await shown(first), ["mailed", "requested", "refused", "The check was paid before"]);
    assert.deepEqual(await shown(second), ["stopped", null, "accepted", null]);
    await stop(single);
    await exchangeFiles(3);
    assert.deepEqual(await shown(single), ["mailed", "requested", "refused", "The check was paid before"]);
    assert.deepEqual(await ofVoidFiles(3), ["acknowledged", "acknowledged", "rejected"]);
    assert.equal(await available(), spent + 4_003n, "only the money of the check that was stopped is back");
    late.arrive();
    await exchangeFiles(2);
    assert.deepEqual(
      [await shown(first), await shown(single)].map(([state]) => state),
      ["paid", "paid"],
    );
    assert.deepEqual(
      (await statuses([early ?? "", single ?? "", first ?? "", second ?? ""] as TransactionId[])).map(
        (row) => row.status,
      ),
      ["sent", "sent", "sent", "reversed"],
    );
    assert.equal(await available(), spent + 4_003n);
    assert.deepEqual((await verifyLedger(world.service.database, organization.organizationId)).differences, []);
  });

  test("a rehearsal uses no numbers; checks of our own printer are in the mail when a person says so", async () => {
    const accountId = await organization.newAccount("Payroll");
    await organization.deposit(accountId, 100_000n);
    const ownFolder = newExchangeFolder();
    const { connectionId } = await newFolderConnection(world.service, organization, {
      name: "First Example Bank, our printer",
      accountIds: [accountId],
      settings: {
        rail: "check",
        channel: { folder: ownFolder },
        railSettings: { ...checkSettings, printedBy: "us", answerMinutes: 0, firstCheckNumber: 501 },
      },
    });
    const key = { organizationId: organization.organizationId, connectionId, actor: operator };
    await testConnection(world.service, key);
    await moveConnection(world.service, { ...key, trigger: "rehearse", ...unsentOf(world.service) });
    const payFrom = (amountMinor: bigint) =>
      payOne(world.service, organization, { amountMinor, method: "check", accountIds: [accountId] });
    const ofConnection = () =>
      world.service.database.many<{ id: string; format: string; state: string }>(sql`
        select file_id as id, format, state from bank_files
         where organization_id = ${organization.organizationId} and connection_id = ${connectionId} order by file_id`);
    const rehearsed = await payFrom(900n);
    await at("2026-12-03", "13:00", 1);
    assert.deepEqual(
      (await ofConnection()).map(({ format, state }) => [format, state]),
      [
        ["positive-pay", "rehearsed"],
        ["checks-pdf", "rehearsed"],
      ],
    );
    assert.equal((await statuses([rehearsed]))[0]?.status, "failed");

    await moveConnection(world.service, { ...key, trigger: "goLive", ...unsentOf(world.service) });
    const [mailed, stopped] = [await payFrom(1_000n), await payFrom(1_001n)];
    await at("2026-12-04", "13:00", 1);
    const [, , issue, pdf] = await ofConnection();
    assert.deepEqual([issue?.state, pdf?.state], ["sent", "kept"]);
    assert.deepEqual(
      issuedIn(ownFolder, sentFiles(ownFolder, ".txt")[0] ?? "").map(({ checkNumber }) => checkNumber),
      [501, 502],
    );
    assert.deepEqual(sentFiles(ownFolder, ".pdf"), [], "the PDF stays here");
    await assert.rejects(operate("checks.mailed", { fileId: issue?.id }), refusedWith("checksNotPrinted"));
    assert.deepEqual(await operate("checks.stop", { transactionId: stopped }), { outcome: "requested" });
    assert.deepEqual(await operate("checks.mailed", { fileId: pdf?.id }), { checks: 2 });
    await at("2026-12-04", "13:30", 1);
    await operate("checks.confirmStop", { transactionId: stopped });
    await work();
    assert.deepEqual(
      (await statuses([mailed, stopped])).map(({ status, number }) => [status, number]),
      [
        ["sent", "501"],
        ["reversed", "502"],
      ],
    );
    rmSync(ownFolder, { recursive: true, force: true });
  });
});
