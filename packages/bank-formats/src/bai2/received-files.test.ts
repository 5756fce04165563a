import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Bai2Error } from "./bai2-error.ts";
import { asBanksSend } from "./bai2-options.ts";
import type { Bai2Item } from "./items.ts";
import { parseBai2, readBai2 } from "./read-bai2.ts";
import { bai2Statements } from "./statements.ts";

/** One account with one check; each test changes lines. */
const FILE = [
  "01,091000019,BURSAR,261126,0600,1,80,,2/",
  "02,BURSAR,091000019,1,261125,2359,USD,2/",
  "03,202600417301,USD,010,100000,,,015,90000,,/",
  "16,475,10000,Z,BR1,CR1,CHECK",
  "49,200000,3/",
  "98,200000,1,5/",
  "99,200000,1,7/",
];
const fileWith = (changes: Readonly<Record<number, string>>): string =>
  FILE.map((line, at) => changes[at + 1] ?? line).join("\n");
const read = (text: string): readonly Bai2Item[] => parseBai2(text, asBanksSend);
const ofKind = <Kind extends Bai2Item["kind"]>(items: readonly Bai2Item[], kind: Kind) =>
  items.filter((item): item is Extract<Bai2Item, { kind: Kind }> => item.kind === kind);
const toleratedIn = (items: readonly Bai2Item[]) =>
  ofKind(items, "end")[0]?.tolerated.map(({ tolerance, lines }) => `${tolerance} ${lines.join(",")}`);
const errorOf = (text: string): string => {
  try {
    read(text);
    return "";
  } catch (error) {
    assert.ok(error instanceof Bai2Error);
    return error.message;
  }
};

