import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { readMessage } from "../documents/read-message.ts";
import { accountEntry } from "../readings/account-entries.ts";
import { feeWithin } from "../readings/fee-within.ts";
import { Iso20022Error } from "../schema/problems.ts";
import { type AccountReportPart, accountReportProblems, readAccountReports } from "./account-reports.ts";
import type { ReceivedOptions } from "./iso-tolerances.ts";
import { readStatusReport } from "./status-reports.ts";

const namespace = (name: string): string => `urn:iso:std:iso:20022:tech:xsd:${name}`;
const money = (amount: string, currency = "USD"): string => `<Amt Ccy="${currency}">${amount}</Amt>`;
const balance = (code: string, amount: string, currency = "USD"): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${money(amount, currency)}<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-25</Dt></Dt></Bal>`;
const BOOKED = "<Sts><Cd>BOOK</Cd></Sts>";
const debit = (amount: string, details = "", status = BOOKED): string =>
  `<Ntry>${money(amount)}<CdtDbtInd>DBIT</CdtDbtInd>${status}<BookgDt><Dt>2026-11-25</Dt></BookgDt><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>DMCT</SubFmlyCd></Fmly></Domn></BkTxCd>${details}</Ntry>`;
const statement = (content: string, { id = "S1", number = "202600417301", currency = "USD" } = {}): string =>
  `<Stmt><Id>${id}</Id><CreDtTm>2026-11-26T06:00:00Z</CreDtTm><Acct><Id><Othr><Id>${number}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>${content}</Stmt>`;
const message = (content: string, name = "camt.053.001.08"): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace(name)}"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-26T06:00:00Z</CreDtTm></GrpHdr>${content}</BkToCstmrStmt></Document>`;
const plain = message(statement(balance("OPBD", "2.00") + balance("CLBD", "1.00") + debit("1.00")));

async function read(document: string | Uint8Array, options: ReceivedOptions = {}) {
  const bytes = typeof document === "string" ? new TextEncoder().encode(document) : document;
  const parts = await Array.fromAsync(readAccountReports([bytes.subarray(0, 7), bytes.subarray(7)], options));
  const end = parts.at(-1);
  assert.ok(end?.kind === "end");
  const ofKind = <Kind extends AccountReportPart["kind"]>(kind: Kind) =>
    parts.filter((part): part is Extract<AccountReportPart, { kind: Kind }> => part.kind === kind);
  return {
    file: end.file,
    reports: end.file.reports,
    entries: ofKind("entry").map(({ entry }) => entry),
    indexes: ofKind("entry").map(({ reportIndex }) => reportIndex),
    problems: ofKind("problemEntry"),
    tolerated: end.file.tolerated.map(({ tolerance }) => tolerance),
  };
}
const golden = (name: string): string =>
  readFileSync(new URL(`../golden/testdata/${name}.xml`, import.meta.url), "utf8");

