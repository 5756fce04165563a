import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { NachaFileError } from "./errors.ts";
import { asBanksSend } from "./read/as-banks-send.ts";
import type { NachaItem } from "./read/file-state.ts";
import { type NachaChunk, readNachaSync } from "./read/read-nacha.ts";
import type { NachaReadOptions } from "./read/reader.ts";
import { rejectionReasonOf } from "./records/model.ts";

const NINES = "9".repeat(94);
const header = "101 091000019 0910000192612010700A094101BURSAR CO              BANK                           ";
const batch = (entryClass: string, { company = "1123456789", number = 1 } = {}) =>
  `5200BURSAR CO                           ${company}${entryClass}RETURN          261201335109100001000000${number}`;
const entry = (trace: number, { code = "21", amount = 101, name = "TERN" } = {}) =>
  `6${code}0210000216610052283       ${String(amount).padStart(10, "0")}               ${name.padEnd(22)}  1${`02100002${String(trace).padStart(7, "0")}`}`;
const returned = (trace: number, { code = "R03", original = 7 } = {}) =>
  `799${code}09100001${String(original).padStart(7, "0")}      02100002${" ".repeat(44)}02100002${String(trace).padStart(7, "0")}`;
const changed = (trace: number, code: string, data: string) =>
  `798${code}091000010000007      02100002${data.padEnd(29)}${" ".repeat(15)}02100002${String(trace).padStart(7, "0")}`;
const sums = (entries: number, minor: number) =>
  `${String(entries).padStart(6, "0")}${String(entries * 1_050_001).padStart(10, "0")}${"0".repeat(12)}${String(minor).padStart(12, "0")}`;
const control = (records: number, minor: number, { company = "1123456789", number = 1 } = {}) =>
  `8200${sums(records, minor)}${company}${" ".repeat(25)}09100001000000${number}`;
const end = ({ batches = 1, records = 2, minor = 101, blocks = 1 } = {}) =>
  `9${String(batches).padStart(6, "0")}${String(blocks).padStart(6, "0")}00${sums(records, minor)}${" ".repeat(39)}`;

/** The records as lines, filled up with nines. */
const fileOf = (...records: readonly string[]): string => {
  const missing = (10 - (records.length % 10)) % 10;
  return [...records, ...Array.from({ length: missing }, () => NINES), ""].join("\n");
};
const oneReturn = [header, batch("CCD"), entry(1), returned(1), control(2, 101), end()];

const read = (source: NachaChunk, options: NachaReadOptions = asBanksSend): readonly NachaItem[] => [
  ...readNachaSync(source, options),
];
const entriesOf = (items: readonly NachaItem[]) => items.flatMap((item) => (item.kind === "entry" ? [item] : []));
const problemsOf = (items: readonly NachaItem[]) =>
  items.flatMap((item) => (item.kind === "problemEntry" ? [item] : []));
const toleratedIn = (items: readonly NachaItem[]) => {
  const last = items.at(-1);
  assert.equal(last?.kind, "end");
  return last.tolerated.map(({ tolerance, count, lines }) => `${tolerance} ${count} ${lines.join(",")}`);
};
const errorsIn = (source: NachaChunk, options?: NachaReadOptions): readonly string[] => {
  try {
    read(source, options);
    return [];
  } catch (error) {
    if (error instanceof NachaFileError) return error.errors.map(({ rule, line }) => `${rule} ${line}`);
    throw error;
  }
};

