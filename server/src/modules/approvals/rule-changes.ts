import { assert } from "../../kernel/assert.ts";
import type { Caller } from "../../kernel/http/caller.ts";
import { invalidRequest, notFound } from "../../kernel/http/http-refusals.ts";
import type { OrganizationId, UserId } from "../../kernel/ids.ts";
import type { Service } from "../../kernel/service.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import { type Actor, recordAudit } from "../audit/index.ts";
import { lockOrganization } from "../identity/index.ts";
import { listPeople, mayManageRules } from "../people/index.ts";
import type { RuleId } from "./approval-rule.ts";
import { findRuleRow } from "./approval-rules.queries.ts";
import { refuseApproval } from "./approvals-refusals.ts";
import { problemsOfRule, saveApprovalRule } from "./manage-rules.ts";
import {
  decideChange,
  insertChange,
  lockChange,
  type RuleChangeId,
  type RuleChangeRow,
  type RuleProposal,
} from "./rule-changes.queries.ts";
import { problemsOfNames } from "./unknown-names.ts";

interface ByPerson {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly actor: Actor;
}

/**
 * Changing who must agree is itself a matter of two: one person with the permission `manageRules` proposes, another
 * confirms. Where there is no other, the change is in force at once: an organisation of one administrator could not be
 * set up otherwise.
 */
export async function proposeRuleChange(
  service: Service,
  tx: Tx,
  {
    organizationId,
    userId,
    actor,
    ruleId,
    proposal,
  }: ByPerson & { ruleId: RuleId | undefined; proposal: RuleProposal },
): Promise<RuleChangeRow> {
  const problems = [...problemsOfRule(proposal), ...(await problemsOfNames(tx, organizationId, proposal))];
  if (problems.length > 0) throw invalidRequest(problems);
  await lockOrganization(tx, organizationId);
  const rule = ruleId === undefined ? undefined : await findRuleRow(tx, organizationId, ruleId);
  if (ruleId !== undefined && rule === undefined) throw notFound("approval rule");
  const at = service.clock.now();
  const change: RuleChangeRow = {
    change_id: service.newId<RuleChangeId>(),
    rule_id: ruleId ?? service.newId<RuleId>(),
    base_version: rule?.version ?? 0,
    proposal,
    status: "proposed",
    proposed_by: userId,
    proposed_at: at,
    decided_by: null,
    decided_at: null,
  };
  await recordChange(service, tx, { organizationId, actor, change, verb: "propose" });
  if (await hasOtherManager(tx, organizationId, userId)) {
    await insertChange(tx, organizationId, change);
    return change;
  }
  const applied: RuleChangeRow = { ...change, status: "applied", decided_by: userId, decided_at: at };
  await insertChange(tx, organizationId, applied);
  await apply(service, tx, { organizationId, actor, change });
  return applied;
}

export const ruleChangeActions = ["confirm", "decline"] as const;
type RuleChangeAction = (typeof ruleChangeActions)[number];

/** Whoever proposed a change may take it back, not confirm it. */
const mayConfirm = ({ proposed_by }: RuleChangeRow, userId: UserId | null): boolean => proposed_by !== userId;

/** What the person who asks may do with a change. */
export function actionsOnChange(change: RuleChangeRow, { userId, person }: Caller): readonly RuleChangeAction[] {
  if (change.status !== "proposed" || person?.permissions.has("manageRules") !== true) return [];
  return ruleChangeActions.filter((action) => action !== "confirm" || mayConfirm(change, userId));
}

/** Confirms or declines what somebody else proposed. A change made from a version that is no longer in force is `overtaken`. */
export async function decideRuleChange(
  service: Service,
  tx: Tx,
  { organizationId, userId, actor, changeId, verb }: ByPerson & { changeId: string; verb: RuleChangeAction },
): Promise<RuleChangeRow> {
  await lockOrganization(tx, organizationId);
  const change = await lockChange(tx, organizationId, changeId);
  if (change === undefined) throw notFound("approval rule change");
  if (change.status !== "proposed") throw refuseApproval("ruleChangeDecided", { details: { status: change.status } });
  if (verb === "confirm" && !mayConfirm(change, userId)) throw refuseApproval("ownRuleChange");
  const version = (await findRuleRow(tx, organizationId, change.rule_id))?.version ?? 0;
  const overtaken = verb === "confirm" && version !== change.base_version;
  const status = verb === "decline" ? "declined" : overtaken ? "overtaken" : "applied";
  const at = service.clock.now();
  await decideChange(tx, organizationId, { changeId: change.change_id, status, by: userId, at });
  await recordChange(service, tx, { organizationId, actor, change, verb });
  if (status === "applied") await apply(service, tx, { organizationId, actor, change });
  return { ...change, status, decided_by: userId, decided_at: at };
}

async function apply(
  service: Service,
  tx: Tx,
  { organizationId, actor, change }: { organizationId: OrganizationId; actor: Actor; change: RuleChangeRow },
): Promise<void> {
  const saved = await saveApprovalRule(service, tx, {
    organizationId,
    actor,
    ruleId: change.rule_id,
    ...change.proposal,
  });
  assert(saved === change.rule_id, "the rule proposed is the rule changed");
}

const hasOtherManager = async (tx: Tx, organizationId: OrganizationId, userId: UserId): Promise<boolean> =>
  (await listPeople(tx, organizationId)).some((person) => person.user_id !== userId && mayManageRules(person));

const recordChange = (
  service: Service,
  tx: Tx,
  {
    organizationId,
    actor,
    change,
    verb,
  }: { organizationId: OrganizationId; actor: Actor; change: RuleChangeRow; verb: "propose" | "confirm" | "decline" },
) =>
  recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: `approvalRuleChange.${verb}`,
        resourceType: "approvalRuleChange",
        resourceId: change.change_id,
        after: { ruleId: change.rule_id, baseVersion: change.base_version, ...change.proposal },
      },
    ],
  });
