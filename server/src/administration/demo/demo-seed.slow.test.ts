import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { present } from "#kernel/assert.ts";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { readConfig } from "#kernel/process/config.ts";
import { createLog } from "#kernel/process/log.ts";
import type { Database } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { createApp } from "#main/app.ts";
import { openService } from "#main/open-service.ts";
import { verifyAudit } from "#records/audit/trail";
import { verifyLedger } from "#records/ledger/check";
import { verifyPassword } from "#records/people/passwords/password.ts";
import { explainBalances } from "#reports/reconciliation";
import { freshDatabase } from "#test/kit/databases/databases.ts";
import { withTestScope } from "#test/kit/databases/test-scope.ts";
import { advanceTo } from "#test/kit/service/advance-to.ts";
import { demoUnsortedDeposits } from "./demo-company.ts";
import { writeDraft } from "./demo-file.ts";
import { planHistory } from "./demo-history.ts";
import { seedDemo } from "./demo-seed.ts";
import { importDemoStatements } from "./demo-statements.ts";
import { monthlyPayment, supplierRun } from "./desk/desk-plan.ts";

const log = createLog({ level: "silent" });

async function openFresh(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "bursar-demo-"));
  const { url, drop } = await freshDatabase();
  const opened = await openService(
    readConfig({ DATABASE_URL: url, BURSAR_DATA_DIR: folder, BURSAR_LOG_LEVEL: "silent" }),
    log,
  );
  t.after(async () => {
    await opened.close();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, service: withTestScope(opened.service) };
}

test("the first start creates a demo organization with valid books and audit log; the second changes nothing", async (t) => {
  const { folder, service } = await openFresh(t);
  const demo = await seedDemo(service);
  assert.ok(demo);
  assert.equal(statSync(join(folder, "demo.json")).mode & 0o777, 0o600);
  assert.deepEqual(Object.keys(demo), ["baseUrl", "organizationId", "users", "tokens", "accounts", "recipients"]);
  assert.deepEqual(demo.accounts.map(({ kind }) => kind).toSorted(), ["checking", "checking", "savings", "treasury"]);
  assert.deepEqual(
    demo.users.map(({ role }) => role),
    ["administrator", "approver", "bookkeeper"],
  );
  for (const method of paymentMethods)
    assert.ok(
      demo.recipients.some(({ methods }) => methods.includes(method)),
      `no recipient can be paid by ${method}`,
    );

  const report = await verifyLedger(service.database);
  assert.deepEqual(report.differences, []);
  assert.ok(report.transactions > 400n, `${report.transactions} transactions`);
  const app = await createApp(service, { work: false });
  t.after(() => app.close());
  await runUntilIdle(app.jobs);
  const audit = await verifyAudit(service, service.database, demo.organizationId);
  assert.deepEqual(audit.problems, []);
  assert.equal(audit.rowsUnsealed, 0n);
  assert.deepEqual((await verifyLedger(service.database)).differences, [], "background work paid nothing again");

  const { rows, latest, transactions } = await service.database.one<{
    rows: string;
    latest: Date;
    transactions: string;
  }>({
    text: "select string_agg(distinct status, ',' order by status) as rows, max(created_at) as latest, count(*)::text as transactions from transactions",
    values: [],
  });
  assert.equal(rows, "failed,reversed,sent", "every past payment has its final status");
  assert.ok(latest < service.clock.now());
  const incoming = await service.database.many<{ status: string; payments: string }>({
    text: "select status, count(*)::text as payments from incoming_payments group by status",
    values: [],
  });
  const counts = new Map(incoming.map(({ status, payments }) => [status, Number(payments)]));
  const open = await service.database.many<{ payer_name: string }>({
    text: "select payer_name from incoming_payments where status = 'open'",
    values: [],
  });
  assert.deepEqual(
    open.map((row) => row.payer_name).toSorted(),
    [...demoUnsortedDeposits.map(({ from }) => from), "Online shop settlement"].toSorted(),
    "a handful of deposits is left to match",
  );
  assert.ok((counts.get("matched") ?? 0) > 100 && (counts.get("ignored") ?? 0) > 50);
  const before = readFileSync(join(folder, "demo.json"), "utf8");
  assert.deepEqual(await seedDemo(service), demo);
  assert.equal(readFileSync(join(folder, "demo.json"), "utf8"), before);
  const after = await service.database.one<{ transactions: string }>({
    text: "select count(*)::text as transactions from transactions",
    values: [],
  });
  assert.equal(after.transactions, transactions);
});

