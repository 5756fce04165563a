import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { present } from "#kernel/assert.ts";
import { joinPages } from "../importing/collect-pages.ts";
import { incomingKindOf, isReturnCode } from "./movement-codes.ts";
import { readStatement } from "./read-statement.ts";
import { namesWire, referenceIn, UnusableStatement } from "./reported-account.ts";

const golden = readFileSync(
  new URL(
    "../../../../../../packages/bank-formats/src/iso20022/golden/testdata/camt.053.001.08-statement.xml",
    import.meta.url,
  ),
  "utf8",
);

const read = (text: string, format: string) =>
  readStatement(
    (async function* () {
      yield Buffer.from(text);
    })(),
    format,
  );
const fails = (text: string, format: string, reason: RegExp) =>
  assert.rejects(read(text, format), (error) => error instanceof UnusableStatement && reason.test(error.message));

describe("a camt.053", () => {
  test("has a period with balances, and movements with every reference of their payments", async () => {
    const { messageId, accounts } = await read(golden, "camt.053");
    assert.equal(messageId, "S20261120");
    const [account, ...others] = accounts;
    assert.equal(others.length, 0);
    assert.deepEqual(account?.account, { accountNumber: "000123456789", routingNumber: "021000021" });
    assert.deepEqual(account?.period, {
      fromOn: "2026-11-20",
      closesOn: "2026-11-20",
      openingMinor: 100_000_00n,
      closingMinor: 87_995_50n,
    });
    const [wire, back] = account?.movements ?? [];
    assert.equal(wire?.amountMinor, -12_500_00n);
    assert.equal(wire?.counterparty, "Tern Packaging & Sons");
    assert.deepEqual(wire?.details, [
      ["E0197A1B2C3D4", "I0197A1B2C3D4", "8a562c67-ca16-48ba-b074-65581be6f001", "20261120MMQFMP9N000042"],
    ]);
    assert.equal(back?.isReturn, true, "returned money is no income");
    assert.equal(back?.amountMinor, 495_50n);
  });

  test("begins on the day of its opening balance, or on the next one if that was the day before's", async () => {
    const dated = (day: string) =>
      golden.replace("<Dt>2026-11-20</Dt>\n        </Dt>", `<Dt>${day}</Dt>\n        </Dt>`);
    const startOf = async (text: string) => (await read(text, "camt.053")).accounts[0]?.period?.fromOn;
    assert.equal(await startOf(dated("2026-11-19")), "2026-11-20");
    assert.equal(await startOf(dated("2026-11-01")), "2026-11-02", "a month in one statement");
  });

  test("in pages has its period and is compared with its balances when all pages are joined", async () => {
    const [first = "", second = ""] = golden.match(/<Ntry>[\s\S]*?<\/Ntry>/g) ?? [];
    const numbered = (page: number, isLast: boolean) =>
      golden
        .replace(
          "<ElctrncSeqNb>",
          `<StmtPgntn><PgNb>${page}</PgNb><LastPgInd>${isLast}</LastPgInd></StmtPgntn><ElctrncSeqNb>`,
        )
        .replace(page === 1 ? second : first, "");
    const pages = [await read(numbered(1, false), "camt.053"), await read(numbered(2, true), "camt.053")];
    assert.deepEqual(
      pages.map(({ messageId }) => messageId),
      ["S20261120/1", "S20261120/2"],
      "some banks give all pages the same ID",
    );
    const [page, next] = pages.map(({ accounts: [only] }) => present(only, "it is about an account"));
    assert.ok(page !== undefined && next !== undefined);
    assert.deepEqual([page.period, next.period, page.page?.number, next.page?.isLast], [undefined, undefined, 1, true]);
    const [whole] = (await read(golden, "camt.053")).accounts;
    assert.deepEqual(joinPages([page, next]), whole);
    const twice = () => joinPages([page, next, next]);
    assert.throws(twice, /do not add up to its closing balance/);
    const single = golden.replace(
      "<ElctrncSeqNb>",
      "<StmtPgntn><PgNb>1</PgNb><LastPgInd>true</LastPgInd></StmtPgntn><ElctrncSeqNb>",
    );
    assert.deepEqual((await read(single, "camt.053")).accounts, [whole], "one page of one");
  });

  test("is unusable if it is cut off or incomplete; an account in another currency is listed apart", async () => {
    await fails(golden.slice(0, golden.length / 2), "camt.053", /not a valid camt\.053/);
    const entry = /<Ntry>[\s\S]*?<\/Ntry>/.exec(golden)?.[0] ?? "";
    await fails(golden.replace(entry, ""), "camt.053", /totals do not match/);
    const { accounts, foreign } = await read(golden.replaceAll('"USD"', '"EUR"'), "camt.053");
    assert.deepEqual(accounts, []);
    assert.deepEqual(
      foreign.map(({ currency }) => currency),
      ["EUR"],
    );
    await fails(golden.replace("<Cd>CLBD</Cd>", "<Cd>CLAV</Cd>"), "camt.053", /no booked opening or closing/);
  });
});