describe("ACH files as banks send them", () => {
  test("a correct file needs no tolerance but those of every return file", () => {
    const items = read(fileOf(...oneReturn));
    assert.deepEqual(
      entriesOf(items).map(({ category, entry: { amountMinor } }) => [category, amountMinor]),
      [["return", 101n]],
    );
    assert.deepEqual(toleratedIn(items), ["foreignTraceNumbers 1 3"]);
  });

  test("trailing blanks may be trimmed, and the nines missing", () => {
    const items = read(oneReturn.map((record) => record.trimEnd()).join("\n"));
    assert.equal(entriesOf(items).length, 1);
    assert.deepEqual(toleratedIn(items), ["shortLines 2 1,6", "foreignTraceNumbers 1 3", "missingPadding 1 6"]);
  });

  test("the number of blocks may be that of a file without nines", () => {
    const [, ...others] = oneReturn.toReversed();
    const items = read(`${[...others.toReversed(), end({ blocks: 0 })].join("\r\n")}\r\n`);
    assert.deepEqual(toleratedIn(items).slice(-2), ["missingPadding 1 6", "wrongBlockCount 1 6"]);
  });

  test("lines may end in any way, with blank lines and a DOS end-of-file character", () => {
    const [first, second, third, fourth, ...others] = oneReturn;
    const text = `${first}\r\n${second}\n${third}\r${fourth}\r\r\n   \n${others.join("\n")}\n\n\u{1a}\n\u{0}`;
    const items = read(text);
    assert.deepEqual(entriesOf(items)[0]?.entry.traceNumber, "021000020000001");
    assert.deepEqual(
      toleratedIn(items).filter((use) => /^(?:mixed|blank|end)/.test(use)),
      ["mixedLineBreaks 3 2,3,4", "blankLines 3 5,6,9", "endOfFileMarks 2 10,11"],
    );
    assert.deepEqual(errorsIn(text, { ...asBanksSend, tolerant: { ...asBanksSend.tolerant, blankLines: false } }), [
      "fileBlankLine 5",
      "fileBlankLine 6",
      "fileBlankLine 9",
    ]);
  });

  test("a byte order mark and letters of any encoding move no field", () => {
    const named = [header.replace("BURSAR CO", "BÜRSAR CO"), batch("CCD"), entry(1, { name: "ÉDITIONS ZOË" })];
    const text = fileOf(...named, ...oneReturn.slice(3));
    const utf8 = new TextEncoder().encode(`\u{feff}${text}`);
    const items = read(utf8);
    assert.equal(entriesOf(items)[0]?.entry.receiverName, "ÉDITIONS ZOË");
    assert.deepEqual(toleratedIn(items).slice(0, 2), ["byteOrderMark 1 1", "extendedCharacters 4 1,3"]);
    assert.deepEqual(entriesOf(read(Buffer.from(text, "latin1"))), entriesOf(items));
    assert.deepEqual(entriesOf(read(text)), entriesOf(items));
  });

  test("codes may be in lower case", () => {
    const items = read(
      fileOf(
        header.replace("A0941", "a0941"),
        batch("ccd"),
        entry(1),
        returned(1, { code: "r03" }),
        ...oneReturn.slice(4),
      ),
    );
    const [found] = entriesOf(items);
    assert.equal(found?.header.standardEntryClassCode, "CCD");
    assert.deepEqual(
      found?.entry.addenda.map((addenda) => (addenda.kind === "return" ? addenda.returnReasonCode : "")),
      ["R03"],
    );
    assert.ok(toleratedIn(items).includes("lowerCaseCodes 3 1,2,4"));
  });

  test("the destination may be the company's identification", () => {
    for (const destination of ["1123456789", " 123456789", "BURSAR    "]) {
      const items = read(fileOf(header.replace(" 091000019", destination), ...oneReturn.slice(1)));
      const [first] = items;
      assert.equal(first?.kind === "fileHeader" && first.header.immediateDestination, destination.trim());
    }
  });

  test("batches may repeat dates of the original that cannot be read", () => {
    const items = read(fileOf(header, batch("CCD").replace("261201335", "999999000"), ...oneReturn.slice(2)));
    assert.equal(entriesOf(items)[0]?.header.effectiveEntryDate, undefined);
    assert.equal(entriesOf(items)[0]?.header.settlementDate, undefined);
    assert.deepEqual(errorsIn(fileOf(header.replace("261201", "261341"), ...oneReturn.slice(1))), ["fieldBlank 1"]);
  });

  test("a file without batches, or without anything, has nothing to report", () => {
    const none = read(fileOf(header, end({ batches: 0, records: 0, minor: 0 })));
    assert.deepEqual(
      none.map(({ kind }) => kind),
      ["fileHeader", "fileControl", "end"],
    );
    for (const text of ["", "\n", "  \r\n \r\n", "\u{feff}", "\u{1a}", new Uint8Array()])
      assert.deepEqual(
        read(text).map(({ kind }) => kind),
        ["end"],
      );
    assert.deepEqual(errorsIn("", {}), ["fileEmpty 1"]);
  });

  test("several companies are several batches", () => {
    const other = { company: "9999999999", number: 2 };
    const items = read(
      fileOf(
        ...oneReturn.slice(0, 5),
        batch("PPD", other),
        entry(2),
        returned(2, { code: "R02", original: 900 }),
        control(2, 101, other),
        end({ batches: 2, records: 4, minor: 202 }),
      ),
    );
    assert.deepEqual(
      entriesOf(items).map(({ header: { standardEntryClassCode } }) => standardEntryClassCode),
      ["CCD", "PPD"],
    );
  });
});

