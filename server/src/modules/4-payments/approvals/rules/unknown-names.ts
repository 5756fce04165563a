import type { FieldProblem } from "#kernel/http/http-refusals.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { findAccounts } from "#money/accounts";
import { findRecipientNames } from "#money/recipients";
import { findTokenNames } from "#records/identity";
import { listPeople } from "#records/people";
import type { RuleProposal } from "./approval-rule.ts";

/**
 * Ids in a rule that do not exist in the organization: such a condition would never hold, and such a step never be
 * complete.
 */
export async function problemsOfNames(
  db: Queryable,
  organizationId: OrganizationId,
  { conditions, steps }: Pick<RuleProposal, "conditions" | "steps">,
): Promise<readonly FieldProblem[]> {
  const { accountIds = [], recipientIds = [], requesterUserIds = [], tokenIds = [] } = conditions;
  const named = steps.flatMap(({ approvers }, index) =>
    approvers.kind === "users" ? [{ path: `steps.${index}.userIds`, ids: approvers.userIds }] : [],
  );
  const accounts = await findAccounts(db, organizationId, accountIds);
  const recipients = await findRecipientNames(db, organizationId, recipientIds);
  const tokens = await findTokenNames(db, organizationId, tokenIds);
  const people = new Set<string>(
    requesterUserIds.length + named.length === 0
      ? []
      : (await listPeople(db, organizationId)).map((person) => person.user_id),
  );
  const setOf = (ids: readonly string[]) => new Set(ids);
  return [
    ...unknown("conditions.accountIds", accountIds, setOf(accounts.map((account) => account.accountId)), "account"),
    ...unknown("conditions.recipientIds", recipientIds, setOf(recipients.map((row) => row.recipient_id)), "recipient"),
    ...unknown("conditions.tokenIds", tokenIds, setOf(tokens.map((token) => token.token_id)), "token"),
    ...unknown("conditions.requesterUserIds", requesterUserIds, people, "user"),
    ...named.flatMap(({ path, ids }) => unknown(path, ids, people, "user")),
  ];
}

/** One problem per unknown id, at its place in the list, so that a form can mark it. */
const unknown = (...[path, ids, existing, what]: [string, readonly string[], ReadonlySet<string>, string]) =>
  ids.flatMap((id, index) =>
    existing.has(id) ? [] : [{ path: `${path}.${index}`, message: `names no ${what} of this organization` }],
  );