/** A statement as a bank's portal exports it: records without their end, texts that end with `/`, and empty lines. */
const messy = (closing = 1250075) => `01,021000021,ACME,261121,0400,1,,,2
02,ACME,021000021,1,261120,,USD,2/

03,000123456789,USD,010,555100,,,015,${closing},,/
16,195,500000,0,20261120MMQFMP2K000123,,ORIG:NORTH PIER CO
16,142,200000,Z,,,TERN PACKAGING LLC  VENDOR PAY/
88,INV 1001 1002
16,475,5025,Z,0046213377,0001042
16,890,,,,,REPORTS WILL BE DELAYED
49,${2510200 + (closing - 1250075)},7
98,${2510200 + (closing - 1250075)},1,9
99,${2510200 + (closing - 1250075)},1,11
`;

describe("a BAI2 file from a bank's portal", () => {
  test("is read despite its form, with the names and references that it hides in texts", async () => {
    const { messageId, accounts } = await read(messy(), "bai2");
    assert.equal(messageId, "021000021-ACME-2026-11-21-1");
    const [account] = accounts;
    assert.equal(account?.period?.closingMinor, 12_500_75n);
    assert.deepEqual(
      account?.movements.map(({ amountMinor, counterparty, code, details }) => ({
        amountMinor,
        counterparty,
        code,
        details,
      })),
      [
        { amountMinor: 5_000_00n, counterparty: "NORTH PIER CO", code: "BAI/195", details: [] },
        { amountMinor: 2_000_00n, counterparty: "TERN PACKAGING LLC  VENDOR PAY", code: "BAI/142", details: [] },
        { amountMinor: -50_25n, counterparty: undefined, code: "BAI/475", details: [["1042", "0001042"]] },
      ],
    );
  });

  test("is unusable if its balances do not follow from its transactions", () =>
    fails(messy(1250076), "bai2", /do not add up to its closing balance/));

  test("corrects, deletes, or only tests, by its group's status", async () => {
    const withStatus = (status: number) =>
      read(messy().replace("021000021,1,261120", `021000021,${status},261120`), "bai2");
    assert.equal((await withStatus(3)).accounts[0]?.action, "replace");
    assert.equal((await withStatus(2)).accounts[0]?.action, "delete");
    assert.deepEqual((await withStatus(4)).accounts, []);
  });
});

test("incoming money becomes the kind of transaction that its code or references say", () => {
  const kind = (code: string, isWire = false) => incomingKindOf(code, { isWire });
  assert.equal(kind("PMNT/RCDT/DMCT"), "incomingDomesticWire");
  assert.equal(kind("PMNT/RCDT/XBCT"), "incomingInternationalWire");
  assert.equal(kind("PMNT/RCDT/ATXN"), "externalTransfer");
  assert.equal(kind("PMNT/RRCT/DMCT", true), "externalTransfer", "real-time payments have UETRs too");
  assert.equal(kind("PMNT/RCHQ/CCHQ"), "checkDeposit");
  assert.equal(kind("NTRF", true), "incomingDomesticWire");
  assert.equal(kind("BAI/195"), "incomingDomesticWire");
  assert.equal(kind("BAI/175"), "checkDeposit");
  assert.equal(kind("BAI/142"), "externalTransfer");
  assert.equal(namesWire(["20261120MMQFMP2K000123"]), true);
  assert.equal(namesWire(["8a562c67-ca16-48ba-b074-65581be6f001"]), true);
  assert.equal(namesWire(["INV-1001"]), false);
});

test("codes say which money came back, and banks' words for no reference are none", () => {
  assert.deepEqual(["PMNT/ICDT/RRTN", "BAI/257", "BAI/555"].map(isReturnCode), [true, true, true]);
  assert.deepEqual(["PMNT/RCDT/ATXN", "BAI/142"].map(isReturnCode), [false, false]);
  for (const none of [undefined, "", " ", "NONREF", "notprovided", "0000000"])
    assert.equal(referenceIn(none), undefined);
  assert.equal(referenceIn(" 0046 "), "0046");
});
