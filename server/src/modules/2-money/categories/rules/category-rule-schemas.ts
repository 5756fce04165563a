import { NO_HIDDEN_CHARACTERS } from "bursar-banking/text/hidden-characters";
import { type Static, Type } from "typebox";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import { OneOf, object, PaymentAmount, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";
import type { AccountId, RecipientId } from "#kernel/values/ids.ts";
import { dollarsFromMinor, minorFromDollars } from "#kernel/values/money.ts";
import type { CategoryRuleTerms } from "./category-rule.ts";
import type { CategoryRuleRow } from "./category-rules.queries.ts";

/** Bounded, because every new transaction is compared with every rule (law 26). */
export const RULES_MAX = 200;
const ids = (description: string) =>
  Type.Optional(Type.Array(Uuid("An id."), { minItems: 1, maxItems: 100, uniqueItems: true, description }));

export const CategoryRuleConditions = object(
  {
    recipientIds: ids("Payments to one of these recipients."),
    accountIds: ids("Transactions of one of these accounts."),
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: NO_HIDDEN_CHARACTERS,
        description: "Part of the description, the counterparty's name, the memo, or the note; case does not matter.",
      }),
    ),
    wholeWord: Type.Optional(
      Type.Boolean({ description: "The text must be a whole word (or words). By default, a part of one is enough." }),
    ),
    amountFrom: Type.Optional(PaymentAmount("At least this amount, in or out.")),
    amountTo: Type.Optional(PaymentAmount("At most this amount, in or out.")),
    direction: Type.Optional(
      OneOf(["out", "in"], "Money that leaves the account, or money that arrives.", "MoneyDirection"),
    ),
  },
  {
    title: "CategoryRuleConditions",
    description: "When the rule applies: all conditions must hold, and there is at least one.",
  },
);

const fields = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: NO_HIDDEN_CHARACTERS, description: "The rule's name." }),
  categoryId: Uuid("The category it gives."),
  conditions: CategoryRuleConditions,
  position: Type.Integer({
    minimum: 1,
    maximum: RULES_MAX,
    description: "Rules are checked in this order; the first match applies. The others make room.",
  }),
  active: Type.Boolean({ description: "False: the rule is not checked." }),
};

const version = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: "Increases with every change; a change names the version on which it is based.",
});

export const CategoryRuleSchema = object(
  {
    id: Uuid("The rule."),
    version,
    ...fields,
    categoryName: Type.String({ description: "The category's name." }),
    categoryDeleted: Type.Boolean({ description: "True: the category was deleted, so the rule does nothing." }),
    createdAt: Timestamp("When it was created."),
    updatedAt: Timestamp("When it was last changed."),
  },
  { title: "CategoryRule" },
);

export const NewCategoryRule = object(
  {
    name: fields.name,
    categoryId: fields.categoryId,
    conditions: fields.conditions,
    position: Type.Optional({ ...fields.position, description: "Its place among the rules; by default, the last." }),
    active: Type.Optional({ ...fields.active, description: "True by default." }),
    idempotencyKey: IdempotencyKey,
  },
  { title: "CreateCategoryRuleRequest" },
);
export const CategoryRuleChange = object(
  {
    version,
    name: Type.Optional(fields.name),
    categoryId: Type.Optional(fields.categoryId),
    conditions: Type.Optional(fields.conditions),
    position: Type.Optional(fields.position),
    active: Type.Optional(fields.active),
    idempotencyKey: IdempotencyKey,
  },
  { title: "UpdateCategoryRuleRequest" },
);
export type NewRule = Omit<Static<typeof NewCategoryRule>, "idempotencyKey">;
export type CategoryRuleEdit = Omit<Static<typeof CategoryRuleChange>, "idempotencyKey">;
type Conditions = Static<typeof CategoryRuleConditions>;

const lowered = <Ids extends string>(list: readonly string[]): readonly Ids[] =>
  list.map((id) => id.toLowerCase() as Ids);

/** The conditions as they are stored. Refuses conditions that can never hold, and rules without any. */
export function storedConditions(given: Conditions): CategoryRuleTerms {
  const problems: FieldProblem[] = [];
  const cents = (path: "amountFrom" | "amountTo"): bigint | undefined => {
    const dollars = given[path];
    const minor = dollars === undefined ? undefined : minorFromDollars(dollars);
    if (dollars !== undefined && minor === undefined)
      problems.push({ path: `conditions.${path}`, message: "must have at most two decimals" });
    return minor;
  };
  const [from, to] = [cents("amountFrom"), cents("amountTo")];
  if (from !== undefined && to !== undefined && from > to)
    problems.push({ path: "conditions.amountFrom", message: "must not be more than amountTo" });
  const { wholeWord: _, ...others } = given;
  if (Object.keys(others).length === 0) problems.push({ path: "conditions", message: "must contain a condition" });
  if (given.wholeWord === true && given.text === undefined)
    problems.push({ path: "conditions.wholeWord", message: "needs a text" });
  const text = given.text?.trim();
  if (text === "") problems.push({ path: "conditions.text", message: "must not be blank" });
  if (problems.length > 0) throw invalidRequest(problems);
  return {
    // UUIDs by their schema; save-rule.ts checks whether they exist.
    ...(given.recipientIds ? { recipientIds: lowered<RecipientId>(given.recipientIds) } : {}),
    ...(given.accountIds ? { accountIds: lowered<AccountId>(given.accountIds) } : {}),
    ...(text === undefined ? {} : { text, wholeWord: given.wholeWord ?? false }),
    ...(from === undefined ? {} : { amountFromMinor: from.toString() }),
    ...(to === undefined ? {} : { amountToMinor: to.toString() }),
    ...(given.direction ? { direction: given.direction } : {}),
  };
}

const dollars = (cents: string): number => dollarsFromMinor(BigInt(cents));

function renderConditions(stored: CategoryRuleTerms): Conditions {
  const { amountFromMinor, amountToMinor, recipientIds, accountIds, ...others } = stored;
  return {
    ...others,
    ...(recipientIds ? { recipientIds: [...recipientIds] } : {}),
    ...(accountIds ? { accountIds: [...accountIds] } : {}),
    ...(amountFromMinor === undefined ? {} : { amountFrom: dollars(amountFromMinor) }),
    ...(amountToMinor === undefined ? {} : { amountTo: dollars(amountToMinor) }),
  };
}

export const renderCategoryRule = (row: CategoryRuleRow): Static<typeof CategoryRuleSchema> => ({
  id: row.rule_id,
  version: row.version,
  name: row.name,
  categoryId: row.category_id,
  conditions: renderConditions(row.conditions),
  position: row.position,
  active: row.active,
  categoryName: row.category_name,
  categoryDeleted: row.category_deleted,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
