import { assert } from "#kernel/assert.ts";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId, UserId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { type Actor, recordAudit } from "#records/audit";
import { lockOrganization, setDirectSendBound } from "#records/identity";
import type { RuleId, RuleProposal } from "./approval-rule.ts";
import { activeRules, findRuleRow, limitsOf, storeLimit, storeRuleRow } from "./approval-rules.queries.ts";

/** A rule to store, with the actor for the audit log. */
export interface RuleToSave extends RuleProposal {
  readonly organizationId: OrganizationId;
  /** Absent for a new rule. */
  readonly ruleId?: RuleId;
  readonly actor: Actor;
}

// Every decision evaluates all steps, so their number is bounded (law 26). The schema in rule-schemas.ts has the same
// bounds.
const STEPS_MAX = 10;
const APPROVALS_MAX = 20;

/**
 * Adds or changes an approval rule. Every change is a new version, so earlier approvals are void. Decisions in progress
 * finish first. Refuses a rule without approvers with `invalidRequest`.
 */
export async function saveApprovalRule(service: Service, tx: Tx, rule: RuleToSave): Promise<RuleId> {
  const { organizationId, actor } = rule;
  const problems = problemsOfRule(rule);
  if (problems.length > 0) throw invalidRequest(problems);
  // Decisions share this lock: each uses the rules from before this change or from after it, never a mixture (ADR
  // 0015).
  await lockOrganization(tx, organizationId);
  const ruleId = rule.ruleId ?? service.newId<RuleId>();
  const before = await findRuleRow(tx, organizationId, ruleId);
  const row = {
    rule_id: ruleId,
    position: rule.position,
    version: (before?.version ?? 0) + 1,
    name: rule.name,
    conditions: rule.conditions,
    steps: rule.steps,
    allow_self_approval: rule.allowSelfApproval,
    binds_direct_send: rule.bindsDirectSend ?? false,
    active: rule.active,
  };
  await storeRuleRow(tx, organizationId, row, service.clock.now());
  const rules = await activeRules(tx, organizationId);
  // In the organization itself, which is read with every token: a direct send needs no query for rules unless one
  // applies to it.
  await setDirectSendBound(
    tx,
    organizationId,
    rules.some(({ bindsDirectSend }) => bindsDirectSend),
  );
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: before ? "approvalRule.update" : "approvalRule.create",
        resourceType: "approvalRule",
        resourceId: ruleId,
        ...(before ? { before: { ...before } } : {}),
        after: row,
      },
    ],
  });
  return ruleId;
}

/** What would make a rule impossible to fulfill or to read; empty if it is valid. */
export function problemsOfRule({
  name,
  steps,
  position,
}: Pick<RuleToSave, "name" | "steps" | "position">): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (name.trim() === "") problems.push({ path: "name", message: "must not be blank" });
  if (!Number.isInteger(position)) problems.push({ path: "position", message: "must be a whole number" });
  if (steps.length === 0 || steps.length > STEPS_MAX)
    problems.push({ path: "steps", message: `must be 1 to ${STEPS_MAX} steps` });
  steps.forEach(({ approvals, approvers }, index) => {
    const path = `steps.${index}`;
    if (!Number.isInteger(approvals) || approvals < 1 || approvals > APPROVALS_MAX)
      problems.push({ path: `${path}.approvals`, message: `must be 1 to ${APPROVALS_MAX}` });
    // Each user approves once, so with fewer users the step could never be complete.
    if (approvers.kind === "users" && new Set(approvers.userIds).size < approvals)
      problems.push({ path: `${path}.approvers`, message: "must name at least as many people as must approve" });
    if (approvers.kind === "roles" && approvers.roles.length === 0)
      problems.push({ path: `${path}.approvers`, message: "must name a role" });
  });
  return problems;
}

/** A limit to store, with the actor for the audit log. */
export interface LimitToSet {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  /** Null: all accounts. */
  readonly accountId: AccountId | null;
  /** To one recipient per day, in cents; null removes it. */
  readonly limitMinor: bigint | null;
  /** Everything approved in a day, in cents; null removes it, absent keeps it. */
  readonly limitPerDayMinor?: bigint | null | undefined;
  readonly actor: Actor;
}

/** Sets how much a user may approve. Decisions in progress finish first. */
export async function setApproverLimit(service: Service, tx: Tx, limit: LimitToSet): Promise<void> {
  const { organizationId, userId, accountId, limitMinor, actor } = limit;
  // As for rules: a decision counts the limit from before this change or from after it.
  await lockOrganization(tx, organizationId);
  const rows = await limitsOf(tx, organizationId, [userId]);
  const before = rows.find((row) => row.account_id === accountId);
  assert((limitMinor ?? 0n) >= 0n, "an approval limit is not negative");
  const { limitPerDayMinor = before?.limit_per_day_minor ?? null } = limit;
  const row = {
    user_id: userId,
    account_id: accountId,
    limit_minor: limitMinor,
    limit_per_day_minor: limitPerDayMinor,
  };
  // Nothing to remove.
  if (before !== undefined || limitMinor !== null || limitPerDayMinor !== null)
    await storeLimit(tx, organizationId, row);
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "approverLimit.set",
        resourceType: "user",
        resourceId: userId,
        after: { accountId, limit: dollarsOrNull(limitMinor), limitPerDay: dollarsOrNull(limitPerDayMinor) },
      },
    ],
  });
}

const dollarsOrNull = (minor: bigint | null): number | null => (minor === null ? null : dollarsFromMinor(minor));
