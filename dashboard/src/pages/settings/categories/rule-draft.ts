import type { PreviewCategoryRulesData } from "#api/generated/types.gen.ts";
import { parseAmount } from "#ui/money/parse-amount.ts";
import type { Conditions, StoredRule } from "./rule-text.ts";

/** A rule as it is edited. Empty fields are no conditions. */
export interface RuleFields {
  readonly name: string;
  readonly categoryId: string | null;
  readonly position: number | string;
  readonly active: boolean;
  readonly direction: "any" | "out" | "in";
  readonly text: string;
  readonly wholeWord: boolean;
  readonly recipientIds: readonly string[];
  readonly accountIds: readonly string[];
  readonly amountFrom: string;
  readonly amountTo: string;
}

const amountText = (dollars: number | undefined): string => (dollars === undefined ? "" : String(dollars));

export const fieldsOf = (rule: StoredRule | undefined, rules: readonly StoredRule[]): RuleFields => ({
  name: rule?.name ?? "",
  categoryId: rule === undefined || rule.categoryDeleted ? null : rule.categoryId,
  position: rule?.position ?? rules.length + 1,
  active: rule?.active ?? true,
  direction: rule?.conditions.direction ?? "any",
  text: rule?.conditions.text ?? "",
  wholeWord: rule?.conditions.wholeWord ?? false,
  recipientIds: rule?.conditions.recipientIds ?? [],
  accountIds: rule?.conditions.accountIds ?? [],
  amountFrom: amountText(rule?.conditions.amountFrom),
  amountTo: amountText(rule?.conditions.amountTo),
});

/** The conditions as the API takes them; undefined if there is none. */
export function conditionsOf(fields: RuleFields): Conditions | undefined {
  const text = fields.text.trim();
  const [from, to] = [parseAmount(fields.amountFrom), parseAmount(fields.amountTo)];
  const conditions: Conditions = {
    ...(fields.direction === "any" ? {} : { direction: fields.direction }),
    ...(text === "" ? {} : { text, wholeWord: fields.wholeWord }),
    ...(fields.recipientIds.length === 0 ? {} : { recipientIds: [...fields.recipientIds] }),
    ...(fields.accountIds.length === 0 ? {} : { accountIds: [...fields.accountIds] }),
    ...(from === undefined ? {} : { amountFrom: from }),
    ...(to === undefined ? {} : { amountTo: to }),
  };
  return Object.keys(conditions).length === 0 ? undefined : conditions;
}

type Draft = NonNullable<NonNullable<PreviewCategoryRulesData["body"]>["draft"]>;

/** What a preview needs; undefined while the rule is incomplete. */
export function ruleToPreview(fields: RuleFields, ruleId: string | undefined): Draft | undefined {
  const conditions = conditionsOf(fields);
  if (conditions === undefined || fields.categoryId === null) return undefined;
  return {
    ...(ruleId === undefined ? {} : { ruleId }),
    ...(typeof fields.position === "number" ? { position: fields.position } : {}),
    categoryId: fields.categoryId,
    conditions,
  };
}
