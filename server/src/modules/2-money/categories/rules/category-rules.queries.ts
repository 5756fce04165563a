import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { CategoryId, CategoryRuleId, OrganizationId } from "#kernel/values/ids.ts";
import type { CategoryRule, CategoryRuleTerms } from "./category-rule.ts";

export interface CategoryRuleRow {
  readonly rule_id: CategoryRuleId;
  readonly position: number;
  readonly version: number;
  readonly name: string;
  readonly category_id: CategoryId;
  readonly category_name: string;
  readonly category_deleted: boolean;
  readonly conditions: CategoryRuleTerms;
  readonly active: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Every rule that is not deleted, in order. */
export const listCategoryRules = (db: Queryable, organizationId: OrganizationId) =>
  db.many<CategoryRuleRow>(sql`
  select r.rule_id, r.position, r.version, r.name, r.category_id, c.name as category_name, c.is_deleted as category_deleted,
         r.conditions, r.active, r.created_at, r.updated_at
    from category_rules r
    join category_labels c on c.organization_id = r.organization_id and c.category_id = r.category_id
   where r.organization_id = ${organizationId} and r.deleted_at is null
   order by r.position, r.rule_id`);

/** The rules that are evaluated, in order: a rule whose category was deleted does nothing. */
export const evaluatedRules = (rows: readonly CategoryRuleRow[]): readonly CategoryRule[] =>
  rows
    .filter((row) => row.active && !row.category_deleted)
    .map((row) => ({
      ruleId: row.rule_id,
      name: row.name,
      categoryId: row.category_id,
      conditions: row.conditions,
    }));

export const hasActiveRules = (db: Queryable, organizationId: OrganizationId) =>
  db.one<{ found: boolean }>(sql`
  select exists (select from category_rules where organization_id = ${organizationId} and active and deleted_at is null) as found`);

/** A rule's content; its place is stored by `storeOrder`. */
export interface RuleContent {
  readonly rule_id: CategoryRuleId;
  readonly version: number;
  readonly name: string;
  readonly category_id: CategoryId;
  readonly conditions: CategoryRuleTerms;
  readonly active: boolean;
}

/** Adds the rule or replaces its content; the audit log has the earlier versions. The organization is locked. */
export const storeRule = (tx: Tx, organizationId: OrganizationId, rule: RuleContent, at: Date) =>
  tx.run(sql`
  insert into category_rules (organization_id, rule_id, position, version, name, category_id, conditions, active, created_at, updated_at)
  values (${organizationId}, ${rule.rule_id}, 1, ${rule.version}, ${rule.name}, ${rule.category_id},
          ${JSON.stringify(rule.conditions)}::jsonb, ${rule.active}, ${at}, ${at})
  on conflict (organization_id, rule_id) do update
    set version = excluded.version, name = excluded.name, category_id = excluded.category_id, conditions = excluded.conditions,
        active = excluded.active, updated_at = excluded.updated_at`);

/** Numbers the rules in this order. */
export const storeOrder = (tx: Tx, organizationId: OrganizationId, ruleIds: readonly CategoryRuleId[]) =>
  tx.run(sql`
  update category_rules r set position = o.position
    from unnest(${[...ruleIds]}::uuid[]) with ordinality as o(rule_id, position)
   where r.organization_id = ${organizationId} and r.rule_id = o.rule_id and r.position <> o.position`);

export const deleteRuleRow = (tx: Tx, organizationId: OrganizationId, ruleId: CategoryRuleId, at: Date) =>
  tx.run(sql`
  update category_rules set deleted_at = ${at}
   where organization_id = ${organizationId} and rule_id = ${ruleId} and deleted_at is null`);