describe("BAI2 files as banks send them", () => {
  test("a correct file needs no tolerance", () => assert.deepEqual(toleratedIn(read(fileWith({}))), []));

  test("a continuation may split a summary, in lines padded to 80", () => {
    const text = fileWith({
      3: "03,202600417301,USD,010,100000,,,015,90000,,,040/\n88,90000,,,045,90000,,/",
      5: "49,380000,4/",
      6: "98,380000,1,6/",
      7: "99,380000,1,8/",
    });
    const items = read(
      text
        .split("\n")
        .map((line) => line.padEnd(80))
        .join("\r\n"),
    );
    assert.deepEqual(
      ofKind(items, "account")[0]?.balances.map(({ typeCode, amountMinor }) => `${typeCode.code} ${amountMinor}`),
      ["010 100000", "015 90000", "040 90000", "045 90000"],
    );
  });

  test("funds types may be in any case", () => {
    for (const [written, type] of [
      ["v,261125,1430", "valueDated"],
      ["V,261125,", "valueDated"],
      ["s,4000,3000,3000", "distributed"],
      ["d,2,0,5000,1,5000", "distributed"],
      ["z", "unknown"],
    ] as const) {
      const items = read(fileWith({ 4: `16,475,10000,${written},BR1,CR1,CHECK` }));
      const [transaction] = ofKind(items, "transaction");
      assert.equal(transaction?.fundsType.type, type);
      assert.equal(transaction.bankReferenceNumber, "BR1");
    }
  });

  test("a continuation may begin with a slash", () => {
    for (const first of ["16,475,10000,Z,BR1,CR1/", "16,475,10000,Z,BR1,CR1,/", "16,475,10000,Z,BR1,CR1,CHECK"]) {
      const text = fileWith({ 4: `${first}\n88,/INV 7/`, 5: "49,200000,4/", 6: "98,200000,1,6/", 7: "99,200000,1,8/" });
      const [transaction] = ofKind(read(text), "transaction");
      assert.equal(transaction?.text.at(-1), "/INV 7");
      assert.equal(transaction.customerReferenceNumber, "CR1");
    }
    assert.deepEqual(toleratedIn(read(fileWith({ 4: "16,475,10000,Z,BR1,CR1,/INV 7" }))), ["slashBeforeText 4"]);
  });

  test("counts and totals that do not agree are items with the difference", () => {
    const items = read(fileWith({ 5: "49,200001,3/", 6: "98,200001,2,5/", 7: "99,200001,1,8/" }));
    assert.deepEqual(
      ofKind(items, "difference").map(({ line, level, what, stated, counted }) => [line, level, what, stated, counted]),
      [
        [5, "account", "controlTotal", 200_001n, 200_000n],
        [6, "group", "parts", 2n, 1n],
        [7, "file", "records", 8n, 7n],
      ],
    );
    const [statement] = bai2Statements(items);
    assert.equal(statement?.differences.length, 1);
    assert.equal(statement.transactions.length, 1);
  });

  test("a transaction with an unknown code is an item, and its amount counts", () => {
    const items = read(fileWith({ 4: "16,799,10000,Z,BR1,202600417301,CHECK" }));
    assert.equal(ofKind(items, "transaction").length, 0);
    assert.deepEqual(ofKind(items, "difference"), []);
    const [problem] = ofKind(items, "problemTransaction");
    assert.deepEqual(problem?.facts, { typeCode: "799", amountMinor: 10_000n });
    assert.deepEqual(
      problem.problems.map(({ line, field, value, rule }) => [line, field, value, rule]),
      [[4, "Type Code", "799", "must be a detail code in a 16 record"]],
    );
    const [statement] = bai2Statements(items);
    assert.equal(statement?.problems.length, 1);
  });

  test("an amount that cannot be read is an error, because nothing proves the file then", () => {
    assert.match(errorOf(fileWith({ 4: "16,475,100.00,Z,BR1,CR1,CHECK" })), /line 4, record 16, Amount "100.00"/);
  });

  test("a structure that does not agree is an error", () => {
    assert.match(errorOf(fileWith({ 6: "98,200000,1,5/\n98,200000,1,5/" })), /record 98: an 02 or 99 record/);
    assert.match(errorOf(FILE.slice(0, 6).join("\n")), /ends without its 99 record/);
  });

  test("other accounts and currencies are read next to ours", () => {
    const text = [
      ...FILE.slice(0, 5),
      "03,5550001234,EUR,015,5000,,/",
      "49,5000,2/",
      "98,205000,2,7/",
      "02,BURSAR,091000019,1,261125,2359,jpy,2/",
      "03,777,,015,900,,/",
      "49,900,2/",
      "98,900,1,4/",
      "99,205900,2,13/",
    ].join("\n");
    assert.deepEqual(
      [...bai2Statements(read(text))].map(({ account }) => [account.customerAccountNumber, account.currencyCode]),
      [
        ["202600417301", "USD"],
        ["5550001234", "EUR"],
        ["777", "JPY"],
      ],
    );
  });

  test("names may be in UTF-8 or Latin-1, with tabs, a byte order mark, and an end-of-file mark", async () => {
    const text = fileWith({ 4: "16,475,10000,Z,BR1,CR1,CAFÉ\tZOË" });
    for (const bytes of [new TextEncoder().encode(`\u{feff}${text}\n\u{1a}`), Buffer.from(text, "latin1")]) {
      const items = await Array.fromAsync(readBai2([bytes], asBanksSend));
      assert.deepEqual(ofKind(items, "transaction")[0]?.text, ["CAFÉ ZOË"]);
    }
  });

  test("an empty file has nothing to report", () => {
    for (const text of ["", " \r\n\r\n", "\u{feff}\n\u{1a}"])
      assert.deepEqual(
        read(text).map(({ kind }) => kind),
        ["end"],
      );
    assert.deepEqual(
      read("01,091000019,BURSAR,261126,0600,1,,,2/\n99,0,0,2/").map(({ kind }) => kind),
      ["file", "fileTrailer", "end"],
    );
    assert.throws(() => parseBai2(""), Bai2Error);
  });
});

describe("BTRS, the third version of BAI", () => {
  const version3 = { 1: "01,091000019,BURSAR,261126,0600,1,,,3/", 2: "02,BURSAR,091000019,1,261125,2359,,2/" };

  test("is read, with the currency of each account", () => {
    const items = read(fileWith(version3));
    assert.equal(ofKind(items, "file")[0]?.version, 3);
    assert.equal(ofKind(items, "group")[0]?.currencyCode, undefined);
    assert.equal(ofKind(items, "account")[0]?.currencyCode, "USD");
  });

  test("no currency is guessed where neither bank nor account has one", () => {
    const text = fileWith({ ...version3, 3: "03,202600417301,,010,100000,,,015,90000,,/" });
    assert.match(errorOf(text), /Currency Code: is required in version 3/);
    assert.equal(ofKind(read(text.replace(",3/\n", ",2/\n")), "account")[0]?.currencyCode, "USD");
  });
});