describe("entries that are wrong on their own", () => {
  const withEntry = (records: readonly string[], minor = 0) =>
    fileOf(
      header,
      batch("CCD"),
      entry(1),
      returned(1),
      ...records,
      control(2 + records.length, 101 + minor).replace(/^(8200\d{6})\d{10}/, "$10004200004"),
      end({ records: 2 + records.length, minor: 101 + minor }).replace(/^(9\d{20})\d{10}/, "$10004200004"),
    );

  test("a return with a code that the rules do not have is an item", () => {
    const items = read(withEntry([entry(2, { amount: 5 }), returned(2, { code: "R97", original: 8 })], 5));
    assert.equal(entriesOf(items).length, 1);
    const [problem] = problemsOf(items);
    assert.deepEqual(problem?.facts, {
      transactionCode: "21",
      amountMinor: 5n,
      receivingDfiIdentification: "02100002",
      traceNumber: "021000020000002",
      code: "R97",
      originalTraceNumber: "091000010000008",
      originalReceivingDfiIdentification: "02100002",
    });
    assert.equal(problem?.line, 5);
    assert.equal(problem?.entry?.amountMinor, 5n);
    assert.deepEqual(
      problem?.problems.map(({ message }) => message),
      ['Line 6, Return Addenda Record 99, Return Reason Code "R97": is not a return reason code.'],
    );
  });

  for (const [title, code, data, rule] of [
    ["an unknown code", "C99", "123456789", "changeCode"],
    ["fields shifted out of their columns", "C06", "123456789 111            22", "changeData"],
    ["a transaction code that is one column too far", "C06", "123456789            22", "changeData"],
    ["an account number that continues behind its columns", "C01", " 12345678901234567", "changeData"],
    ["an account number cut by the end of the field", "C03", `02100002112345678${"9".repeat(16)}`, "changeData"],
    ["blanks instead of an account number", "C01", "", "changeData"],
    ["a routing number with a wrong check digit", "C02", "021000022", "changeData"],
  ] as const)
    test(`a change with ${title} is an item`, () => {
      const record = changed(2, code, data);
      const text = `${record.slice(0, 35)}${data.padEnd(44)}${record.slice(-15)}`;
      const [problem, ...others] = problemsOf(read(withEntry([entry(2, { amount: 0 }), text])));
      assert.equal(others.length, 0);
      assert.deepEqual(
        problem?.problems.map((each) => each.rule),
        [rule],
      );
      assert.equal(problem?.facts.code, code);
      assert.doesNotMatch(JSON.stringify(problem?.problems), /12345678/);
    });

  test("a change whose account number has a blank in its columns is read", () => {
    const items = read(withEntry([entry(2, { amount: 0 }), changed(2, "C06", "123456789 111       22")]));
    assert.deepEqual(
      entriesOf(items).map(({ category }) => category),
      ["return", "change"],
    );
  });

  test("addenda that cannot be read are an item, whatever their length", () => {
    const broken = returned(2).replace("091000010000007", "0910000100x0007");
    for (const record of [broken, `${returned(2)} X`, `7${" ".repeat(93)}`, "799"])
      assert.equal(problemsOf(read(withEntry([entry(2, { amount: 5 }), record], 5))).length, 1, record);
  });

  test("a transaction code of the future counts by its direction", () => {
    const [problem] = problemsOf(read(withEntry([entry(2, { code: "20", amount: 5 }), returned(2)], 5)));
    assert.equal(problem?.entry, undefined);
    assert.equal(problem?.facts.transactionCode, "20");
    const debit = withEntry([entry(2, { code: "25", amount: 5 }), returned(2)], 5);
    assert.deepEqual(errorsIn(debit).slice(0, 2), ["batchDebits 7", "batchCredits 7"]);
  });

  test("a class of the future makes items of the batch's entries only", () => {
    const second = { number: 2 };
    const text = fileOf(
      ...oneReturn.slice(0, 5),
      batch("XYZ", second),
      entry(2),
      returned(2),
      control(2, 101, second),
      end({ batches: 2, records: 4, minor: 202 }),
    );
    const items = read(text);
    assert.equal(entriesOf(items).length, 1);
    assert.deepEqual(
      problemsOf(items).map(({ problems, facts }) => [problems[0]?.rule, facts.amountMinor]),
      [["batchClass", 101n]],
    );
    assert.deepEqual(errorsIn(text.replace("XYZ", "ADV"))[0], "batchClass 6");
  });

  test("an entry answered twice is an item", () => {
    const text = withEntry([entry(2, { amount: 5 }), returned(2), returned(2, { code: "R02" })], 5);
    assert.deepEqual(
      problemsOf(read(text)).map(({ problems }) => problems.map(({ rule }) => rule)),
      [["returnAddendaTwice"]],
    );
  });

  test("an entry whose amount cannot be read leaves the totals unproven: an error of the file", () => {
    const text = withEntry([entry(2, { amount: 5 }).replace("0000000005", "00000000 5"), returned(2)], 5);
    assert.deepEqual(errorsIn(text), ["fieldDigits 5"]);
  });

  test("structure and totals that do not agree are errors, whatever is tolerated", () => {
    const text = withEntry([entry(2, { amount: 6 }), returned(2, { code: "R97" })], 5);
    assert.deepEqual(errorsIn(text), ["batchCredits 7"]);
    assert.deepEqual(errorsIn(fileOf(...oneReturn.slice(0, 4), ...oneReturn.slice(5)))[0], "batchUnfinished 5");
    assert.deepEqual(errorsIn(oneReturn.slice(0, 5).join("\n")), ["fileControlMissing 5"]);
  });

  test("a rejected entry has the bank's reason in place of its trace number", () => {
    const rejected = entry(1, { code: "22", amount: 101 }).replace(/ 1\d{15}$/, " 0REJ06          ");
    const items = read(
      fileOf(
        header,
        batch("CCD"),
        rejected,
        control(1, 101).replace(/^8200\d{16}/, "82000000010002100002"),
        end({ records: 1 }).replace(/^(9\d{20})\d{10}/, "$10002100002"),
      ),
    );
    const [found] = entriesOf(items);
    assert.equal(found?.category, "rejected");
    assert.equal(rejectionReasonOf(found?.entry ?? { traceNumber: "" }), "06");
    assert.equal(found?.entry.amountMinor, 101n);
    assert.ok(toleratedIn(items).includes("rejectedEntries 1 3"));
  });
});
