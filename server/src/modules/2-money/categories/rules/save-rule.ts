import { present } from "#kernel/assert.ts";
import { type FieldProblem, invalidRequest, notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { CategoryRuleId, OrganizationId } from "#kernel/values/ids.ts";
import { findAccounts } from "#money/accounts";
import { findCategory } from "#money/categories";
import { findRecipientNames } from "#money/recipients";
import { refusePayment } from "#payments/payments";
import { type Actor, recordAudit } from "#records/audit";
import { lockOrganization } from "#records/identity";
import type { CategoryRuleTerms } from "./category-rule.ts";
import {
  type CategoryRuleEdit,
  type NewRule,
  RULES_MAX,
  renderCategoryRule,
  storedConditions,
} from "./category-rule-schemas.ts";
import {
  type CategoryRuleRow,
  deleteRuleRow,
  listCategoryRules,
  storeOrder,
  storeRule,
} from "./category-rules.queries.ts";
import { refuseRule } from "./category-rules-refusals.ts";

interface By {
  readonly organizationId: OrganizationId;
  readonly actor: Actor;
}

/** Adds a rule, last unless it names its position. Applies to transactions from now on. */
export async function addRule(service: Service, tx: Tx, { organizationId, actor }: By, rule: NewRule) {
  const rows = await lockRules(tx, organizationId);
  if (rows.length >= RULES_MAX) throw refuseRule("tooManyCategoryRules", { details: { limit: RULES_MAX } });
  const content = {
    rule_id: service.newId<CategoryRuleId>(),
    version: 1,
    name: nameOf(rule.name),
    category_id: await categoryOf(tx, organizationId, rule.categoryId),
    conditions: await checkedConditions(tx, organizationId, storedConditions(rule.conditions)),
    active: rule.active ?? true,
  };
  await storeRule(tx, organizationId, content, service.clock.now());
  return placeAndRecord(
    service,
    tx,
    { organizationId, actor },
    { rows, ruleId: content.rule_id, position: rule.position },
  );
}

/** Changes a rule. Categories that it has already given stay; applying the rules again replaces them. */
export async function changeRule(
  service: Service,
  tx: Tx,
  { organizationId, actor }: By,
  { ruleId, change }: { readonly ruleId: string; readonly change: CategoryRuleEdit },
) {
  const rows = await lockRules(tx, organizationId);
  const before = rows.find((row) => row.rule_id === ruleId.toLowerCase());
  if (!before) throw notFound("category rule");
  if (change.version !== before.version)
    throw refuseRule("categoryRuleChanged", { details: { version: before.version } });
  const { name, categoryId, conditions, active = before.active } = change;
  const content = {
    rule_id: before.rule_id,
    version: before.version + 1,
    name: name === undefined ? before.name : nameOf(name),
    category_id:
      categoryId === undefined || categoryId.toLowerCase() === before.category_id
        ? before.category_id
        : await categoryOf(tx, organizationId, categoryId),
    conditions:
      conditions === undefined
        ? before.conditions
        : await checkedConditions(tx, organizationId, storedConditions(conditions)),
    active,
  };
  await storeRule(tx, organizationId, content, service.clock.now());
  return placeAndRecord(
    service,
    tx,
    { organizationId, actor },
    { rows, ruleId: before.rule_id, position: change.position ?? before.position },
  );
}

/** Deletes a rule. Categories that it has given stay until the rules are applied again. */
export async function deleteRule(service: Service, tx: Tx, { organizationId, actor }: By, ruleId: string) {
  const rows = await lockRules(tx, organizationId);
  const before = rows.find((row) => row.rule_id === ruleId.toLowerCase());
  if (!before) throw notFound("category rule");
  await deleteRuleRow(tx, organizationId, before.rule_id, service.clock.now());
  await storeOrder(
    tx,
    organizationId,
    rows.filter((row) => row !== before).map((row) => row.rule_id),
  );
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "categoryRule.delete",
        resourceType: "categoryRule",
        resourceId: before.rule_id,
        before: renderCategoryRule(before),
      },
    ],
  });
}

/** Two changes at once would number the rules twice. */
async function lockRules(tx: Tx, organizationId: OrganizationId): Promise<readonly CategoryRuleRow[]> {
  await lockOrganization(tx, organizationId);
  return listCategoryRules(tx, organizationId);
}

interface Placed {
  /** The rules before the change. */
  readonly rows: readonly CategoryRuleRow[];
  readonly ruleId: CategoryRuleId;
  readonly position: number | undefined;
}

/** Puts the stored rule in its place, and records what changed. */
async function placeAndRecord(service: Service, tx: Tx, by: By, { rows, ruleId, position }: Placed) {
  const { organizationId, actor } = by;
  const order = rows.map((row) => row.rule_id).filter((id) => id !== ruleId);
  order.splice(position === undefined ? order.length : position - 1, 0, ruleId);
  await storeOrder(tx, organizationId, order);
  const stored = await listCategoryRules(tx, organizationId);
  const rule = renderCategoryRule(
    present(
      stored.find((row) => row.rule_id === ruleId),
      "the stored rule is there",
    ),
  );
  const before = rows.find((row) => row.rule_id === ruleId);
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: before ? "categoryRule.update" : "categoryRule.create",
        resourceType: "categoryRule",
        resourceId: ruleId,
        ...(before ? { before: renderCategoryRule(before) } : {}),
        after: rule,
      },
    ],
  });
  return rule;
}

function nameOf(name: string): string {
  if (name.trim() === "") throw invalidRequest([{ path: "name", message: "must not be blank" }]);
  return name.trim();
}

/** The category to give. Refuses with `categoryNotFound`. */
export async function categoryOf(db: Queryable, organizationId: OrganizationId, categoryId: string) {
  const found = await findCategory(db, organizationId, categoryId);
  if (!found) throw refusePayment("categoryNotFound");
  return found.category_id;
}

/** Refuses ids that do not exist in the organization: the rule could never apply. */
export async function checkedConditions(
  db: Queryable,
  organizationId: OrganizationId,
  conditions: CategoryRuleTerms,
): Promise<CategoryRuleTerms> {
  const { accountIds = [], recipientIds = [] } = conditions;
  const accounts = accountIds.length === 0 ? [] : await findAccounts(db, organizationId, accountIds);
  const recipients = recipientIds.length === 0 ? [] : await findRecipientNames(db, organizationId, recipientIds);
  const problems: FieldProblem[] = [
    ...(accounts.length < accountIds.length
      ? [{ path: "conditions.accountIds", message: "must be ids of accounts; see GET /accounts" }]
      : []),
    ...(recipients.length < recipientIds.length
      ? [{ path: "conditions.recipientIds", message: "must be ids of recipients; see GET /recipients" }]
      : []),
  ];
  if (problems.length > 0) throw invalidRequest(problems);
  return conditions;
}