describe("account reports as banks send them", () => {
  const entriesOf = (text: string) => {
    const { message } = readMessage(text, ["camt.052.001.08", "camt.053.001.08", "camt.054.001.08"]);
    if (message.name === "camt.052.001.08") return message.content.Rpt[0]?.Ntry ?? [];
    if (message.name === "camt.053.001.08") return message.content.Stmt[0]?.Ntry ?? [];
    return message.content.Ntfctn[0]?.Ntry ?? [];
  };
  for (const name of ["camt.052.001.08-report", "camt.053.001.08-statement", "camt.054.001.08-notification"])
    test(`${name} reads as by its definition`, async () => {
      const expected = entriesOf(golden(name)).map(accountEntry);
      const { entries, file, tolerated } = await read(golden(name));
      assert.ok(expected.length > 0);
      assert.deepEqual(entries, expected);
      assert.equal(file.name, name.slice(0, "camt.053.001.08".length));
      assert.deepEqual(tolerated, []);
    });

  for (const version of ["02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12", "13"])
    test(`version ${version} of all three messages is read`, async () => {
      for (const status of ["<Sts>BOOK</Sts>", BOOKED])
        for (const [name, element, report] of [
          ["camt.052", "BkToCstmrAcctRpt", "Rpt"],
          ["camt.053", "BkToCstmrStmt", "Stmt"],
          ["camt.054", "BkToCstmrDbtCdtNtfctn", "Ntfctn"],
        ] as const) {
          const text = plain
            .replace("camt.053.001.08", `${name}.001.${version}`)
            .replaceAll("BkToCstmrStmt", element)
            .replaceAll("Stmt>", `${report}>`)
            .replaceAll(BOOKED, status);
          const { entries, file, reports } = await read(text);
          assert.equal(file.name, `${name}.001.${version}`);
          assert.deepEqual(
            entries.map(({ amount, direction, status: read }) => [amount.amountMinor, direction, read]),
            [[100n, "debit", "BOOK"]],
          );
          const [first] = reports;
          assert.ok(first !== undefined);
          assert.deepEqual(first.problems, []);
          assert.deepEqual(accountReportProblems(first, first.totals), []);
        }
    });

  test("parties and banks are found where each version has them", async () => {
    const names = [
      "<Cdtr><Nm>TERN</Nm></Cdtr>",
      "<Cdtr><Pty><Nm>TERN</Nm></Pty></Cdtr>",
      "<Cdtr><Agt><FinInstnId><BICFI>TERNUS33</BICFI><Nm>TERN</Nm></FinInstnId></Agt></Cdtr>",
    ];
    for (const name of names) {
      const details = `<NtryDtls><TxDtls><RltdPties>${name}</RltdPties></TxDtls></NtryDtls>`;
      const { entries } = await read(message(statement(debit("1.00", details))));
      assert.equal(entries[0]?.transactions[0]?.creditorName, "TERN");
    }
  });

  test("declared encodings are read, in UTF-16 with and without a mark", async () => {
    const named = plain.replace("</BkTxCd>", "</BkTxCd><AddtlNtryInf>Überweisung</AddtlNtryInf>");
    const declared = (name: string) => named.replace("UTF-8", name);
    const utf16be = Buffer.from(`\u{feff}${declared("UTF-16")}`, "utf16le").swap16();
    const documents: readonly (readonly [Uint8Array, readonly string[]])[] = [
      [new TextEncoder().encode(named), []],
      [Buffer.from(declared("ISO-8859-1"), "latin1"), ["declaredEncoding"]],
      [Buffer.from(declared("windows-1252"), "latin1"), ["declaredEncoding"]],
      [Buffer.from(`\u{feff}${declared("UTF-16")}`, "utf16le"), ["declaredEncoding"]],
      [Buffer.from(declared("UTF-16LE"), "utf16le"), ["declaredEncoding"]],
      [utf16be, ["declaredEncoding"]],
      [new TextEncoder().encode(`\u{feff}\n ${declared("UTF-16")}\n\u{1a}`), ["blankStart", "endOfFileMarks"]],
    ];
    for (const [bytes, expected] of documents) {
      const { entries, tolerated } = await read(bytes);
      assert.equal(entries[0]?.additionalInformation, "Überweisung");
      assert.deepEqual(tolerated, expected);
    }
    const wrong = await read(Buffer.from(named, "latin1"));
    assert.deepEqual([wrong.entries.length, wrong.tolerated], [1, ["undecodable"]]);
    await assert.rejects(read(Buffer.from(declared("EBCDIC-US"), "latin1")), /encoding that is not supported/);
    await assert.rejects(
      read(Buffer.from(declared("ISO-8859-1"), "latin1"), { tolerant: { declaredEncoding: false } }),
      Iso20022Error,
    );
  });

  test("namespace prefixes, other namespaces, and envelopes say the same", async () => {
    const prefixed = plain
      .replaceAll(/<(\/?)([A-Z])/g, "<$1n:$2")
      .replace("<n:Document xmlns=", "<n:Document xmlns:n=");
    const enveloped = `<e:Envelope xmlns:e="urn:e"><AppHdr xmlns="urn:h"><A>1</A></AppHdr>${plain.slice(plain.indexOf("<Document"))}</e:Envelope>`;
    const wrongNamespace = plain.replace("urn:iso:std:iso:20022:tech:xsd", "urn:iso:std:iso:20023:tech:xsd");
    for (const [text, expected] of [
      [prefixed, []],
      [enveloped, ["envelope"]],
      [wrongNamespace, ["otherNamespace"]],
    ] as const) {
      const { entries, tolerated } = await read(text);
      assert.equal(entries.length, 1);
      assert.deepEqual(tolerated, expected);
    }
  });

  test("a statement may have interim balances only, and padded references", async () => {
    const details = `<NtryDtls><TxDtls><Refs><EndToEndId>  E1${" ".repeat(60)}</EndToEndId><TxId/></Refs></TxDtls></NtryDtls>`;
    const { reports, entries, tolerated } = await read(
      message(statement(balance("ITBD", "2.00") + balance("ITAV", "1.00") + debit("1.00", details))),
    );
    assert.deepEqual(
      reports[0]?.balances.map(({ code, on }) => `${code} ${on}`),
      ["ITBD 2026-11-25", "ITAV 2026-11-25"],
    );
    assert.equal(entries[0]?.transactions[0]?.endToEndId, "E1");
    assert.deepEqual(tolerated, ["paddedTexts", "emptyElements"]);
  });

  test("a batch may have no details", async () => {
    const details = "<NtryDtls><Btch><PmtInfId>B1</PmtInfId><NbOfTxs>3</NbOfTxs></Btch></NtryDtls>";
    const { entries } = await read(message(statement(debit("1.00", details))));
    assert.deepEqual(entries[0]?.batch, { batchId: "B1", count: "3" });
    assert.deepEqual(entries[0]?.transactions, []);
  });

  test("other accounts and currencies are reports of their own, also where the first has no entries", async () => {
    const other = statement(balance("OPBD", "5.00", "EUR") + balance("CLBD", "5.00", "EUR"), {
      id: "S2",
      number: "DE02120300000000202051",
      currency: "EUR",
    });
    for (const [content, index] of [
      [statement(debit("1.00")) + other, 0],
      [other + statement(debit("1.00")), 1],
    ] as const) {
      const { reports, indexes } = await read(message(content));
      assert.deepEqual(indexes, [index]);
      assert.equal(reports[index]?.account.currency, "USD");
      assert.equal(reports[1 - index]?.account.currency, "EUR");
      assert.equal(reports[index]?.totals.bookedNetMinor, -100n);
      assert.equal(reports[1 - index]?.totals.count, 0);
    }
  });

  test("an amount may have zeros behind its decimals, but nothing else", async () => {
    const { entries, tolerated } = await read(message(statement(debit("1.00000"))));
    assert.equal(entries[0]?.amount.amountMinor, 100n);
    assert.deepEqual(tolerated, ["surplusDecimals"]);
    for (const amount of ["1.001", "1,00", "-1.00", "1.0e2", "", "1.00 USD"]) {
      const { problems, reports } = await read(message(statement(debit(amount))));
      assert.equal(problems.length, 1, amount);
      assert.match(reports[0]?.problems[0]?.rule ?? "", /balances prove nothing/);
    }
  });
});

