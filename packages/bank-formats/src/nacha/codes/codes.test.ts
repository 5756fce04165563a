import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { changeCodeOf, isRefusedChangeCode, nachaChangeCodes, refusedChangeCodes } from "./change-codes.ts";
import { correctedDataOf, correctionsOf } from "./corrected-data.ts";
import { hasDescription, isReversalDescription } from "./descriptions.ts";
import { entryClasses, entryClassOf } from "./entry-classes.ts";
import { isContestedReturnCode, isDishonoredReturnCode, nachaReturnReasons, returnReasonOf } from "./return-reasons.ts";
import { meaningOfTransactionCode, transactionCodeFor, transactionCodes } from "./transaction-codes.ts";

describe("return reasons", () => {
  test("each has a title, a meaning, and an action", () => {
    assert.equal(new Set(nachaReturnReasons.map(({ code }) => code)).size, nachaReturnReasons.length);
    for (const { code, title, meaning, action } of nachaReturnReasons) {
      assert.match(title, /^[A-Z].*[a-zA-Z0-9]$/, code);
      assert.match(meaning, /^[^A-Z].*[^.]$/, code);
      assert.match(action, /^[A-Z].*\.$/, code);
    }
  });

  test("the 60-day codes are those of unauthorized and improper consumer debits", () => {
    const sixty = nachaReturnReasons.filter(({ timeFrame }) => "count" in timeFrame && timeFrame.count === 60);
    const codes = ["R05", "R07", "R10", "R11", "R33", "R37", "R38", "R51", "R52", "R53"];
    assert.deepEqual(
      sixty.map(({ code }) => code),
      codes,
    );
    assert.ok(sixty.every(({ returns }) => returns === "debits"));
    assert.deepEqual(returnReasonOf("R29")?.timeFrame, { unit: "bankingDays", count: 2 });
  });

  test("dishonored and contested returns have codes of their own; withdrawn ones are unknown", () => {
    const codes = nachaReturnReasons.map(({ code }) => code);
    assert.deepEqual(codes.filter(isDishonoredReturnCode), ["R61", "R62", "R67", "R68", "R69", "R70"]);
    assert.deepEqual(codes.filter(isContestedReturnCode), ["R71", "R72", "R73", "R74", "R75", "R76", "R77"]);
    for (const code of ["R48", "R63", "R66", "R78", "R90", "R99", "r01", "", "toString"])
      assert.equal(returnReasonOf(code), undefined, code);
  });
});

describe("change codes", () => {
  test("are C01–C09, C13, and C14; refusals are C61–C69", () => {
    assert.deepEqual(
      nachaChangeCodes.map(({ code }) => code),
      ["C01", "C02", "C03", "C04", "C05", "C06", "C07", "C08", "C09", "C13", "C14"],
    );
    assert.deepEqual(
      refusedChangeCodes.map(({ code }) => code),
      Array.from({ length: 9 }, (_, at) => `C6${at + 1}`),
    );
    assert.equal(changeCodeOf("C10"), undefined);
    assert.ok(isRefusedChangeCode("C61") && !isRefusedChangeCode("C01"));
  });

  const examples = [
    ["C01", { dfiAccountNumber: "1234567890" }, "1234567890"],
    ["C02", { routingNumber: "091000019" }, "091000019"],
    ["C03", { routingNumber: "091000019", dfiAccountNumber: "1234567890" }, "091000019   1234567890"],
    ["C04", { receiverName: "JANE ROE" }, "JANE ROE"],
    ["C05", { transactionCode: "32" }, "32"],
    ["C06", { dfiAccountNumber: "1234567890", transactionCode: "32" }, "1234567890          32"],
    [
      "C07",
      { routingNumber: "091000019", dfiAccountNumber: "1234567890", transactionCode: "32" },
      "0910000191234567890       32",
    ],
    ["C08", { foreignBankIdentification: "HAUSDEFFXXX" }, "HAUSDEFFXXX"],
    ["C09", { identificationNumber: "EMP-0002" }, "EMP-0002"],
  ] as const;
  for (const [code, corrections, data] of examples) {
    test(`${code} has its corrected data at the positions of the rules`, () => {
      assert.equal(correctedDataOf(code, corrections), data);
      assert.deepEqual(correctionsOf({ changeCode: code, correctedData: data }), corrections);
    });
  }

  test("corrected data that does not fit its code is not used", () => {
    const notUsed: readonly (readonly [code: string, data: string])[] = [
      ["C01", ""],
      ["C02", "091000018"],
      ["C02", "09100001"],
      ["C03", "091000019 1234567890"],
      ["C05", "99"],
      ["C06", "1234567890 32"],
      ["C01", "1234567890        surplus"],
      ["C99", "1234567890"],
    ];
    for (const [changeCode, correctedData] of notUsed)
      assert.equal(correctionsOf({ changeCode, correctedData }), undefined, `${changeCode} ${correctedData}`);
    assert.throws(() => correctedDataOf("C02", { dfiAccountNumber: "1" }), RangeError);
    assert.throws(() => correctedDataOf("C01", { dfiAccountNumber: "1".repeat(18) }), RangeError);
    assert.deepEqual(correctionsOf({ changeCode: "C13", correctedData: "ADDENDA" }), {});
  });

  test("account numbers of IAT entries have 35 characters", () => {
    const dfiAccountNumber = "DE89370400440532013000";
    const correctedData = correctedDataOf("C01", { dfiAccountNumber }, { isIat: true });
    assert.deepEqual(correctionsOf({ changeCode: "C01", correctedData }, { isIat: true }), { dfiAccountNumber });
    assert.throws(() => correctedDataOf("C01", { dfiAccountNumber }), RangeError);
  });
});

describe("transaction codes", () => {
  test("are found from account, direction, and use, and the reverse", () => {
    for (const code of transactionCodes) assert.equal(transactionCodeFor(meaningOfTransactionCode(code)), code);
    assert.deepEqual(meaningOfTransactionCode("22"), { account: "checking", direction: "credit", use: "live" });
    assert.deepEqual(meaningOfTransactionCode("36"), { account: "savings", direction: "debit", use: "return" });
    assert.deepEqual(meaningOfTransactionCode("55"), { account: "loan", direction: "debit", use: "live" });
    assert.equal(transactionCodeFor({ account: "loan", direction: "debit", use: "prenote" }), undefined);
  });
});

describe("entry classes", () => {
  test("are the standard classes without ADV", () => {
    assert.deepEqual(
      entryClasses.map(({ code }) => code).join(" "),
      "ACK ARC ATX BOC CCD CIE COR CTX DNE ENR IAT MTE POP POS PPD RCK SHR TEL TRC TRX WEB XCK",
    );
    assert.equal(entryClassOf("ADV"), undefined);
    assert.equal(entryClassOf("constructor"), undefined);
  });

  test("descriptions that the rules prescribe are compared exactly, but PAYROLL only begins them", () => {
    assert.ok(hasDescription("payroll", "PAYROLL NO"));
    assert.ok(!hasDescription("payroll", "Payroll"));
    assert.ok(hasDescription("onlinePurchase", "PURCHASE"));
    assert.ok(!hasDescription("onlinePurchase", "PURCHASES"));
    assert.ok(isReversalDescription("REVERSAL"));
    assert.ok(!isReversalDescription("reversal"));
  });
});
