import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { findsRow, keysetOf } from "#kernel/http/paging.queries.ts";
import { cursorParameters, object, PageSchema, Uuid } from "#kernel/http/schemas.ts";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { pathMember, sentBodyOf } from "#kernel/updates/updates.ts";
import { callerOf } from "#records/identity";
import { categoryKey, categoryWithId, findCategory, listCategoryRows } from "./categories.queries.ts";
import {
  CategoryChangeSchema,
  CategorySchema,
  createCategory,
  deleteCategory,
  editCategory,
  NewCategorySchema,
  renderCategory,
} from "./categories.ts";

const tags = ["Categories"];
const params = object({ categoryId: Uuid("The category.") });

/** The organization's own categories for transactions (wire contract §4.11). */
export function categoryRoutes(app: Api, service: Service): void {
  listRoute(app, service);
  for (const route of creating) createRoute(app, service, route);
  for (const route of editing) editRoute(app, service, route);
  deleteRoute(app, service);
}

function listRoute(app: Api, service: Service): void {
  app.get(
    "/categories",
    {
      config: { scope: "fetchCategories", refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "listCategories",
        summary: "List categories",
        description: "In order of creation.",
        tags,
        querystring: object(cursorParameters),
        response: {
          200: object(
            { categories: Type.Array(CategorySchema, { description: "The page." }), page: PageSchema },
            { title: "CategoryList" },
          ),
        },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const keyset = await keysetOf(request.query, {
        column: categoryKey,
        exists: (id) => findsRow(service.database, categoryWithId(organizationId, id)),
      });
      const { rows, page } = keyset.finish(
        await listCategoryRows(service.database, organizationId, keyset),
        (row) => row.category_id,
      );
      return { categories: rows.map(renderCategory), page };
    },
  );
}

/** The second path of each is from an earlier version of this API family: clients still use it. */
const creating = [
  { path: "/categories", operationId: "createCategory", alias: {} },
  { path: "/categories/create", operationId: "createCategoryAlias", alias: { deprecated: true } },
];
const editing = [
  { path: "/categories/:categoryId", operationId: "editCategory", alias: {}, patch: { patch: "patchCategory" } },
  { path: "/categories/:categoryId/edit", operationId: "editCategoryAlias", alias: { deprecated: true }, patch: {} },
];

function createRoute(app: Api, service: Service, { path, operationId, alias }: (typeof creating)[number]): void {
  app.post(
    path,
    {
      config: { scope: "editCategories" },
      schema: {
        ...alias,
        operationId,
        summary: "Create a category",
        description: "Set it on transactions with PATCH /transaction/{transactionId}.",
        tags,
        body: {
          ...NewCategorySchema,
          examples: [
            { name: "Office", visibleForCardSpend: true, visibleForReimbursements: true, visibleForOther: true },
          ],
        },
        response: { 201: CategorySchema },
      },
    },
    async (request, reply) => {
      const answer = await createCategory(service, {
        caller: callerOf(request),
        body: request.body,
        key: idempotencyKeyOf(request, request.body),
      });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return reply.code(201).send(answer.body);
    },
  );
}

function editRoute(app: Api, service: Service, { path, operationId, alias, patch }: (typeof editing)[number]): void {
  app.post(
    path,
    {
      config: {
        scope: "editCategories",
        refusals: ["resourceNotFound"],
        updates: {
          schema: CategorySchema,
          operation: "editCategory",
          ...patch,
          read: async (request) => {
            const { organizationId } = callerOf(request);
            const row = await findCategory(service.database, organizationId, pathMember(request, "categoryId"));
            if (row === undefined) throw notFound("category");
            return renderCategory(row);
          },
        },
      },
      schema: {
        ...alias,
        operationId,
        summary: "Edit a category",
        description: "Omitted members keep their values.",
        tags,
        params,
        body: { ...CategoryChangeSchema, examples: [{ name: "Office supplies" }] },
        response: { 200: CategorySchema },
      },
    },
    async (request, reply) => {
      const answer = await editCategory(service, {
        caller: callerOf(request),
        categoryId: request.params.categoryId,
        change: request.body,
        instruction: sentBodyOf(request, request.body),
        key: idempotencyKeyOf(request, request.body),
      });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return answer.body;
    },
  );
}

function deleteRoute(app: Api, service: Service): void {
  app.delete(
    "/categories/:categoryId",
    {
      config: { scope: "editCategories", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "deleteCategory",
        summary: "Delete a category",
        description:
          "It can no longer be set. Transactions that have it keep it and still show it; category rules that give it do nothing.",
        tags,
        params,
        response: { 204: Type.Null({ description: "Deleted." }) },
      },
    },
    async (request, reply) => {
      await deleteCategory(service, { caller: callerOf(request), categoryId: request.params.categoryId });
      return reply.code(204).send(null);
    },
  );
}