describe("entries that are wrong on their own", () => {
  const cases: readonly (readonly [what: string, entry: string, rule: RegExp])[] = [
    ["an unknown direction", debit("1.00").replace("DBIT", "OUT"), /must be CRDT or DBIT/],
    ["two amounts", debit("1.00").replace("<CdtDbtInd>", `${money("2.00")}<CdtDbtInd>`), /may occur once/],
    ["no status", debit("1.00", "", ""), /is missing/],
    ["a date that does not exist", debit("1.00").replace("2026-11-25", "2026-02-30"), /must be a date/],
    [
      "a reversal that says neither yes nor no",
      debit("1.00").replace("<Sts>", "<RvslInd>maybe</RvslInd><Sts>"),
      /true or false/,
    ],
    [
      "details with an amount that cannot be read",
      debit("1.00", `<NtryDtls><TxDtls>${money("x")}</TxDtls></NtryDtls>`),
      /decimal number/,
    ],
    ["an unknown currency", debit("1.00").replace('"USD"', '"XXQ"'), /not an ISO 4217 currency/],
  ];
  for (const [what, entry, rule] of cases)
    test(`an entry with ${what} is an item next to the others`, async () => {
      const { entries, problems } = await read(message(statement(debit("3.00") + entry)));
      assert.deepEqual(
        entries.map(({ amount }) => amount.amountMinor),
        [300n],
      );
      assert.equal(problems.length, 1);
      assert.match(problems[0]?.problems[0]?.rule ?? "", rule);
    });

  test("a problem entry with an amount counts in the totals", async () => {
    const wrong = debit("1.00").replace("2026-11-25", "2026-02-30");
    const { reports, problems } = await read(
      message(statement(balance("OPBD", "9.00") + balance("CLBD", "5.00") + debit("3.00") + wrong)),
    );
    const [report] = reports;
    assert.ok(report !== undefined);
    assert.deepEqual(accountReportProblems(report, report.totals), []);
    assert.deepEqual(problems[0]?.facts, {
      amount: { Ccy: "USD", amountMinor: 100n },
      direction: "debit",
      status: "BOOK",
    });
  });

  test("what might have been an entry is a problem of its report, and never missed", async () => {
    for (const text of [plain.replaceAll("Ntry>", "Entry>"), plain.replace("<Ntry>", '<Ntry xmlns="urn:x">')]) {
      const { reports } = await read(text);
      assert.match(reports[0]?.problems[0]?.rule ?? "", /is not an element of a report/);
    }
    await assert.rejects(
      read(plain.replaceAll("Stmt>", "Statement>").replaceAll("BkToCstmrStatement", "BkToCstmrStmt")),
      /is not an element of this message/,
    );
  });

  test("a report without an account number is known by its problem", async () => {
    const { reports, entries } = await read(plain.replace(/<Acct>.*<\/Acct>/, "<Acct><Ccy>USD</Ccy></Acct>"));
    assert.equal(entries.length, 1);
    assert.match(reports[0]?.problems[0]?.rule ?? "", /must identify an account/);
  });

  test("what is not such a message is an error", async () => {
    for (const text of [
      "",
      "hello",
      "<Document/>",
      plain.slice(0, -30),
      plain.replace("<GrpHdr>", "<!DOCTYPE a><GrpHdr>"),
    ])
      await assert.rejects(read(text), Iso20022Error, text.slice(0, 20));
    await assert.rejects(read(`${plain}${plain}`), Iso20022Error);
    await assert.rejects(read(`${plain}\u{1a}x`), /behind its end/);
  });
});

