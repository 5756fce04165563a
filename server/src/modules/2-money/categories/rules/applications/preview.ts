import type { Static } from "typebox";
import type { Service } from "#kernel/process/service.ts";
import type { CategoryId, CategoryRuleId, OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { breather } from "#kernel/work/breather.ts";
import { newestTransactions, type TransactionRow } from "#payments/payments";
import { type CategoryRule, type CategoryRuleTerms, decideBy } from "../category-rule.ts";
import { evaluatedRules, listCategoryRules } from "../category-rules.queries.ts";
import type { CategoryRulePreview } from "./apply-schemas.ts";
import { AFTER_ALL, firstIdSince } from "./rule-runs.ts";

/** Bounds one preview; the newest transactions are those that users know. */
const EXAMINED_MAX = 10_000;
const PAGE = 1_000;
const SAMPLES = 8;

/** A rule that is being written: new, or instead of the stored one. */
export interface DraftRule {
  readonly ruleId: CategoryRuleId | undefined;
  readonly position: number | undefined;
  readonly categoryId: CategoryId;
  readonly conditions: CategoryRuleTerms;
}

type Preview = Static<typeof CategoryRulePreview>;

/**
 * What applying the rules would change, decided by the same code and changing nothing. With a draft, counts only what
 * the draft decides.
 */
export async function previewRules(
  service: Pick<Service, "database" | "clock">,
  organizationId: OrganizationId,
  { draft, since }: { readonly draft: DraftRule | undefined; readonly since: string | undefined },
): Promise<Preview> {
  const { database, clock } = service;
  const stored = await listCategoryRules(database, organizationId);
  const rules = withDraft(
    evaluatedRules(stored),
    stored.map((row) => row.rule_id),
    draft,
  );
  const decide = decideBy(rules);
  const counts = { examined: 0, matched: 0, wouldChange: 0, wouldClear: 0, setByHand: 0 };
  const samples: Preview["samples"] = [];
  const fromId = firstIdSince(clock.now(), since);
  const pause = breather();
  let belowId = AFTER_ALL;
  while (counts.examined < EXAMINED_MAX) {
    const rows = await newestTransactions(database, organizationId, { fromId, belowId, limit: PAGE });
    for (const row of rows) {
      await pause();
      const decision = decide(row);
      if (draft !== undefined && decision?.rule.id !== draftIdOf(draft)) continue;
      const isChange = row.category_id !== (decision?.categoryId ?? null);
      if (decision) counts.matched += 1;
      if (row.category_by_hand) counts.setByHand += decision && isChange ? 1 : 0;
      else if (isChange) {
        counts.wouldChange += 1;
        if (!decision) counts.wouldClear += 1;
      }
      if (samples.length < SAMPLES && decision && (draft !== undefined || isChange)) samples.push(sampleOf(row));
    }
    counts.examined += rows.length;
    belowId = rows.at(-1)?.transaction_id ?? belowId;
    if (rows.length < PAGE) return { ...counts, complete: true, samples };
  }
  return { ...counts, complete: false, samples };
}

const NEW_RULE = "00000000-0000-0000-0000-000000000000" as CategoryRuleId;
const draftIdOf = (draft: DraftRule): CategoryRuleId => draft.ruleId ?? NEW_RULE;

/** The rules as they would be with the draft, active, in its place. */
function withDraft(
  rules: readonly CategoryRule[],
  order: readonly CategoryRuleId[],
  draft: DraftRule | undefined,
): readonly CategoryRule[] {
  if (draft === undefined) return rules;
  const ruleId = draftIdOf(draft);
  const before = order.indexOf(ruleId);
  const others = order.filter((id) => id !== ruleId);
  const place = draft.position === undefined ? (before === -1 ? others.length : before) : draft.position - 1;
  const earlier = new Set(others.slice(0, place));
  const rule = { ruleId, name: "", categoryId: draft.categoryId, conditions: draft.conditions };
  const kept = rules.filter((rule) => rule.ruleId !== ruleId);
  return [
    ...kept.filter((other) => earlier.has(other.ruleId)),
    rule,
    ...kept.filter((other) => !earlier.has(other.ruleId)),
  ];
}

const sampleOf = (row: TransactionRow): Preview["samples"][number] => ({
  id: row.transaction_id,
  createdAt: row.created_at.toISOString(),
  counterpartyName: row.counterparty_nickname ?? row.counterparty_name,
  bankDescription: row.bank_description,
  amount: dollarsFromMinor(row.amount_minor),
  categoryName: row.category_name,
  setByHand: row.category_by_hand,
});
