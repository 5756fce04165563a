import { type RefusalTable, refuser } from "#kernel/refusal.ts";

export const categoryRuleRefusals = {
  categoryRuleChanged: {
    status: 409,
    title: "The category rule changed after it was read",
    message: "The rule was changed in the meantime. Get version {version} and apply your change to it.",
  },
  tooManyCategoryRules: {
    status: 400,
    title: "The organization has as many category rules as it may have",
    message: "There can be at most {limit} category rules. Delete one first.",
  },
  categoryRulesRunning: {
    status: 409,
    title: "The category rules are being applied to existing transactions",
    message: "The rules are already being applied. Try again when they have finished.",
  },
} as const satisfies RefusalTable;

export const refuseRule = refuser(categoryRuleRefusals);
