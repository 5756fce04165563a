import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId, UserId } from "#kernel/values/ids.ts";
import { limits, rules } from "../tables.ts";
import type { ApprovalRule, RuleConditions, RuleId, RuleStep } from "./approval-rule.ts";

/** Tables: approval_rules, approver_limits. */
export interface RuleRow {
  readonly rule_id: RuleId;
  readonly position: number;
  readonly version: number;
  readonly name: string;
  readonly conditions: RuleConditions;
  readonly steps: readonly RuleStep[];
  readonly allow_self_approval: boolean;
  readonly binds_direct_send: boolean;
  readonly active: boolean;
}

const ruleColumns: Sql = sql`
  r.rule_id, r.position, r.version, r.name, r.conditions, r.steps, r.allow_self_approval, r.binds_direct_send, r.active`;

/** The active rules, in their order. Inactive ones are read, too: a rule is left out only if it is proven to be inactive. */
export async function activeRules(db: Queryable, organizationId: OrganizationId): Promise<readonly ApprovalRule[]> {
  const rows = await listRuleRows(db, organizationId);
  const active = rows.filter((row) => row.active);
  return active.map((row) => ({
    ruleId: row.rule_id,
    version: row.version,
    name: row.name,
    conditions: row.conditions,
    steps: row.steps,
    allowSelfApproval: row.allow_self_approval,
    bindsDirectSend: row.binds_direct_send,
  }));
}

/** Every rule ever created, in order; inactive ones last. */
export const listRuleRows = (db: Queryable, organizationId: OrganizationId) =>
  db.many<RuleRow>(sql`
  select ${ruleColumns}, ${rules.proof("r")} from approval_rules r
   where r.organization_id = ${organizationId} order by r.active desc, r.position, r.rule_id`);

/** A rule by its id, active or not. */
export const findRuleRow = (db: Queryable, organizationId: OrganizationId, ruleId: RuleId) =>
  db.maybe<RuleRow>(sql`
  select ${ruleColumns}, ${rules.proof("r")} from approval_rules r
   where r.organization_id = ${organizationId} and r.rule_id = ${ruleId}`);

/**
 * Adds the rule or replaces its row; the audit log has the earlier versions. The caller holds the lock of the
 * organization.
 */
export const storeRuleRow = (tx: Tx, organizationId: OrganizationId, rule: RuleRow, at: Date) =>
  tx.run(sql`
  insert into approval_rules (organization_id, rule_id, position, version, name, conditions, steps, allow_self_approval,
                              binds_direct_send, active, updated_at)
  values (${organizationId}, ${rule.rule_id}, ${rule.position}, ${rule.version}, ${rule.name},
          ${JSON.stringify(rule.conditions)}::jsonb, ${JSON.stringify(rule.steps)}::jsonb, ${rule.allow_self_approval},
          ${rule.binds_direct_send}, ${rule.active}, ${at})
  on conflict (organization_id, rule_id) do update
    set position = excluded.position, version = excluded.version, name = excluded.name, conditions = excluded.conditions,
        steps = excluded.steps, allow_self_approval = excluded.allow_self_approval, binds_direct_send = excluded.binds_direct_send,
        active = excluded.active, updated_at = excluded.updated_at
  returning ${rules.replaced()}`);

/** A user's limits for an account, or (account_id null) those for all accounts. */
export interface LimitRow {
  readonly user_id: UserId;
  readonly account_id: AccountId | null;
  /** To one recipient per day; null: the limit for all accounts applies, if there is one. */
  readonly limit_minor: bigint | null;
  /** For everything approved in a day, from the account or from all accounts. */
  readonly limit_per_day_minor: bigint | null;
}

/** The limits of these users, for each account and for all accounts. */
export const limitsOf = (db: Queryable, organizationId: OrganizationId, userIds: readonly UserId[]) =>
  db.many<LimitRow>(sql`
  select l.user_id, l.account_id, l.limit_minor, l.limit_per_day_minor, ${limits.proof("l")} from approver_limits l
   where l.organization_id = ${organizationId} and l.user_id = any (${[...userIds]}::uuid[])`);

/**
 * Sets both limits of a user for an account, or for all accounts. One that was removed stays as a row without limits,
 * so that no row is ever deleted: its absence would mean that there is no limit.
 */
export const storeLimit = (tx: Tx, organizationId: OrganizationId, limit: LimitRow) =>
  tx.run(sql`
  insert into approver_limits (organization_id, user_id, account_id, limit_minor, limit_per_day_minor)
  values (${organizationId}, ${limit.user_id}, ${limit.account_id}, ${limit.limit_minor}, ${limit.limit_per_day_minor})
  on conflict on constraint approver_limits_key do update
    set limit_minor = excluded.limit_minor, limit_per_day_minor = excluded.limit_per_day_minor
  returning ${limits.replaced()}`);

/** Every limit of the organization, by user; the limit for all accounts first. */
export const listLimits = (db: Queryable, organizationId: OrganizationId) =>
  db.many<LimitRow>(sql`
  select l.user_id, l.account_id, l.limit_minor, l.limit_per_day_minor, ${limits.proofOrSkip("l")} from approver_limits l
   where l.organization_id = ${organizationId} and (l.limit_minor is not null or l.limit_per_day_minor is not null)
   order by l.user_id, l.account_id nulls first`);
