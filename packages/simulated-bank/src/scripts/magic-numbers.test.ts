import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { nachaReturnReasons } from "bursar-bank-formats/nacha";
import { checkReasons } from "bursar-banking/codes/check-reasons";
import { describeReason } from "bursar-banking/codes/describe-reason";
import { accountNumberProblem } from "bursar-banking/identifiers/account-number";
import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import fc from "fast-check";
import { rtpReasons, wireReasons } from "../../../bank-formats/src/iso20022/codes/status-reasons.ts";
import { magicAccountNumbers, scenarioFor, scenarioText } from "./magic-numbers.ts";

const hundredDollars = 100_00n;
const kindsOf = (method: string) =>
  new Set(magicAccountNumbers.filter((number) => number.method === method).map((number) => number.scenario.kind));

/** ISO 13616: letters count from ten, the first four characters go last, and the whole leaves 1 when divided by 97. */
const isIban = (text: string) =>
  BigInt([...(text.slice(4) + text.slice(0, 4))].map((character) => Number.parseInt(character, 36)).join("")) % 97n ===
  1n;

describe("magic numbers", () => {
  test("have the outcome in their row", () => {
    const ask = (method: "ach" | "domesticWire" | "realTimePayment" | "internationalWire", accountNumber: string) =>
      scenarioFor({ method, accountNumber, amountMinor: hundredDollars });
    assert.deepEqual(ask("ach", "9901000003"), { kind: "reject", code: "R03" });
    assert.deepEqual(ask("domesticWire", "9901000003"), { kind: "reject", code: "AC03" });
    assert.deepEqual(ask("ach", "9902000001"), { kind: "return", code: "R01", afterBankingDays: 2 });
    assert.deepEqual(ask("ach", "9902000002"), { kind: "return", code: "R02", afterBankingDays: 2 });
    assert.deepEqual(ask("ach", "9902000010"), { kind: "return", code: "R10", afterBankingDays: 5 });
    assert.deepEqual(ask("realTimePayment", "9904000005"), { kind: "delay", bankingDays: 5 });
    assert.deepEqual(ask("domesticWire", "9905000001"), { kind: "twice" });
    assert.deepEqual(ask("ach", "9906000002"), { kind: "outOfOrder", code: "R02" });
    assert.deepEqual(ask("realTimePayment", "9907000001"), { kind: "silent" });
    assert.equal(ask("ach", "9903000001").kind, "block");
    assert.deepEqual(ask("internationalWire", "GB02 BURS 9900 0002 0000 02"), {
      kind: "return",
      code: "AC04",
      afterBankingDays: 2,
    });
    assert.deepEqual(scenarioFor({ method: "check", accountNumber: null, amountMinor: 9_902_02n }), {
      kind: "return",
      code: "CK-MAIL",
      afterBankingDays: 5,
    });
  });

  test("only the amount decides the outcome of a check, and only the number that of other methods", () => {
    assert.deepEqual(scenarioFor({ method: "check", accountNumber: "9901000002", amountMinor: hundredDollars }), {
      kind: "confirm",
    });
    assert.deepEqual(scenarioFor({ method: "ach", accountNumber: "123456789", amountMinor: 9_901_01n }), {
      kind: "confirm",
    });
    assert.deepEqual(scenarioFor({ method: "ach", accountNumber: null, amountMinor: 9_901_01n }), { kind: "confirm" });
  });

  test("every method has every kind of failure", () => {
    const kinds = ["reject", "return", "block", "delay", "twice", "outOfOrder", "silent"];
    for (const method of paymentMethods) assert.deepEqual([...kindsOf(method)].toSorted(), kinds.toSorted(), method);
  });

  test("have a format that the API accepts", () => {
    for (const { method, accountNumber, amountMinor } of magicAccountNumbers) {
      if (method === "check") assert.ok(accountNumber === null && amountMinor !== null && amountMinor > 0n);
      else assert.equal(amountMinor, null);
      if (method === "internationalWire")
        assert.ok(accountNumber !== null && isIban(accountNumber), `${accountNumber}`);
      else if (accountNumber !== null) assert.equal(accountNumberProblem(accountNumber), undefined, accountNumber);
    }
  });

  test("name codes that exist on their rail", () => {
    const tables = {
      ach: nachaReturnReasons,
      check: checkReasons,
      domesticWire: wireReasons,
      internationalWire: wireReasons,
      realTimePayment: rtpReasons,
    };
    for (const { method, accountNumber, amountMinor, scenario } of magicAccountNumbers) {
      if (!("code" in scenario)) continue;
      const isKnown = scenario.kind === "block" || tables[method].some((reason) => reason.code === scenario.code);
      assert.ok(
        isKnown && describeReason(scenario.code),
        `${method} ${accountNumber ?? amountMinor}: ${scenario.code}`,
      );
    }
  });

  test("are unique, and each is found by its amount or number", () => {
    const seen = new Set<string>();
    for (const { method, accountNumber, amountMinor, scenario } of magicAccountNumbers) {
      const key = `${method} ${accountNumber} ${amountMinor}`;
      assert.ok(!seen.has(key), key);
      seen.add(key);
      assert.deepEqual(
        scenarioFor({ method, accountNumber, amountMinor: amountMinor ?? hundredDollars }),
        scenario,
        key,
      );
    }
  });

  test("each has a description", () => {
    assert.match(
      scenarioText({ kind: "return", code: "R02", afterBankingDays: 1 }),
      /^Sent, then returned one banking day after settlement\. R02: /,
    );
    for (const { scenario } of magicAccountNumbers) assert.match(scenarioText(scenario), /^[A-Z].*\.$/);
  });

  test("law: any other payment is confirmed", () => {
    const magic = new Set(magicAccountNumbers.flatMap((number) => [number.accountNumber, number.amountMinor]));
    fc.assert(
      fc.property(
        fc.constantFrom(...paymentMethods),
        fc.bigInt(1n, 99_999_999_999n),
        fc.bigInt(1_000n, 10n ** 16n),
        (method, amountMinor, number) => {
          fc.pre(!magic.has(amountMinor) && !magic.has(String(number)));
          assert.deepEqual(scenarioFor({ method, accountNumber: String(number), amountMinor }), { kind: "confirm" });
        },
      ),
    );
  });
});
