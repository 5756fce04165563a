import { Type } from "typebox";
import { Day, Nullable, OneOf, object, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";
import { inWords } from "#kernel/states/state-table.ts";
import { CategoryRuleConditions, RULES_MAX } from "../category-rule-schemas.ts";
import { runStates } from "./run-states.ts";

const since = Type.Optional(Day("Transactions created on or after this day. By default, those of the last year."));

export const CategoryRulePreviewBody = object(
  {
    since,
    draft: Type.Optional(
      object(
        {
          ruleId: Type.Optional(Uuid("The rule that it would replace; absent for a new one.")),
          position: Type.Optional(Type.Integer({ minimum: 1, maximum: RULES_MAX, description: "Its place." })),
          categoryId: Uuid("The category it would give."),
          conditions: CategoryRuleConditions,
        },
        { title: "CategoryRuleDraft", description: "A rule that is not stored yet. Only what it decides is counted." },
      ),
    ),
  },
  { title: "PreviewCategoryRulesRequest" },
);

const number = (description: string) => Type.Integer({ description });

export const CategoryRulePreview = object(
  {
    examined: number("Transactions examined: the newest, at most 10,000."),
    complete: Type.Boolean({ description: "False: there are older transactions in the range." }),
    matched: number("Transactions to which a rule applies."),
    wouldChange: number("Transactions whose category would change."),
    wouldClear: number("How many of those would lose a category that no rule gives anymore."),
    setByHand: number("Transactions that keep another category, because a person or token has chosen it."),
    samples: Type.Array(
      object(
        {
          id: Uuid("The transaction."),
          createdAt: Timestamp("When it was created."),
          counterpartyName: Type.String({ description: "The counterparty." }),
          bankDescription: Type.String({ description: "The text on the statement." }),
          amount: Usd("Negative when money leaves the account."),
          categoryName: Nullable(Type.String({ description: "Its category now." })),
          setByHand: Type.Boolean({ description: "A person or token has chosen its category." }),
        },
        { title: "CategoryRuleSample" },
      ),
      { description: "Some of the transactions that match." },
    ),
  },
  { title: "CategoryRulePreview" },
);

export const ApplyCategoryRulesBody = object(
  { since, idempotencyKey: IdempotencyKey },
  { title: "ApplyCategoryRulesRequest" },
);

export const CategoryRuleRun = object(
  {
    id: Uuid("The application of the rules."),
    status: OneOf(runStates.states, inWords(runStates)),
    examined: number("Transactions examined so far."),
    changed: number("Transactions changed so far."),
    createdAt: Timestamp("When it was started."),
    finishedAt: Nullable(Timestamp("When it ended.")),
  },
  { title: "CategoryRuleRun" },
);