describe("a fee inside an entry", () => {
  const feeOf = async (entry: string) => feeWithin((await read(message(statement(entry)))).entries[0] ?? assert.fail());
  const details = (amount: string, charges: string) =>
    `<NtryDtls><TxDtls>${amount}<CdtDbtInd>DBIT</CdtDbtInd>${charges}</TxDtls></NtryDtls>`;
  const record = (amount: string, more = "") => `<Chrgs><Rcrd>${money(amount)}${more}</Rcrd></Chrgs>`;

  test("is separated by the payment's own amount", async () => {
    assert.equal(await feeOf(debit("1526.00", details(money("1500.00"), record("26.00")))), 2_600n);
    const credit = debit("1474.00", details(money("1500.00"), record("26.00"))).replaceAll("DBIT", "CRDT");
    assert.equal(await feeOf(credit), 2_600n);
  });

  test("of version 02 has no records", async () => {
    const charges = `<Chrgs>${money("26.00")}</Chrgs>`;
    assert.equal(
      await feeOf(debit("1526.00", details(`<AmtDtls><TxAmt>${money("1500.00")}</TxAmt></AmtDtls>`, charges))),
      2_600n,
    );
  });

  test("is what the bank says is included", async () => {
    const included = record("26.00", "<ChrgInclInd>true</ChrgInclInd>");
    assert.equal(await feeOf(debit("1526.00", included)), 2_600n);
    assert.equal(await feeOf(debit("1526.00", record("26.00", "<ChrgInclInd>false</ChrgInclInd>"))), 0n);
  });

  test("is zero without charges, and unknown where the figures do not agree", async () => {
    assert.equal(await feeOf(debit("1500.00", details(money("1500.00"), ""))), 0n);
    assert.equal(await feeOf(debit("1526.00", details(money("1500.00"), record("25.00")))), undefined);
    assert.equal(await feeOf(debit("1526.00", details(money("1500.00"), ""))), undefined);
    assert.equal(await feeOf(debit("1526.00", record("26.00"))), undefined);
    assert.equal(await feeOf(debit("1526.00", details(money("1500.00", "EUR"), record("26.00")))), undefined);
  });
});

