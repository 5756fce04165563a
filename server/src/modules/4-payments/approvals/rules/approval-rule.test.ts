import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { UserId } from "#kernel/values/ids.ts";
import { userRoles } from "#records/people";
import { runsOf } from "#test/kit/faults/random.ts";
import { type Approver, mayApproveStep, progressOf, type RuleStep } from "./approval-rule.ts";

const people = ["a", "b", "c", "d", "e", "f"] as UserId[];
const person = fc.record({ userId: fc.constantFrom(...people), role: fc.constantFrom(...userRoles) });
const step: fc.Arbitrary<RuleStep> = fc.record({
  approvals: fc.integer({ min: 1, max: 3 }),
  approvers: fc.oneof(
    fc.constant({ kind: "anyone" } as const),
    fc.record({ kind: fc.constant("roles" as const), roles: fc.subarray([...userRoles], { minLength: 1 }) }),
    fc.record({ kind: fc.constant("users" as const), userIds: fc.subarray(people, { minLength: 1 }) }),
  ),
});

describe("the progress of approvals under a rule", () => {
  test("law: complete only with the required number of different users, enough of them for each step", () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 3 }),
        fc.array(person, { maxLength: 10 }),
        (steps, description) => {
          if (!progressOf(steps, description).isComplete) return;
          const different = new Map(description.map((approver) => [approver.userId, approver]));
          const asked = steps.reduce((sum, { approvals }) => sum + approvals, 0);
          assert.ok(different.size >= asked, `${different.size} people for ${asked}`);
          for (const step of steps)
            assert.ok(
              [...different.values()].filter((approver) => mayApproveStep(step, approver)).length >= step.approvals,
            );
        },
      ),
      { numRuns: runsOf(2_000) },
    );
  });

  test("law: a repeated approval adds nothing, and a rule without approvers is never complete", () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 3 }),
        person,
        fc.integer({ min: 1, max: 9 }),
        (steps, step, times) => {
          const again: Approver[] = Array.from({ length: times }, () => step);
          assert.deepEqual(progressOf(steps, again), progressOf(steps, [step]));
        },
      ),
    );
    assert.equal(progressOf([], [{ userId: people[0] as UserId, role: "administrator" }]).isComplete, false);
  });
});
