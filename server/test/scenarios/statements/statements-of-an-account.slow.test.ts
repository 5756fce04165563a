import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { XmlDocument, XsdValidator } from "libxml2-wasm";
import { extractText } from "unpdf";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import { moveTransactions } from "#payments/payments/lifecycle/move-transactions.ts";
import { setLegalAddress } from "#records/identity";
import { runMonthlyStatements } from "#reports/statements";
import { statements } from "#reports/statements/tables.ts";
import { FORMULA_TEXTS, formulasIn, rowsOf } from "../../../../tools/kit/spreadsheet.ts";
import { vouchFor } from "../../kit/proofs/vouch-for.ts";
import { inject, openWorldOfFile, operator, payment } from "../../kit/service/full-app.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

const SCHEMA = new URL("../../../../../shared/xsd/camt.053.001.08.xsd", import.meta.url);

const address = { address1: "1 Main St", city: "New York", region: "NY", postalCode: "10001", country: "US" };
const FILES = ["csv", "json", "ofx", "qbo", "camt053", "quickbooks-csv", "xero-csv", "hledger", "beancount"];
const HOSTILE = `Inv <b>&"'1</b> 東京`;

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("the statements of an account", () => {
  let november: { id: string } & Record<string, unknown>;

  const get = (url: string, token = organization.token) => inject(world.app, token, { url });
  const list = (query = "") => get(`/account/${organization.accountId}/statements${query}`);
  const fileOf = (format: string) => get(`/statements/${november.id}/${format}`);

  before(async () => {
    const { service } = world;
    const { organizationId, accountId } = organization;
    await service.database.transaction((tx) =>
      setLegalAddress(service, tx, { organizationId, address, actor: operator }),
    );
    await organization.deposit(accountId, 10_000_00n);
    const paid = await inject(
      world.app,
      organization.token,
      payment(organization, { amount: 125.5, externalMemo: "Inv 7" }),
    );
    const other = await inject(world.app, organization.token, payment(organization, { amount: 1 }));
    assert.deepEqual([paid.status, other.status], [200, 200], paid.text);
    await owner(sql`update transactions set external_memo = ${HOSTILE}, counterparty_name = ${FORMULA_TEXTS[0]}
                     where organization_id = ${organizationId} and transaction_id = ${other.body.id}`);
    const move = (transactionId: string, trigger: "confirm" | "return") =>
      service.database.transaction((tx) =>
        moveTransactions(service, tx, {
          organizationId,
          actor: { type: "bank" },
          moves: [
            {
              transactionId,
              trigger,
              at: world.clock.now(),
              ...(trigger === "return" ? { reason: "No account" } : {}),
            } as never,
          ],
        }),
      );
    for (const { body } of [paid, other]) await move(body.id, "confirm");
    await move(other.body.id, "return");
    world.clock.set(new Date("2026-12-01T04:59:59Z"));
    await acrossOrganizations(() => runMonthlyStatements(service));
    assert.equal((await list()).body.statements.length, 0, "November is not over in New York");
    world.clock.set(new Date("2026-12-01T05:00:00Z"));
    await acrossOrganizations(() => runMonthlyStatements(service));
    november = (await list()).body.statements[0];
  });

  const owner = (statement: ReturnType<typeof sql>) => world.owner().run(statement);

  test("are made when the month is over in New York, with every member of the contract", async () => {
    assert.deepEqual(
      { ...november, id: "", transactions: 0, downloadUrl: "" },
      {
        id: "",
        accountNumber: "400000001",
        routingNumber: "021000021",
        companyLegalName: "Acme, Inc.",
        companyLegalAddress: { name: "Acme, Inc.", ...address, address2: null },
        ein: null,
        startDate: "2026-11-01T04:00:00.000Z",
        endDate: "2026-11-30T05:00:00.000Z",
        transactions: 0,
        accountId: organization.accountId,
        kind: "monthly",
        startingBalance: 0,
        moneyIn: 10_001,
        moneyOut: 126.5,
        fees: 0,
        endingBalance: 9_874.5,
        transactionCount: 4,
        downloadUrl: "",
      },
    );
    assert.equal((november["transactions"] as unknown[]).length, 3, "a returned payment is one transaction");
    assert.ok(String(november["downloadUrl"]).endsWith(`/statements/${november.id}/pdf`));
    const answer = await get(`/account/${organization.accountId}/statement/${november.id}`);
    assert.deepEqual(answer.body, november);
    assert.deepEqual((await get(`/api/v1/account/${organization.accountId}/statement`)).body, (await list()).body);
    const other = await organization.newAccount("Other");
    assert.equal((await get(`/account/${other}/statement/${november.id}`)).status, 404);
    const treasury = await organization.newAccount("Treasury", "treasury");
    assert.equal((await get(`/account/${treasury}/statements`)).status, 404);
  });

  test("the dates select by the start of the period, at most three months at a time", async () => {
    world.clock.set(new Date("2027-03-10T15:00:00Z"));
    await acrossOrganizations(() => runMonthlyStatements(world.service));
    for (const [query, expected] of [
      ["", ["2027-02", "2027-01"]],
      ["?order=asc", ["2027-01", "2027-02"]],
      ["?start=2026-10-31", ["2027-01", "2026-12", "2026-11"]],
      ["?end=2027-01-31", ["2027-01", "2026-12", "2026-11"]],
      ["?start=2027-01-02", ["2027-02"]],
      ["?start=2027-01-01&end=2099-01-01", ["2027-02", "2027-01"]],
      ["?start=2028-01-01", []],
      ["?end=0001-01-01", []],
      ["?kind=custom", []],
      ["?start=2026-11-01&end=2027-02-01", ["2027-02", "2027-01", "2026-12", "2026-11"]],
    ] as const) {
      const { status, body, text } = await list(query);
      assert.equal(status, 200, text);
      const months = body.statements.map(({ startDate }: { startDate: string }) => startDate.slice(0, 7));
      assert.deepEqual(months, expected, query);
    }
    for (const query of [
      "?start=2026-11-01&end=2027-02-02",
      "?start=2027-02-01&end=2027-01-01",
      "?start=2027-2-1",
      "?end=2026-02-30",
      "?start=2027-01-01T00:00:00Z",
    ]) {
      const { status, body } = await list(query);
      assert.deepEqual([status, body.errors.errorCode], [400, "invalidRequest"], query);
    }
    const unknown = await list("?month=2027-01");
    assert.deepEqual([unknown.status, unknown.headers["bursar-ignored-parameters"]], [200, "month"]);
    assert.deepEqual(unknown.body, (await list()).body);
    const first = (await list("?limit=1&end=2027-01-31")).body;
    const both = (await list("?end=2027-01-31")).body;
    const next = (await list(`?limit=1&end=2027-01-31&start_after=${first.page.nextPage}`)).body;
    assert.deepEqual(next.statements[0], both.statements[1]);
  });

  test("on request for any days that are over, once", async () => {
    const url = `/account/${organization.accountId}/statements`;
    const make = (body: object) => inject(world.app, organization.token, { url, body });
    const made = await make({ startsOn: "2026-11-20", endsOn: "2026-12-15", idempotencyKey: "one" });
    assert.equal(made.status, 201, made.text);
    assert.equal((await make({ startsOn: "2026-11-20", endsOn: "2026-12-15" })).body.id, made.body.id);
    assert.equal((await make({ startsOn: "2026-11-20", endsOn: "2026-12-14", idempotencyKey: "one" })).status, 409);
    const today = await make({ startsOn: "2027-03-01", endsOn: "2027-03-10" });
    assert.deepEqual([today.status, today.body.errors.errorCode], [400, "statementPeriodOpen"]);
    for (const body of [
      { startsOn: "2026-12-02", endsOn: "2026-12-01" },
      { startsOn: "2025-12-01", endsOn: "2026-12-02" },
      { startsOn: "0001-01-01", endsOn: "0001-06-01" },
    ])
      assert.equal((await make(body)).body.errors.errorCode, "invalidRequest");
    const summaries = (await get("/statements?kind=custom")).body.statements;
    assert.deepEqual(summaries, [made.body]);
    const answer = await get(
      `/account/${organization.accountId.toUpperCase()}/statement/${made.body.id.toUpperCase()}`,
    );
    assert.deepEqual([answer.status, answer.body.id], [200, made.body.id], "letters of ids may be upper case");
  });

  test("as PDF: every line, the balances, and the masked number; the same bytes every time", async () => {
    const answer = await world.app.api.inject({
      url: `/statements/${november.id}/pdf`,
      headers: { authorization: `Bearer ${organization.token}`, accept: "application/pdf" },
    });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.headers["content-type"], "application/pdf");
    assert.equal(answer.headers["content-disposition"], 'attachment; filename="statement-operating-0001-2026-11.pdf"');
    const again = await world.app.api.inject({
      url: `/statements/${november.id}/pdf`,
      headers: { authorization: `Bearer ${organization.token}` },
    });
    assert.ok(again.rawPayload.equals(answer.rawPayload));
    const { text } = await extractText(new Uint8Array(answer.rawPayload), { mergePages: true });
    for (const part of [
      "Acme, Inc.",
      "November 2026",
      "••••0001",
      "$10,001.00",
      "$125.50",
      "Inv 7",
      "$9,874.50",
      "Returned:",
      "No account",
    ])
      assert.ok(text.includes(part), `${part} in ${text}`);
    assert.ok(!text.includes("400000001"));
  });

  test("as CSV without formulas, as JSON, and as OFX with unique references", async () => {
    const csv = await fileOf("csv");
    assert.deepEqual(formulasIn(csv.text), []);
    assert.deepEqual(
      rowsOf(csv.text).map((row) => row.slice(7, 9)),
      [
        ["Amount (USD)", "Balance (USD)"],
        ["10000.00", "10000.00"],
        ["-125.50", "9874.50"],
        ["-1.00", "9873.50"],
        ["1.00", "9874.50"],
      ],
    );
    const { lines, endingBalance } = JSON.parse((await fileOf("json")).text);
    assert.deepEqual([lines.at(-1).balance, lines.at(-1).details], [endingBalance, "No account"]);
    const ofx = (await fileOf("ofx")).text;
    const document = XmlDocument.fromString(ofx);
    const ids = document.find("//FITID").map((node) => node.content);
    assert.equal(new Set(ids).size, 4);
    assert.deepEqual(
      ids,
      lines.map(({ reference }: { reference: string }) => reference),
    );
    assert.equal(document.get("//LEDGERBAL/BALAMT")?.content, "9874.50");
    assert.ok(document.find("//MEMO").some(({ content }) => content.includes(`Inv <b>&"'1</b> ??`)));
    document.dispose();
  });

  test("OFX and QBO are in ASCII, and QBO names the bank that QuickBooks knows", async () => {
    for (const format of ["ofx", "qbo"]) assert.match((await fileOf(format)).text, /^[ -~\r\n]+$/, format);
    const qbo = (await fileOf("qbo?intuitBankId=10898")).text;
    assert.match(qbo, /^OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\n/);
    assert.match(qbo, /<FID>10898<\/FID><\/FI><INTU.BID>10898<\/INTU.BID>/);
    assert.match((await fileOf("qbo")).text, /<INTU.BID>3000<\/INTU.BID>/);
    assert.equal((await fileOf("qbo?intuitBankId=Chase")).status, 400);
  });

  test("a return says what it takes back and when that was paid", async () => {
    const { lines } = JSON.parse((await fileOf("json")).text);
    const { reference, transactionId, date } = lines[2];
    assert.deepEqual(lines.at(-1).returnOf, { transactionId, reference, date });
    assert.ok(lines.slice(0, 3).every(({ returnOf }: { returnOf: unknown }) => returnOf === null));
    const returnText = `returns ${reference} of ${date}`;
    for (const format of ["ofx", "qbo", "quickbooks-csv", "xero-csv", "hledger", "beancount"])
      assert.ok((await fileOf(format)).text.includes(returnText), format);
    assert.deepEqual(
      rowsOf((await fileOf("csv")).text)
        .at(-1)
        ?.slice(11),
      [reference, date],
    );
  });

  test("the amounts of every file add up to the ledger's, line by line", async () => {
    const moved = await world.owner().many<{ minor: bigint }>(sql`
      select amount_minor as minor from settled_movements
       where organization_id = ${organization.organizationId} and ledger_account_id = ${organization.accountId}
       order by entered_at, transaction_id, effect`);
    const expected = moved.map(({ minor }) => (Number(minor) / 100).toFixed(2));
    assert.deepEqual(expected, ["10000.00", "-125.50", "-1.00", "1.00"]);
    const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, amount]) => amount);
    const amountsOf: Readonly<Record<string, (text: string) => readonly (string | undefined)[]>> = {
      csv: (text) =>
        rowsOf(text)
          .slice(1)
          .map((row) => row[7]),
      json: (text) => JSON.parse(text).lines.map(({ amount }: { amount: number }) => amount.toFixed(2)),
      ofx: (text) => matches(text, /<TRNAMT>([^<]+)</g),
      qbo: (text) => matches(text, /<TRNAMT>([^<]+)</g),
      "quickbooks-csv": (text) =>
        rowsOf(text)
          .slice(1)
          .map((row) => row[2]),
      "xero-csv": (text) =>
        rowsOf(text)
          .slice(1)
          .map((row) => row[1]),
      hledger: (text) => matches(text, /^ {4}assets:bank:\S+ {2}USD (-?[0-9.]+)$/gm),
      beancount: (text) => matches(text, /^ {2}Assets:Bank:\S+ {2}(-?[0-9.]+) USD$/gm),
      camt053: (text) =>
        [...text.matchAll(/<Ntry>.*?<Amt Ccy="USD">([^<]+)<\/Amt><CdtDbtInd>(\w+)</g)].map(
          ([, amount, side]) => `${side === "DBIT" ? "-" : ""}${amount}`,
        ),
    };
    const { paths } = JSON.parse(readFileSync(new URL("../../../../api/openapi.json", import.meta.url), "utf8"));
    const formats = Object.keys(paths).flatMap(
      (path) => /^\/statements\/\{statementId\}\/(?!pdf)(.+)$/.exec(path)?.[1] ?? [],
    );
    assert.deepEqual(formats.toSorted(), Object.keys(amountsOf).toSorted(), "a new format is proven here");
    for (const [format, amounts] of Object.entries(amountsOf))
      assert.deepEqual(amounts((await fileOf(format)).text), expected, format);
    for (const [format, closing] of [
      ["ofx", "<BALAMT>9874.50<"],
      ["qbo", "<BALAMT>9874.50<"],
      ["hledger", "USD 0.00 = USD 9874.50\n"],
      ["beancount", "2026-12-01 balance Assets:Bank:Operating-0001  9874.50 USD\n"],
    ] as const)
      assert.ok((await fileOf(format)).text.includes(closing), format);
  });

  test("each entry of a journal is balanced, whatever the names and memos contain", async () => {
    for (const format of ["hledger", "beancount"]) {
      const [, ...entries] = (await fileOf(format)).text.split(/\n(?=2026-[0-9-]+ \*)/);
      const moves = entries.filter((entry) => !entry.includes("Closing balance"));
      assert.equal(moves.length, 4, format);
      for (const entry of moves) {
        const amounts = [...entry.matchAll(/^ {2,4}[A-Za-z]\S*:.*? {2}(?:USD )?(-?[0-9.]+)(?: USD)?$/gm)].map(
          ([, amount]) => Number(amount),
        );
        assert.equal(amounts.length, 2, entry);
        assert.equal((amounts[0] ?? 0) + (amounts[1] ?? 0), 0, entry);
      }
    }
    const march = (await list("?start=2027-02-01")).body.statements[0];
    const complete = (await get(`/statements/${march.id}/hledger`)).text;
    const continued = (await get(`/statements/${march.id}/hledger?openingBalance=false`)).text;
    assert.match(complete, /^2027-02-01 \* Opening balance$/m);
    assert.doesNotMatch(continued, /Opening balance/);
  });

  test("as camt.053, valid against its schema", {
    skip: existsSync(SCHEMA) ? false : "the schemas of ISO 20022 are not here",
  }, async () => {
    const schema = XmlDocument.fromBuffer(readFileSync(SCHEMA));
    const validator = XsdValidator.fromDoc(schema);
    const document = XmlDocument.fromString((await fileOf("camt053")).text);
    validator.validate(document);
    const names = { c: "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08" };
    assert.equal(document.find("//c:Ntry", names).length, 4);
    assert.equal(document.get("//c:Bal[2]/c:Amt", names)?.content, "9874.50");
    assert.equal(document.get("//c:Ntry[c:RvslInd]/c:BkTxCd/c:Domn/c:Fmly/c:SubFmlyCd", names)?.content, "RRTN");
    for (const each of [document, validator, schema]) each.dispose();
  });

  test("users see the account number masked, and another organization sees nothing", async () => {
    const viewer = await newPerson(world, organization.organizationId, { role: "viewer" });
    const cookie = await signedIn(world.app, viewer);
    for (const format of FILES) {
      const { status, text } = await browse(world.app, { url: `/statements/${november.id}/${format}`, cookie });
      assert.equal(status, 200, text);
      assert.ok(!text.includes("400000001"), format);
    }
    const otherOrganization = await world.newOrganization();
    for (const format of ["pdf", ...FILES])
      assert.equal((await get(`/statements/${november.id}/${format}`, otherOrganization.token)).status, 404);
    assert.equal(
      (await get(`/statements?start_after=${november.id}`, otherOrganization.token)).body.errors.errorCode,
      "unknownCursor",
    );
    assert.deepEqual((await get("/statements", otherOrganization.token)).body.statements, []);
  });

  test("a download fails if a line, a sum, or a name is not what it was, and a PDF of too many lines is refused", async () => {
    const { organizationId } = organization;
    world.clock.set(plusMs(world.clock.now(), DAY_MS));
    await owner(sql`update transactions set external_memo = 'changed'
                     where organization_id = ${organizationId} and external_memo = ${HOSTILE}`);
    assert.equal((await fileOf("pdf")).status, 500);
    await owner(sql`update transactions set external_memo = ${HOSTILE}
                     where organization_id = ${organizationId} and external_memo = 'changed'`);
    assert.equal((await fileOf("pdf")).status, 200);
    const [own, now] = [sql`organization_id = ${organizationId}`, sql`statement_id = ${november.id}`];
    for (const [changed, back] of [
      [
        sql`in_minor = in_minor + 1, out_minor = out_minor + 1`,
        sql`in_minor = in_minor - 1, out_minor = out_minor - 1`,
      ],
      [sql`fees_minor = fees_minor + 1`, sql`fees_minor = fees_minor - 1`],
      [sql`legal_name = 'Evil, Inc.'`, sql`legal_name = 'Acme, Inc.'`],
    ] as const) {
      await owner(sql`update statements set ${changed} where ${own} and ${now}`);
      assert.equal((await fileOf("pdf")).status, 403, changed.text);
      await owner(sql`update statements set ${back} where ${own} and ${now}`);
    }
    assert.equal((await fileOf("pdf")).status, 200);
    await owner(
      sql`update statements set lines = 20001 where organization_id = ${organizationId} and statement_id = ${november.id}`,
    );
    await vouchFor(world.service, organizationId, statements);
    const long = await fileOf("pdf");
    assert.deepEqual([long.status, long.body.errors.errorCode], [400, "statementTooLong"]);
  });
});
