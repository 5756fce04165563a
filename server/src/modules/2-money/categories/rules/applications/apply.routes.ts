import type { Static } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { object, Uuid } from "#kernel/http/schemas.ts";
import { idempotently } from "#kernel/idempotency/idempotently.ts";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import type { CategoryRuleId } from "#kernel/values/ids.ts";
import { actorOf } from "#records/audit";
import { callerOf } from "#records/identity";
import { storedConditions } from "../category-rule-schemas.ts";
import { categoryOf, checkedConditions } from "../save-rule.ts";
import {
  ApplyCategoryRulesBody,
  CategoryRulePreview,
  CategoryRulePreviewBody,
  CategoryRuleRun,
} from "./apply-schemas.ts";
import { previewRules } from "./preview.ts";
import type { RuleRunRow } from "./rule-runs.queries.ts";
import { getRun, startRun } from "./rule-runs.ts";

const tags = ["Categories"];

/** Applying category rules to existing transactions, and what that would change. */
export function applyRoutes(app: Api, service: Service): void {
  previewRoute(app, service);
  runRoutes(app, service);
}

function previewRoute(app: Api, service: Service): void {
  app.post(
    "/category-rules/preview",
    {
      // Shows transactions; that it also shows what rules do tells the caller nothing more.
      config: { scope: "person", permission: "fetchTransactions", refusals: ["categoryNotFound"] },
      schema: {
        operationId: "previewCategoryRules",
        summary: "Preview category rules",
        description: "What applying the rules, or a rule that is not stored yet, would change. Changes nothing.",
        tags,
        body: {
          ...CategoryRulePreviewBody,
          examples: [{ since: "2026-01-01" }],
        },
        response: { 200: CategoryRulePreview },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { draft, since } = request.body;
      return previewRules(service, organizationId, {
        since,
        draft: draft && {
          // A UUID by its schema; an unknown one is a new rule.
          ruleId: draft.ruleId?.toLowerCase() as CategoryRuleId | undefined,
          position: draft.position,
          categoryId: await categoryOf(service.database, organizationId, draft.categoryId),
          conditions: await checkedConditions(service.database, organizationId, storedConditions(draft.conditions)),
        },
      });
    },
  );
}

const renderRun = (row: RuleRunRow): Static<typeof CategoryRuleRun> => ({
  id: row.run_id,
  status: row.status,
  examined: Number(row.examined),
  changed: Number(row.changed),
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
});

function runRoutes(app: Api, service: Service): void {
  app.post(
    "/category-rules/apply",
    {
      config: { scope: "updateTransactions", refusals: ["categoryRulesRunning"] },
      schema: {
        operationId: "applyCategoryRules",
        summary: "Apply category rules to existing transactions",
        description:
          "Gives every transaction of the range the category of the first rule that matches, and removes categories that no rule gives anymore. Categories that a person or token has chosen or cleared stay. Runs in the background: GET /category-rules/runs/{runId} shows its progress.",
        tags,
        body: { ...ApplyCategoryRulesBody, examples: [{ since: "2026-01-01" }] },
        response: { 200: CategoryRuleRun },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const { since } = request.body;
      const answer = await idempotently(
        service,
        {
          organizationId,
          operation: "applyCategoryRules",
          key: idempotencyKeyOf(request, request.body),
          body: since === undefined ? {} : { since },
        },
        async (tx) => ({
          statusCode: 200,
          body: renderRun(await startRun(service, tx, { organizationId, actor: actorOf(caller), since })),
        }),
      );
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return answer.body;
    },
  );

  app.get(
    "/category-rules/runs/:runId",
    {
      config: { scope: "fetchTransactions", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getCategoryRuleRun",
        summary: "Get the progress of applying category rules",
        description: "How many transactions have been examined and changed.",
        tags,
        params: object({ runId: Uuid("The application of the rules.") }),
        response: { 200: CategoryRuleRun },
      },
    },
    async (request) =>
      renderRun(await getRun(service.database, callerOf(request).organizationId, request.params.runId)),
  );
}
