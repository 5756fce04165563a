import assert from "node:assert/strict";
import { test } from "node:test";
import { checkStates } from "../check-states.ts";
import { judgeReport, type ReportEffect } from "./judge-report.ts";

/** What each line of a bank's file means for a check in each state: the whole table. */
const issued = {
  numbered: { state: "numbered", amount_minor: 500n, paid_on: null, paid_minor: null },
  mailed: { state: "mailed", amount_minor: 500n, paid_on: null, paid_minor: null },
  paid: { state: "paid", amount_minor: 500n, paid_on: "2026-11-24", paid_minor: 500n },
  void: { state: "void", amount_minor: 500n, paid_on: null, paid_minor: null },
  stopped: { state: "stopped", amount_minor: 500n, paid_on: null, paid_minor: null },
  returned: { state: "returned", amount_minor: 500n, paid_on: null, paid_minor: null },
} as const;

const short = (effect: ReportEffect): string => {
  switch (effect.kind) {
    case "end":
      return `${effect.trigger} ${effect.code}`;
    case "exception":
      return effect.exception;
    default:
      return effect.kind;
  }
};

const table: Readonly<Record<string, readonly string[]>> = {
  //          unknown             numbered          mailed            paid        void             stopped          returned
  paid: ["paidWithoutIssue", "pay", "pay", "nothing", "paidAfterVoid", "paidAfterStop", "paidAfterStop"],
  stopped: ["nothing", "stop CK-STOP", "stop CK-STOP", "conflict", "nothing", "nothing", "nothing"],
  void: ["nothing", "stop CK-VOID", "stop CK-VOID", "conflict", "nothing", "nothing", "nothing"],
  stale: ["nothing", "return CK-STALE", "return CK-STALE", "conflict", "nothing", "nothing", "nothing"],
  returned: ["nothing", "return CK-UNPAID", "return CK-UNPAID", "conflict", "nothing", "nothing", "nothing"],
  outstanding: Array.from({ length: 7 }, () => "nothing"),
  issued: Array.from({ length: 7 }, () => "nothing"),
  deleted: Array.from({ length: 7 }, () => "nothing"),
  unknown: Array.from({ length: 7 }, () => "nothing"),
  amountMismatch: Array.from({ length: 7 }, () => "amountMismatch"),
  payeeMismatch: Array.from({ length: 7 }, () => "payeeMismatch"),
  paidWithoutIssue: Array.from({ length: 7 }, () => "paidWithoutIssue"),
  paidTwice: Array.from({ length: 7 }, () => "paidTwice"),
  paidAfterVoid: Array.from({ length: 7 }, () => "paidAfterVoid"),
  paidAfterStop: Array.from({ length: 7 }, () => "paidAfterStop"),
};

test("every status × every state of a check", () => {
  assert.deepEqual(Object.keys(issued).toSorted(), [...checkStates.states].toSorted());
  for (const [status, effects] of Object.entries(table)) {
    const report = { status: status as keyof typeof table & "paid", amountMinor: 500n, paidDate: "2026-11-24" };
    const found = [undefined, ...Object.values(issued)].map((check) => short(judgeReport(check, report)));
    assert.deepEqual(found, effects, status);
  }
});

test("a returned check keeps the bank's reason, if it is one", () => {
  const returned = { status: "returned", amountMinor: 500n } as const;
  assert.equal(short(judgeReport(issued.mailed, { ...returned, reason: "CK-MAIL" })), "return CK-MAIL");
  assert.equal(short(judgeReport(issued.mailed, { ...returned, reason: "moved" })), "return CK-UNPAID");
  assert.equal(
    short(judgeReport(issued.mailed, { ...returned, status: "stale", reason: "CK-MAIL" })),
    "return CK-STALE",
  );
});

test("a paid check with another amount, and one that is paid again, need a decision", () => {
  const paid = { status: "paid", amountMinor: 501n, paidDate: "2026-11-24" } as const;
  assert.equal(short(judgeReport(issued.mailed, paid)), "amountMismatch");
  const again = { status: "paid", amountMinor: 500n, paidDate: "2026-11-25" } as const;
  assert.equal(short(judgeReport(issued.paid, again)), "paidTwice");
  assert.equal(short(judgeReport(issued.paid, paid)), "paidTwice", "on the same day, with another amount");
  const decided = { ...issued.paid, paid_minor: 501n };
  assert.equal(short(judgeReport(decided, paid)), "nothing", "two people decided to pay this amount");
});
