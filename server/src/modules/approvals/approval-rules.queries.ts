import type { AccountId, OrganizationId, UserId } from "../../kernel/ids.ts";
import type { Queryable, Tx } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { RequestRow } from "./approval-request.ts";
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

/** The rules in force, in their order. */
export async function activeRules(db: Queryable, organizationId: OrganizationId): Promise<readonly ApprovalRule[]> {
  const rows = await db.many<RuleRow>(sql`
  select rule_id, position, version, name, conditions, steps, allow_self_approval, binds_direct_send, active
    from approval_rules where organization_id = ${organizationId} and active order by position, rule_id`);
  return rows.map((row) => ({
    ruleId: row.rule_id,
    version: row.version,
    name: row.name,
    conditions: row.conditions,
    steps: row.steps,
    allowSelfApproval: row.allow_self_approval,
    bindsDirectSend: row.binds_direct_send,
  }));
}

/** Every rule that was ever made, in their order; those out of force last. */
export const listRuleRows = (db: Queryable, organizationId: OrganizationId) =>
  db.many<RuleRow>(sql`
  select rule_id, position, version, name, conditions, steps, allow_self_approval, binds_direct_send, active
    from approval_rules where organization_id = ${organizationId} order by active desc, position, rule_id`);

export const findRuleRow = (db: Queryable, organizationId: OrganizationId, ruleId: RuleId) =>
  db.maybe<RuleRow>(sql`
  select rule_id, position, version, name, conditions, steps, allow_self_approval, binds_direct_send, active
    from approval_rules where organization_id = ${organizationId} and rule_id = ${ruleId}`);

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
        active = excluded.active, updated_at = excluded.updated_at`);

/** The limits that bind these people on the account: a row for the account stands above the one for all accounts. */
export const limitsOn = (
  db: Queryable,
  organizationId: OrganizationId,
  { accountId, userIds }: { accountId: AccountId; userIds: readonly UserId[] },
) =>
  db.many<{ user_id: UserId; limit_minor: bigint }>(sql`
  select distinct on (user_id) user_id, limit_minor from approver_limits
   where organization_id = ${organizationId} and user_id = any (${[...userIds]}::uuid[])
     and (account_id = ${accountId} or account_id is null)
   order by user_id, account_id nulls last`);

export const storeLimit = (
  tx: Tx,
  organizationId: OrganizationId,
  limit: { userId: UserId; accountId: AccountId | null; limitMinor: bigint },
) =>
  tx.run(sql`
  insert into approver_limits (organization_id, user_id, account_id, limit_minor)
  values (${organizationId}, ${limit.userId}, ${limit.accountId}, ${limit.limitMinor})
  on conflict on constraint approver_limits_key do update set limit_minor = excluded.limit_minor`);

export const listLimits = (db: Queryable, organizationId: OrganizationId) =>
  db.many<{ user_id: UserId; account_id: AccountId | null; limit_minor: bigint }>(sql`
  select user_id, account_id, limit_minor from approver_limits
   where organization_id = ${organizationId} order by user_id, account_id nulls first`);

export const deleteLimit = (
  tx: Tx,
  organizationId: OrganizationId,
  limit: { userId: UserId; accountId: AccountId | null },
) =>
  tx.run(sql`
  delete from approver_limits
   where organization_id = ${organizationId} and user_id = ${limit.userId} and account_id is not distinct from ${limit.accountId}`);

/**
 * What had left the account, or was to leave it, on the request's day before the request: requests of the day that were not
 * turned down, and payments of the day that come from none of them. What came later does not count, so the sum stays.
 */
export const dayTotal = (
  db: Queryable,
  organizationId: OrganizationId,
  { request, firstIdOfDay }: { request: Pick<RequestRow, "account_id" | "request_id">; firstIdOfDay: string },
) =>
  db.one<{ total: bigint }>(sql`
  select (
    coalesce((select sum(q.amount_minor) from approval_requests q
               where q.organization_id = ${organizationId} and q.account_id = ${request.account_id}
                 and q.request_id >= ${firstIdOfDay}::uuid and q.request_id < ${request.request_id}::uuid
                 and q.status not in ('rejected', 'cancelled')), 0)
    + coalesce((select sum(-t.amount_minor) from outgoing_payments t
                 where t.organization_id = ${organizationId} and t.account_id = ${request.account_id}
                   and t.transaction_id >= ${firstIdOfDay}::uuid and t.transaction_id < ${request.request_id}::uuid
                   and t.status in ('pending', 'sent')
                   and (t.request_id is null or t.request_id < ${firstIdOfDay}::uuid)), 0)
  )::bigint as total`);