test("the desk of the first day has something of each kind, moves no money, and leaves the books and the log valid", async (t) => {
  const { service } = await openFresh(t);
  const demo = present(await seedDemo(service, { withDesk: true }), "the demo is made");
  const app = await createApp(service, { work: false });
  t.after(() => app.close());
  const { transactions } = await verifyLedger(service.database);
  await runUntilIdle(app.jobs);
  const report = await verifyLedger(service.database);
  assert.deepEqual(report.differences, []);
  assert.equal(report.transactions, transactions, "no money moves");
  assert.deepEqual((await verifyAudit(service, service.database, demo.organizationId)).problems, []);

  const ask = async (role: string) => {
    const user = present(
      demo.users.find((user) => user.role === role),
      "the demo has a user of each role",
    );
    const { email, password } = user;
    const origin = { origin: service.config.publicUrl, "sec-fetch-site": "same-origin" };
    const session = await app.api.inject({
      method: "POST",
      url: "/session",
      headers: origin,
      payload: { email, password },
    });
    const [cookie = ""] = [session.headers["set-cookie"]].flat();
    const headers = { cookie: cookie.split(";")[0] ?? "" };
    return async (url: string) => (await app.api.inject({ url, headers })).json();
  };
  const approver = await ask("approver");
  const flagged = (await approver("/approvals?flagged=true&limit=100")).requests as { flags: { code: string }[] }[];
  const codes = new Set(flagged.flatMap(({ flags }) => flags.map(({ code }) => code)));
  for (const code of ["detailsChanged", "possibleDuplicate", "firstPayment", "largestEver", "pastDue"])
    assert.ok(codes.has(code), `a request is flagged ${code}`);
  assert.equal((await approver("/approvals?sentBack=true")).requests.length, 1);
  assert.equal((await approver("/approvals?status=rejected")).requests.length, 1);
  const { batches } = await approver("/approval-batches");
  assert.deepEqual(
    batches.map(({ state, waiting }: { state: string; waiting: { count: number } }) => [state, waiting.count]),
    [["submitted", supplierRun.payments.length]],
  );
  const { recurringPayments } = await approver("/recurring-payments");
  assert.equal(recurringPayments.length, 3);
  const next = (await approver("/approvals?limit=100")).requests as { memo: string }[];
  assert.ok(
    next.some(({ memo }) => memo === monthlyPayment.memo),
    "a payment that repeats is requested",
  );
  for (const role of ["administrator", "approver", "bookkeeper"])
    assert.ok((await (await ask(role))("/notifications")).notifications.length > 0, `the ${role} has notifications`);
});

test("its users can sign in with the passwords in the file", async (t) => {
  const { service } = await openFresh(t);
  const demo = await seedDemo(service);
  const stored = await service.database.many<{ email: string; password_hash: string }>({
    text: "select email, password_hash from users",
    values: [],
  });
  assert.equal(stored.length, 3);
  for (const { email, password_hash: hash } of stored) {
    const user = demo?.users.find((candidate) => candidate.email === email);
    assert.ok(user && (await verifyPassword(user.password, hash)));
  }
});

