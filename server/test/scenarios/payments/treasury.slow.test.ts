/** A treasury account as its users see it: sweep settings, statements, and a custodian's files. */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { extractText } from "unpdf";
import { runAdminCommand } from "#administration/commands/commands.ts";
import type { ShownImport } from "#administration/commands/treasury-commands.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import type { AccountId } from "#kernel/values/ids.ts";
import { verifyLedger } from "#records/ledger/check";
import { advanceTo } from "../../kit/service/advance-to.ts";
import { inject, openWorldOfFile, operator } from "../../kit/service/full-app.ts";
import { booksOf } from "../../kit/treasury/books.queries.ts";
import { browse, newPerson, provedIn, signedIn, type TestPerson } from "../../kit/worlds/people.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("a treasury account", () => {
  let treasuryId: AccountId;
  let people: readonly [TestPerson, TestPerson];
  let ada: string;
  let ben: string;
  /** Again after days have passed: sessions end. */
  const signIn = async () => {
    ada = await provedIn(world.app, people[0]);
    ben = await provedIn(world.app, people[1]);
  };
  before(async () => {
    treasuryId = await organization.newAccount("Treasury", "treasury");
    await organization.deposit(organization.accountId, 1_000_000_00n);
    people = [await newPerson(world, organization.organizationId), await newPerson(world, organization.organizationId)];
    await signIn();
  });

  const read = async (url: string) => {
    const { status, body, text } = await inject(world.app, organization.token, { url });
    assert.equal(status, 200, text);
    return body;
  };
  const post = (cookie: string, path: string, body: object) =>
    browse(world.app, { url: `/treasury/${treasuryId}/${path}`, cookie, body });
  const move = (sourceAccountId: string, destinationAccountId: string, amount: number) =>
    inject(world.app, organization.token, {
      url: "/transfer",
      body: { sourceAccountId, destinationAccountId, amount },
    });
  const advance = (to: string) =>
    advanceTo((body) => inject(world.app, organization.token, { url: "/sandbox/clock/advance", body }), to);
  const admin = (command: string, input: object) =>
    runAdminCommand({ service: world.service, sandbox: undefined }, { command, input, actor: operator });
  const download = async (statementId: string) => {
    const response = await world.app.api.inject({
      url: `/api/v1/treasury/${treasuryId}/statements/${statementId}/pdf`,
      headers: { authorization: `Bearer ${organization.token}` },
    });
    assert.equal(response.statusCode, 200);
    return response;
  };
  const textOf = async (file: Buffer) => (await extractText(new Uint8Array(file), { mergePages: true })).text;

  test("its sweep is changed by one administrator, after a step-up, and never on top of another change", async () => {
    const on = { version: 0, sweep: true, targetCash: 20_000, minimumSweep: 500 };
    const bookkeeper = await newPerson(world, organization.organizationId, { role: "bookkeeper" });
    assert.equal((await post(await signedIn(world.app, bookkeeper), "sweep", on)).code, "notPermitted");
    assert.equal((await post(ada, "sweep", { ...on, targetCash: 1.005 })).code, "invalidRequest");
    assert.deepEqual((await post(ada, "sweep", on)).body, { ...on, version: 1 });
    assert.equal((await post(ben, "sweep", on)).code, "sweepChanged");
  });

  test("a transfer in is invested, and a rejected order leaves the cash where it is", async () => {
    assert.equal((await move(organization.accountId, treasuryId, 120_000.13)).status, 200);
    await advance("2026-11-24T23:00:00.000Z");
    const [rejected] = (await read(`/treasury/${treasuryId}/transactions?limit=1`)).transactions;
    assert.deepEqual(
      [rejected.type, rejected.amount, rejected.balance, rejected.details.sweepDirection],
      ["oemsMutualFundOrderRejected", -100_000.13, 120_000.13, "in"],
    );
    assert.equal((await move(organization.accountId, treasuryId, 79_999.87)).status, 200);
    await advance("2026-12-03T23:00:00.000Z");
    const { transactions } = await read(`/treasury/${treasuryId}/transactions?order=asc`);
    const sweep = transactions.find(({ type }: { type: string }) => type === "sweepInPosted");
    assert.deepEqual(
      [sweep.amount, sweep.balance, sweep.canonicalDay, sweep.details.tradeAction, sweep.security],
      [-180_000, 200_000, "2026-11-27", "buy", "Sandbox Government Money Market Fund"],
    );
    const deposit = transactions.find(({ type }: { type: string }) => type === "depositComplete");
    assert.equal(deposit.details.depositCounterpartyId, organization.accountId);
    const { netReturns } = (await read("/treasury")).accounts[0];
    assert.deepEqual([netReturns[1].month, netReturns[1].status], ["2026-11-01", "charged"]);
    assert.equal(netReturns[1].dividends[0].securityName, sweep.security);
  });

  test("its statements say what its transactions say, and never change", async () => {
    const { statements } = await read(`/treasury/${treasuryId}/statements?documentType=MonthlyStatement`);
    assert.equal(statements.length, 1);
    const [november] = statements;
    assert.deepEqual([november.periodStart, november.periodEnd], ["2026-11-01", "2026-11-30"]);
    const first = await download(november.id);
    assert.match(
      String(first.headers["content-disposition"]),
      /^attachment; filename="treasury-monthlystatement-2026-11-30\.pdf"$/,
    );
    const text = await textOf(first.rawPayload);
    const { transactions } = await read(`/treasury/${treasuryId}/transactions?order=asc`);
    const inNovember = transactions.filter(
      ({ canonicalDay }: { canonicalDay: string }) => canonicalDay <= "2026-11-30",
    );
    const closing = inNovember.at(-1).balance.toLocaleString("en-US", { minimumFractionDigits: 2 });
    assert.ok(text.includes(`Closing balance $${closing}`), text);
    for (const { description } of inNovember) assert.ok(text.includes(description), description);
    const confirmations = await read(`/treasury/${treasuryId}/statements?documentType=TradeConfirmation`);
    const confirmation = await textOf((await download(confirmations.statements[0].id)).rawPayload);
    assert.match(confirmation, /You bought.*\$180,000\.00/s);
    assert.match(confirmation, /180,000\.0000/);
    // A later transaction dated in November does not change the statement that was issued.
    await admin("treasury.amend", { amount: "1.00", reason: "Interest correction", reference: "correction-1" });
    assert.ok(first.rawPayload.equals((await download(november.id)).rawPayload));
  });

  test("at the end of the month, both accounts' statements, the net returns, and the ledger agree", async () => {
    const cents = (dollars: number): bigint => BigInt(Math.round(dollars * 100));
    const total = (rows: readonly { amount: number }[]): bigint =>
      rows.reduce((sum, { amount }) => sum + cents(amount), 0n);
    type Entry = { type: string; description: string; amount: number; balance: number; canonicalDay: string };
    const entries: readonly Entry[] = (await read(`/treasury/${treasuryId}/transactions?order=asc&limit=1000`))
      .transactions;
    const ofType = (start: string) => entries.filter(({ type }) => type.startsWith(start));
    // What left the checking account is what arrived, on its statement and in the treasury.
    const [checking] = (await read(`/account/${organization.accountId}/statements`)).statements;
    assert.deepEqual([checking.startDate.slice(0, 10), checking.endDate.slice(0, 10)], ["2026-11-01", "2026-11-30"]);
    const list = await read(`/account/${organization.accountId}/transactions?kind=treasuryTransfer`);
    assert.equal(total(list.transactions), -total(ofType("deposit")));
    assert.equal(cents(checking.moneyOut), total(ofType("deposit")));
    // The treasury's statement adds up, and ends with the balance of the month's last transaction.
    const [november] = (await read(`/treasury/${treasuryId}/statements?documentType=MonthlyStatement`)).statements;
    const text = await textOf((await download(november.id)).rawPayload);
    const shown = (label: string): bigint => {
      const found = new RegExp(`${label} (−?)\\$([\\d,]+\\.\\d\\d)`).exec(text);
      assert.ok(found, `${label}: ${text}`);
      return BigInt(`${found[1] === "−" ? "-" : ""}${found[2]?.replaceAll(/[,.]/g, "")}`);
    };
    const parts = ["Deposits", "Withdrawals", "Dividends", "Treasury fees"].map(shown);
    assert.equal(
      parts.reduce((sum, part) => sum + part, shown("Opening balance")),
      shown("Closing balance"),
    );
    const last = entries.findLast(({ canonicalDay }) => canonicalDay <= "2026-11-30");
    assert.equal(shown("Closing balance"), cents(last?.balance ?? 0));
    assert.match(text, /Treasury ••••\d{4}/);
    assert.ok(!text.includes(treasuryId), "the account is named by its name and last four digits");
    // Net returns are dividends minus fees, to the cent, and so is what the account gained.
    const { netReturns, currentBalance } = (await read("/treasury")).accounts[0];
    const { netAmount, treasuryFee, dividends } = netReturns.find(
      ({ month }: { month: string }) => month === "2026-11-01",
    );
    assert.equal(total(dividends), total(ofType("dividendPosted")));
    assert.equal(cents(treasuryFee), -total(ofType("mercuryFeePosted")));
    assert.equal(cents(netAmount), total(dividends) - cents(treasuryFee));
    const corrections = total(ofType("manualAmendmentPosted"));
    assert.equal(cents(currentBalance), total(ofType("deposit")) + cents(netAmount) + corrections);
    const { organizationId } = organization;
    const report = await acrossOrganizations(() => verifyLedger(world.service.database, organizationId));
    assert.deepEqual(report.differences, []);
  });

  const file = [
    "\uFEFFReference;Date;Type;Amount;Shares;Description",
    "C-3;2026-12-02;mercuryFeePosted;(41.09);;Advisory fee",
    "C-2;2026-12-01;dividendPosted;312.44;;",
    "C-2;2026-12-01;dividendPosted;312.44;;",
    "C-1;2026-11-24;depositComplete;79,999.87;;Wire",
  ].join("\r\n");

  test("a custodian's file is previewed, and imported once when a second person has confirmed it", async () => {
    await signIn();
    const before = (await read("/treasury")).accounts[0].currentBalance;
    const preview = await post(ada, "imports/preview", { fileName: "activity.csv", content: file });
    assert.deepEqual(
      preview.body.rows.map(({ line, outcome }: { line: number; outcome: string }) => [line, outcome]),
      [
        [5, "confirmsTransfer"],
        [4, "new"],
        [3, "alreadyImported"],
        [2, "new"],
      ],
    );
    assert.equal(Math.round((preview.body.balanceAfter - before) * 100), 271_35);
    assert.equal((await read("/treasury")).accounts[0].currentBalance, before, "a preview changes nothing");

    const proposed = await post(ada, "imports", { fileName: "activity.csv", content: file });
    assert.equal(proposed.status, 202, proposed.text);
    const { changes } = (await browse(world.app, { url: "/control-changes", cookie: ben })).body;
    assert.match(
      changes[0].summary,
      /^Import 4 rows of custodian activity into Treasury from "activity.csv", which adds \$271\.35$/,
    );
    const url = `/control-changes/${proposed.body.changeId}/confirm`;
    assert.equal((await browse(world.app, { url, cookie: ada, body: {} })).code, "ownControlChange");
    assert.equal((await browse(world.app, { url, cookie: ben, method: "POST" })).status, 200);
    const after = (await read("/treasury")).accounts[0].currentBalance;
    assert.equal(Math.round((after - before) * 100), 271_35);

    const again = (await admin("treasury.import", {
      fileName: "again.csv",
      content: file,
      preview: false,
    })) as ShownImport;
    assert.deepEqual([again.added, again.alreadyImported], [0, 4]);
    assert.equal((await read("/treasury")).accounts[0].currentBalance, after);
    const declined = await post(ada, "imports", {
      fileName: "more.csv",
      content: "Reference,Date,Type,Amount\nD-1,2026-12-03,dividendPosted,5000",
    });
    await browse(world.app, { url: `/control-changes/${declined.body.changeId}/decline`, cookie: ben, method: "POST" });
    assert.equal((await read("/treasury")).accounts[0].currentBalance, after, "a declined file changes nothing");
  });

  test("two files that confirm the same transfer do not make money", async () => {
    assert.equal((await move(organization.accountId, treasuryId, 500)).status, 200);
    const before = (await read("/treasury")).accounts[0].currentBalance;
    const propose = async (reference: string) => {
      const content = `Reference,Date,Type,Amount\n${reference},2026-12-03,depositComplete,500`;
      const answer = await post(ada, "imports", { fileName: `${reference}.csv`, content });
      assert.equal(answer.status, 202, answer.text);
      return `/control-changes/${answer.body.changeId}/confirm`;
    };
    const [first, second] = [await propose("H-1"), await propose("H-2")];
    const { changes } = (await browse(world.app, { url: "/control-changes", cookie: ben })).body;
    assert.equal(
      changes.filter(({ summary }: { summary: string }) => summary.includes("leaves the balance")).length,
      2,
    );
    assert.equal((await browse(world.app, { url: first, cookie: ben, method: "POST" })).status, 200);
    assert.equal((await browse(world.app, { url: first, cookie: ben, method: "POST" })).status, 409);
    assert.equal((await browse(world.app, { url: second, cookie: ben, method: "POST" })).code, "importChanged");
    assert.equal((await read("/treasury")).accounts[0].currentBalance, before);
    const decline = second.replace("confirm", "decline");
    assert.equal((await browse(world.app, { url: decline, cookie: ben, method: "POST" })).status, 200);
  });

  test("a file with one wrong row changes nothing, and says which row", async () => {
    const { accounts } = await read("/treasury");
    const content = [
      "Reference,Date,Type,Amount,CUSIP",
      "E-1,2026-12-01,dividendPosted,10,",
      "C-2,2026-12-01,dividendPosted,999,",
      "E-2,2026-12-02,withdrawalPosted,-900000,",
      "E-3,2026-12-02,sweepOutPosted,500000,",
      "E-4,2026-12-02,mutualFundTradePosted,-5,037833100",
      ...Array.from({ length: 11 }, (_, at) => `E-9${at},2026-12-02,dividendPosted,999999999999.99,`),
    ].join("\n");
    const refused = await post(ada, "imports", { fileName: "bad.csv", content });
    assert.equal(refused.code, "invalidRequest");
    assert.deepEqual(
      refused.body.errors.fields.map(({ path }: { path: string }) => path),
      ["line 3", "line 4", "line 5", "line 6", "line 16", "line 17"],
    );
    const cheap = "Reference,Date,Type,Amount,Price\nE-6,2026-12-02,sweepInPosted,-1,0.0001";
    const tooCheap = await post(ada, "imports", { fileName: "cheap.csv", content: cheap });
    assert.deepEqual(
      [tooCheap.code, tooCheap.body.errors?.fields?.[0].message],
      ["invalidRequest", "The price of a share must be from $0.01 to $1,000,000.00."],
    );
    assert.deepEqual((await read("/treasury")).accounts, accounts);
  });

  test("a custodian's trades and changes in value are recorded with their types", async () => {
    const content = [
      "Reference,Date,Type,Amount,Shares,Price,Description",
      "F-1,2026-12-02,sweepOutPosted,1000.00,1000,1.0000,",
      "F-2,2026-12-02,sweepInPosted,-400.00,400,1.0000,",
      "F-3,2026-12-03,valuationChangePosted,-17.92,,0.9999,Price of the fund fell",
      "F-4,2026-12-03,withdrawalFailed,-12.00,,,",
      "F-5,2026-12-03,mercuryFeeRefunded,41.09,,,",
    ].join("\n");
    const books = () => booksOf(world.service.database, organization.organizationId, treasuryId);
    const before = await books();
    await admin("treasury.import", { fileName: "trades.csv", content, preview: false });
    const after = await books();
    assert.equal(after.invested_minor - before.invested_minor, -1_000_00n + 400_00n - 17_92n);
    assert.equal(after.cash_minor - before.cash_minor, 1_000_00n - 400_00n + 41_09n);
    assert.equal(after.ledger_minor, after.cash_minor + after.invested_minor);
    const { transactions } = await read(`/treasury/${treasuryId}/transactions?limit=5`);
    assert.deepEqual(
      transactions.map(({ type }: { type: string }) => type),
      ["mercuryFeeRefunded", "withdrawalFailed", "valuationChangePosted", "sweepInPosted", "sweepOutPosted"],
    );
  });

  test("a custodian's report settles the order that was placed here", async () => {
    assert.equal((await move(organization.accountId, treasuryId, 5_000)).status, 200);
    // Friday at 15:30 in New York: the sweep has placed its order, and the day has not closed.
    await advance("2026-12-04T20:30:00.000Z");
    const { openOrders } = await read(`/treasury/${treasuryId}/overview`);
    const [order] = openOrders;
    assert.deepEqual([openOrders.length, order.action, order.status], [1, "buy", "placed"]);
    const content = `Reference,Date,Type,Amount,Price\nG-1,2026-12-04,sweepInPosted,-${order.amount},1.0000`;
    const input = { fileName: "fills.csv", content };
    assert.equal(((await admin("treasury.import", { ...input, preview: true })) as ShownImport).added, 1);
    await admin("treasury.import", { ...input, preview: false });
    const after = await read(`/treasury/${treasuryId}/overview`);
    assert.deepEqual(after.openOrders, [], "the simulated custodian has nothing left to execute");
    const [settled] = (await read(`/treasury/${treasuryId}/transactions?limit=1`)).transactions;
    assert.deepEqual(
      [settled.type, settled.amount, settled.details.sweepDirection],
      ["sweepInPosted", -order.amount, "in"],
    );
    assert.equal(after.balance, settled.balance);
  });

  test("a tax form is kept encrypted and downloaded as it was", async () => {
    const pdf = Buffer.from("%PDF-1.7 form of the custodian");
    const input = {
      documentType: "1099",
      description: "1099-DIV for 2026",
      periodStart: "2026-01-01",
      periodEnd: "2026-12-31",
      contentBase64: pdf.toString("base64"),
    };
    const { documentId } = (await admin("treasury.document", input)) as { documentId: string };
    assert.deepEqual(await admin("treasury.document", input), { documentId: null }, "the same file is kept once");
    assert.ok((await download(documentId)).rawPayload.equals(pdf));
    await assert.rejects(
      admin("treasury.document", { ...input, contentBase64: Buffer.from("<html>").toString("base64") }),
      /PDF/,
    );
    const { statements } = await read(`/treasury/${treasuryId}/statements?documentType=1099`);
    assert.deepEqual(
      statements.map(({ id, description }: { id: string; description: string }) => [id, description]),
      [[documentId, "1099-DIV for 2026"]],
    );
  });
});
