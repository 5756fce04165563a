import { assert } from "#kernel/assert.ts";
import { invalidRequest, notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import type { Actor } from "#records/audit";
import { type ChangeKind, type ControlChange, proposeChange } from "#records/controls";
import { lockOrganization } from "#records/identity";
import { findUsersWithPermission } from "#records/people";
import type { RuleId, RuleProposal } from "./approval-rule.ts";
import { findRuleRow } from "./approval-rules.queries.ts";
import { ruleInWords } from "./describe-rule.ts";
import { problemsOfRule, saveApprovalRule } from "./manage-rules.ts";
import { namesInRules } from "./rule-names.ts";
import { problemsOfNames } from "./unknown-names.ts";

/**
 * Changes of approval rules: one user proposes, another confirms (decision S12). Proposals are stored and applied by
 * modules/1-records/controls; this file says what a proposal means.
 */

export type RuleChange = ControlChange<RuleProposal>;

// The subject of this kind is a rule id.
export const ruleIdOf = ({ subject }: ControlChange): RuleId => subject as RuleId;

/** The version that the proposal would replace; 0 for a new rule. */
const versionOf = async (db: Queryable, change: RuleChange): Promise<number> =>
  (await findRuleRow(db, change.organizationId, ruleIdOf(change)))?.version ?? 0;

/**
 * Every change of a rule: whether one loosens a control depends on all other rules, which users judge better than code.
 */
export const ruleKind = (service: Service): ChangeKind<RuleProposal> => ({
  name: "approvalRule",
  permission: "manageRules",
  whoMay: (db, { organizationId }) => findUsersWithPermission(db, organizationId, "manageRules"),
  // The version it was proposed against. If the rule has changed since, the proposal is overtaken.
  baseOf: async (db, change) => String(await versionOf(db, change)),
  apply: async (tx, change, { actor }) => {
    const ruleId = ruleIdOf(change);
    const { organizationId, proposal } = change;
    const saved = await saveApprovalRule(service, tx, { organizationId, actor, ruleId, ...proposal });
    assert(saved === ruleId, "the rule proposed is the rule changed");
  },
  describe: async (db, change) => {
    const { organizationId, proposal } = change;
    const before = await findRuleRow(db, organizationId, ruleIdOf(change));
    const verb = !proposal.active ? "Disable" : before === undefined ? "Add" : "Change";
    // The order decides which rule applies, so the user who confirms must see that it changes.
    const isMoved = before !== undefined && before.position !== proposal.position;
    const moved = isMoved ? ` and move it from position ${before.position} to ${proposal.position}` : "";
    const names = await namesInRules(db, organizationId, [proposal]);
    return `${verb} the approval rule "${proposal.name}"${moved}: ${ruleInWords(proposal, names)}`;
  },
});

/** A new or changed rule by a user: waits for a second user. Refuses with `invalidRequest` or `resourceNotFound`. */
export async function proposeRuleChange(
  service: Service,
  tx: Tx,
  {
    organizationId,
    userId,
    actor,
    ruleId,
    proposal,
  }: {
    readonly organizationId: OrganizationId;
    readonly userId: UserId;
    readonly actor: Actor;
    readonly ruleId: RuleId | undefined;
    readonly proposal: RuleProposal;
  },
): Promise<RuleChange> {
  const problems = [...problemsOfRule(proposal), ...(await problemsOfNames(tx, organizationId, proposal))];
  if (problems.length > 0) throw invalidRequest(problems);
  // Before the version is read, so that it cannot change until the proposal is stored.
  await lockOrganization(tx, organizationId);
  if (ruleId !== undefined && (await findRuleRow(tx, organizationId, ruleId)) === undefined)
    throw notFound("approval rule");
  const subject = ruleId ?? service.newId<RuleId>();
  const of = { organizationId, proposer: userId, actor, subject, proposal };
  return (await proposeChange(service, tx, ruleKind(service), of)).change;
}
