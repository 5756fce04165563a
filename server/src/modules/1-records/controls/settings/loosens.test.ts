import assert from "node:assert/strict";
import { test } from "node:test";
import type { OrganizationSettings } from "#records/identity";
import { loosened } from "./loosens.ts";

const strict: OrganizationSettings = {
  duplicateGuardHours: 24,
  approvalStepUpFromMinor: 1_000_00n,
  confirmBankDetailChanges: true,
  bankDetailsCoolingOffHours: 48,
  selfApproval: false,
  wireFeeOursMinor: 15_00n,
  wireFeeSharedMinor: 0n,
  secondFactorRequiredFor: ["administrator", "viewer"],
  secondFactorGraceDays: 14,
  remittanceAdvice: false,
  requireAccountValidation: true,
};

test("each change that weakens a control loosens it, and its reverse does not", () => {
  const looser: readonly Partial<OrganizationSettings>[] = [
    { duplicateGuardHours: 0 },
    { duplicateGuardHours: 23 },
    { approvalStepUpFromMinor: 1_000_01n },
    { approvalStepUpFromMinor: null },
    { confirmBankDetailChanges: false },
    { bankDetailsCoolingOffHours: 47 },
    { selfApproval: true },
    { secondFactorRequiredFor: ["administrator"] },
    { secondFactorRequiredFor: [] },
    { secondFactorGraceDays: 15 },
    { requireAccountValidation: false },
  ];
  for (const change of looser) {
    assert.deepEqual(loosened(strict, { ...strict, ...change }), Object.keys(change));
    assert.deepEqual(loosened({ ...strict, ...change }, strict), []);
  }
});

test("a change of fees loosens nothing", () => {
  assert.deepEqual(loosened(strict, { ...strict, wireFeeOursMinor: 0n, wireFeeSharedMinor: 9n }), []);
});

test("replacing a role in the policy loosens it for the former role", () => {
  const other = { ...strict, secondFactorRequiredFor: ["approver", "viewer"] as const };
  assert.deepEqual(loosened(strict, other), ["secondFactorRequiredFor"]);
});
