import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { nachaReturnReasons } from "bursar-bank-formats/nacha";
import { rtpReasons, wireReasons } from "../../../bank-formats/src/iso20022/codes/status-reasons.ts";
import { checkReasons } from "./check-reasons.ts";
import { allReasons, describeReason, reasonText } from "./describe-reason.ts";

const codes = (reasons: readonly { readonly code: string }[]) => reasons.map((reason) => reason.code);
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `R${String(from + at).padStart(2, "0")}`);

describe("Nacha return reasons", () => {
  test("are exactly those of the rule book", () => {
    const inUse = [...numbered(1, 47), ...numbered(50, 53), "R61", "R62", ...numbered(67, 77), ...numbered(80, 85)];
    const expected = inUse.filter((code) => code !== "R48" && code !== "R49");
    assert.deepEqual(codes(nachaReturnReasons), expected);
  });

  test("have their return time frames", () => {
    const frame = (code: string) => nachaReturnReasons.find((reason) => reason.code === code)?.timeFrame;
    assert.deepEqual(frame("R01"), { unit: "bankingDays", count: 2 });
    assert.deepEqual(frame("R03"), { unit: "bankingDays", count: 2 });
    assert.deepEqual(frame("R10"), { unit: "calendarDays", count: 60 });
    assert.deepEqual(frame("R11"), { unit: "calendarDays", count: 60 });
    assert.deepEqual(frame("R13"), { unit: "nextFile" });
    assert.deepEqual(frame("R23"), { unit: "refusal" });
    assert.deepEqual(frame("R68"), { unit: "bankingDays", count: 5 });
    assert.deepEqual(frame("R73"), { unit: "bankingDays", count: 2 });
  });

  test("show which can be returned to us, who only send credits", () => {
    const forCredits = nachaReturnReasons.filter((reason) => reason.returns === "any" || reason.returns === "credits");
    for (const code of ["R02", "R03", "R04", "R16", "R20", "R23"]) assert.ok(codes(forCredits).includes(code), code);
    for (const code of ["R01", "R07", "R10", "R29"]) assert.ok(!codes(forCredits).includes(code), code);
  });
});

describe("reasons of the other rails", () => {
  test("wires and real-time payments share the ISO codes they have in common", () => {
    for (const code of ["AC01", "AC03", "AC04", "AC06", "AG01", "AM04", "AM05", "BE04", "MD07", "RC01", "RR04"]) {
      assert.ok(codes(wireReasons).includes(code), code);
    }
    for (const code of ["AC03", "AC04", "AC06", "AC14", "AG01", "AG03", "AM14", "MD07", "RC04", "1100", "9912"]) {
      assert.ok(codes(rtpReasons).includes(code), code);
    }
    assert.ok(!codes(rtpReasons).includes("RR04") && !codes(wireReasons).includes("9912"));
  });

  test("checks are stopped by us, lost in the mail, or returned by the bank", () => {
    for (const code of ["CK-STOP", "CK-VOID", "CK-STALE", "CK-MAIL", "CK-C", "CK-I", "CK-Y"])
      assert.ok(codes(checkReasons).includes(code), code);
  });
});

describe("describing a reason", () => {
  test("in one line for users", () => {
    assert.equal(
      reasonText("R01"),
      "R01: Insufficient funds — the account's available balance did not cover the amount",
    );
    assert.equal(reasonText("AC04"), "AC04: Closed account number — the payee's account has been closed");
    assert.equal(describeReason("CK-MAIL")?.title, "Undeliverable");
  });

  test("shows an unknown code unchanged", () => {
    for (const code of ["R99", "", "r01", "toString"]) assert.equal(describeReason(code), undefined, code);
    assert.equal(reasonText("R99"), "R99: the bank gave this code without an explanation");
  });

  test("law: every code exists once, with a title and a meaning that fit one line", () => {
    assert.equal(new Set(codes(allReasons)).size, allReasons.length);
    for (const { code, title, meaning } of allReasons) {
      assert.match(code, /^(R\d{2}|[A-Z]{2}\d{2}|[A-Z]{4}|\d{4}|CK-[A-Z]+|SC-[A-Z]+|BF-[A-Z]+)$/, code);
      assert.match(title, /^[A-Z].*[a-zA-Z0-9]$/, code);
      assert.match(meaning, /^[^A-Z].*[^.]$/, code);
      assert.ok(reasonText(code).length <= 200, code);
      assert.deepEqual(describeReason(code), { code, title, meaning });
    }
  });
});