test("a crash leaves no organization, or a complete one with its file", async (t) => {
  const { folder, service } = await openFresh(t);
  // Dies before the commit: the draft exists, the organization does not.
  const dying = {
    ...service,
    database: { ...service.database, transaction: failingCommit(service.database.transaction) },
  };
  await assert.rejects(seedDemo(dying), /killed before the commit/);
  assert.ok(existsSync(join(folder, "demo.json.draft")));
  const demo = await seedDemo(service);
  assert.ok(demo);
  assert.ok(!existsSync(join(folder, "demo.json.draft")));
  const { count } = await service.database.one<{ count: bigint }>({
    text: "select count(*) as count from organizations",
    values: [],
  });
  assert.equal(Number(count), 1);

  // Dies between the commit and the rename: the next start finds the draft and renames it.
  rmSync(join(folder, "demo.json"));
  await writeDraft(folder, demo);
  assert.deepEqual(await seedDemo(service), demo);
  assert.deepEqual(JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")), demo);
});

const failingCommit =
  (transaction: Database["transaction"]): Database["transaction"] =>
  (work) =>
    transaction(async (tx) => {
      await work(tx);
      throw new Error("killed before the commit");
    });

test("one of two processes that start concurrently on one database creates it", async (t) => {
  const { service } = await openFresh(t);
  await Promise.all([seedDemo(service), seedDemo(service)]);
  const { count } = await service.database.one<{ count: bigint }>({
    text: "select count(*) as count from organizations",
    values: [],
  });
  assert.equal(Number(count), 1);
});

test("the history is valid for any first day: funds suffice, and it ends before today", () => {
  // Month ends, a leap day, both clock changes, New Year, and holidays.
  for (const day of [
    "2026-01-01",
    "2026-03-08",
    "2026-11-01",
    "2026-11-21",
    "2027-12-31",
    "2028-02-29",
    "2028-03-01",
    "2029-07-04",
  ]) {
    const now = new Date(`${day}T05:30:00Z`);
    const items = planHistory(now);
    assert.ok(items.length > 380, `${day}: ${items.length} items`);
    const balances = new Map<string, bigint>();
    const add = (account: string, amountMinor: bigint) => {
      const balance = (balances.get(account) ?? 0n) + amountMinor;
      assert.ok(balance >= 0n, `${day}: ${account} can pay`);
      balances.set(account, balance);
    };
    let last = new Date(0);
    for (const item of items) {
      assert.ok(item.at >= last && item.at < now, `${day}: in order and in the past`);
      last = item.at;
      if (item.what !== "deposit") add(item.from, -item.amountMinor);
      if (item.what !== "payment") add(item.to, item.amountMinor);
    }
  }
});

test("the demo's last months are reconciled to the cent, with some movements left to a person, and its bank continues", async (t) => {
  const { service } = await openFresh(t);
  const demo = present(await seedDemo(service), "the demo is made");
  await importDemoStatements(service, demo);
  await importDemoStatements(service, demo);
  const accounts = await explainBalances(service, demo.organizationId as OrganizationId);
  assert.equal(accounts.length, demo.accounts.filter(({ kind }) => kind !== "treasury").length);
  for (const { statement, bank, ledger } of accounts) {
    assert.equal(statement?.differenceMinor, 0n);
    assert.equal(statement.parts.openingMinor + statement.parts.missingMinor + statement.parts.timingMinor, 0n);
    assert.deepEqual([bank.count, bank.totalMinor], [ledger.count, ledger.totalMinor]);
  }
  const open = accounts.reduce((sum, { bank }) => sum + bank.count, 0n);
  assert.ok(open >= 3n && open <= 9n, `${open} movements are open`);

  const app = await createApp(service, { work: false, fileSettleMs: 1 });
  t.after(() => app.close());
  const operating = present(demo.accounts[0], "the demo has accounts").id;
  const call = async (url: string, payload: object) => {
    const headers = { authorization: `Bearer ${demo.tokens.readWrite}` };
    const answer = await app.api.inject({ method: "POST", url: `/api/v1/${url}`, headers, payload });
    return { status: answer.statusCode, body: answer.json() };
  };
  const payee = demo.recipients.find(({ methods }) => methods.includes("ach"));
  const payment = { recipientId: payee?.id, amount: 12.5, paymentMethod: "ach", idempotencyKey: "first" };
  for (const { status, body } of [
    await call(`account/${operating}/transactions`, payment),
    await call(`sandbox/accounts/${operating}/deposit`, { amount: 33.25, name: "Wren Bakery" }),
  ])
    assert.equal(status, 200, JSON.stringify(body));
  const inFiveDays = plusMs(service.clock.now(), 5 * DAY_MS).toISOString();
  await advanceTo((body) => call("sandbox/clock/advance", body), inFiveDays);
  const after = await explainBalances(service, demo.organizationId as OrganizationId);
  const { statement, bank } = present(
    after.find(({ accountId }) => accountId === operating),
    "it is reconciled",
  );
  const before = present(
    accounts.find(({ accountId }) => accountId === operating),
    "it was reconciled",
  );
  assert.ok((statement?.closesOn ?? "") > (before.statement?.closesOn ?? ""), "the bank's own statement follows");
  assert.deepEqual([statement?.differenceMinor, bank.count], [0n, before.bank.count]);
});
