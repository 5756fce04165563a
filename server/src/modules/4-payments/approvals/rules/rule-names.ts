import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { findAccounts } from "#money/accounts";
import { findRecipientNames } from "#money/recipients";
import { findTokenNames } from "#records/identity";
import { listPeople } from "#records/people";
import type { RuleConditions, RuleStep } from "./approval-rule.ts";

/** The names of everything that rules refer to, by id. */
export type RuleNames = ReadonlyMap<string, string>;

/** The names of everything these rules refer to; unknown ids are absent. */
export async function namesInRules(
  db: Queryable,
  organizationId: OrganizationId,
  rules: readonly { readonly conditions: RuleConditions; readonly steps: readonly RuleStep[] }[],
): Promise<RuleNames> {
  const conditions = rules.map((rule) => rule.conditions);
  const accounts = conditions.flatMap(({ accountIds = [] }) => accountIds);
  const recipients = conditions.flatMap(({ recipientIds = [] }) => recipientIds);
  const tokens = conditions.flatMap(({ tokenIds = [] }) => tokenIds);
  const namesPeople = rules.some(
    ({ conditions: { requesterUserIds }, steps }) =>
      requesterUserIds !== undefined || steps.some(({ approvers }) => approvers.kind === "users"),
  );
  // Read only if a rule names users, and then all of them: an organization has few.
  const people = namesPeople ? await listPeople(db, organizationId) : [];
  return new Map<string, string>([
    ...(accounts.length === 0 ? [] : await findAccounts(db, organizationId, accounts)).map(
      (row) => [row.accountId, row.nickname ?? row.name] as const,
    ),
    ...(recipients.length === 0 ? [] : await findRecipientNames(db, organizationId, recipients)).map(
      (row) => [row.recipient_id, row.name] as const,
    ),
    ...(tokens.length === 0 ? [] : await findTokenNames(db, organizationId, tokens)).map(
      (row) => [row.token_id, row.name] as const,
    ),
    ...people.map((row) => [row.user_id, `${row.first_name} ${row.last_name}`] as const),
  ]);
}