describe("status reports as banks send them", () => {
  const report = (name: string) =>
    `<?xml version="1.0"?><Document xmlns="${namespace(name)}"><CstmrPmtStsRpt><GrpHdr><MsgId>BANKACK</MsgId><CreDtTm>2026-11-27T16:52:00Z</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>M1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.03</OrgnlMsgNmId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>P1</OrgnlPmtInfId><TxInfAndSts><OrgnlInstrId>I1</OrgnlInstrId><OrgnlEndToEndId>E1</OrgnlEndToEndId><TxSts>ACSC</TxSts></TxInfAndSts><TxInfAndSts><OrgnlInstrId>I2</OrgnlInstrId><OrgnlEndToEndId>E2</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
  const readReport = (text: string) => readStatusReport([new TextEncoder().encode(text)]);

  test("all versions of pain.002 read like version 10", async () => {
    const expected = await readReport(report("pain.002.001.10"));
    assert.deepEqual(
      expected.answers.map(({ about, status, outcome, original, reasons }) => [
        about,
        status,
        outcome,
        original.endToEndId,
        reasons[0]?.code,
      ]),
      [
        ["file", "PART", "partial", undefined, undefined],
        ["payment", "ACSC", "settled", "E1", undefined],
        ["payment", "RJCT", "rejected", "E2", "AC04"],
      ],
    );
    for (const version of ["02", "03", "08", "09", "11", "14"]) {
      const name = `pain.002.001.${version}`;
      assert.deepEqual(await readReport(report(name)), { ...expected, name });
    }
  });

  test("an answer that contradicts itself is an item next to the others", async () => {
    const text = report("pain.002.001.03").replace("<TxSts>ACSC</TxSts>", "<TxSts>ACSC</TxSts><TxSts>RJCT</TxSts>");
    const { answers, problems } = await readReport(text);
    assert.equal(answers.length, 2);
    assert.deepEqual(
      problems.map(({ about, original }) => [about, original.endToEndId]),
      [["payment", "E1"]],
    );
  });

  test("a report that does not say what it is about is an error", async () => {
    await assert.rejects(
      readReport(report("pain.002.001.03").replace("<OrgnlMsgId>M1</OrgnlMsgId>", "")),
      /must name the original message/,
    );
    await assert.rejects(readReport(plain), /must contain another message than BkToCstmrStmt/);
  });

  test("the golden report and a network's read as by their definitions", async () => {
    const customer = await readReport(golden("pain.002.001.10-rejected-payment"));
    assert.ok(customer.answers.some(({ outcome }) => outcome === "rejected"));
    const network = await readReport(golden("pacs.002.001.10-accepted"));
    assert.equal(network.kind, "network");
    assert.ok(network.answers.some(({ about }) => about === "payment"));
  });
});
