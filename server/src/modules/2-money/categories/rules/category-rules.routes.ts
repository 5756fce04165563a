import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { object, Uuid } from "#kernel/http/schemas.ts";
import { idempotently } from "#kernel/idempotency/idempotently.ts";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { pathMember, sentBodyOf } from "#kernel/updates/updates.ts";
import { actorOf } from "#records/audit";
import { type Caller, callerOf } from "#records/identity";
import {
  CategoryRuleChange,
  CategoryRuleSchema,
  NewCategoryRule,
  renderCategoryRule,
} from "./category-rule-schemas.ts";
import { listCategoryRules } from "./category-rules.queries.ts";
import { addRule, changeRule, deleteRule } from "./save-rule.ts";

const tags = ["Categories"];
const params = object({ ruleId: Uuid("The rule.") });

const byOf = (caller: Caller) => ({ organizationId: caller.organizationId, actor: actorOf(caller) });

/** Rules that give new transactions a category (ADR 0041). */
export function categoryRuleRoutes(app: Api, service: Service): void {
  listRoute(app, service);
  createRoute(app, service);
  changeRoutes(app, service);
}

export const CategoryRuleList = object(
  {
    rules: Type.Array(CategoryRuleSchema, { description: "Every rule, in the order in which they are checked." }),
  },
  { title: "CategoryRuleList" },
);

function listRoute(app: Api, service: Service): void {
  app.get(
    "/category-rules",
    {
      config: { scope: "fetchCategories" },
      schema: {
        operationId: "listCategoryRules",
        summary: "List category rules",
        description:
          "Rules give new transactions a category shortly after they are created; the first match applies. They never change a category that a person or token has chosen or cleared, nor transfers between own accounts.",
        tags,
        response: { 200: CategoryRuleList },
      },
    },
    async (request) => ({
      rules: (await listCategoryRules(service.database, callerOf(request).organizationId)).map(renderCategoryRule),
    }),
  );
}

function createRoute(app: Api, service: Service): void {
  app.post(
    "/category-rules",
    {
      config: { scope: "editCategories", refusals: ["categoryNotFound", "tooManyCategoryRules"] },
      schema: {
        operationId: "createCategoryRule",
        summary: "Create a category rule",
        description:
          "Applies to transactions created from now on. POST /category-rules/apply applies the rules to existing ones.",
        tags,
        body: {
          ...NewCategoryRule,
          examples: [
            {
              name: "Rent",
              categoryId: "01975c2e-9a01-7d3e-8c55-0b1f6a2c4d7e",
              conditions: { text: "rent", wholeWord: true, direction: "out" },
            },
          ],
        },
        response: { 201: CategoryRuleSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { idempotencyKey: _, ...rule } = request.body;
      const answer = await idempotently(
        service,
        {
          organizationId: caller.organizationId,
          operation: "createCategoryRule",
          key: idempotencyKeyOf(request, request.body),
          body: rule,
        },
        async (tx) => ({ statusCode: 201, body: await addRule(service, tx, byOf(caller), rule) }),
      );
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return reply.code(201).send(answer.body);
    },
  );
}

function changeRoutes(app: Api, service: Service): void {
  app.post(
    "/category-rules/:ruleId",
    {
      config: {
        scope: "editCategories",
        refusals: ["resourceNotFound", "categoryNotFound", "categoryRuleChanged"],
        updates: {
          schema: CategoryRuleSchema,
          operation: "changeCategoryRule",
          patch: "patchCategoryRule",
          read: async (request) => {
            const ruleId = pathMember(request, "ruleId").toLowerCase();
            const rules = await listCategoryRules(service.database, callerOf(request).organizationId);
            const row = rules.find((rule) => rule.rule_id === ruleId);
            if (row === undefined) throw notFound("category rule");
            return renderCategoryRule(row);
          },
        },
      },
      schema: {
        operationId: "updateCategoryRule",
        summary: "Change a category rule",
        description:
          "Omitted members keep their values; `conditions` replaces all conditions. Categories that the rule has given stay until the rules are applied again.",
        tags,
        params,
        body: { ...CategoryRuleChange, examples: [{ version: 1, position: 1 }] },
        response: { 200: CategoryRuleSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { idempotencyKey: _, ...change } = request.body;
      const { ruleId } = request.params;
      const answer = await idempotently(
        service,
        {
          organizationId: caller.organizationId,
          operation: "changeCategoryRule",
          key: idempotencyKeyOf(request, request.body),
          body: { ...sentBodyOf(request, change), ruleId },
        },
        async (tx) => ({ statusCode: 200, body: await changeRule(service, tx, byOf(caller), { ruleId, change }) }),
      );
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return answer.body;
    },
  );

  app.delete(
    "/category-rules/:ruleId",
    {
      config: { scope: "editCategories", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "deleteCategoryRule",
        summary: "Delete a category rule",
        description: "Categories that it has given stay until the rules are applied again.",
        tags,
        params,
        response: { 204: Type.Null({ description: "Deleted." }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      await service.database.transaction((tx) => deleteRule(service, tx, byOf(caller), request.params.ruleId));
      return reply.code(204).send(null);
    },
  );
}
