/**
 * Rules that give transactions a category: new ones after their commit, existing ones on request.
 *
 * Guarantees: a category that a person or token has chosen is never replaced; the first matching rule decides, so the
 * same rules give the same categories in whatever order transactions are examined; each change has its event and an
 * audit row that names the rule.
 */
export { applyRoutes } from "./applications/apply.routes.ts";
export { relayNewTransactions, runCategoryRules } from "./applications/new-transactions.ts";
export { applyToHistory, runRuleApplications } from "./applications/rule-runs.ts";
export { runStates as categoryRuleRunStates } from "./applications/run-states.ts";
export { categoryRuleRoutes } from "./category-rules.routes.ts";
export { categoryRuleRefusals } from "./category-rules-refusals.ts";
export { addRule } from "./save-rule.ts";
