import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { keysetOf } from "#kernel/http/paging.queries.ts";
import { cursorParameters, object, PageSchema, Uuid } from "#kernel/http/schemas.ts";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { pathMember } from "#kernel/updates/updates.ts";
import { callerOf } from "#records/identity";
import { personOf } from "#records/people";
import {
  isVisible,
  NewSavedViewSchema,
  openPages,
  PageOfViews,
  renderView,
  SavedViewChangeSchema,
  SavedViewSchema,
} from "./saved-view.ts";
import { findView, listViewRows, savedViewKey } from "./saved-views.queries.ts";
import { changeView, createView, deleteView } from "./saved-views.ts";

const tags = ["Dashboard"];
const params = object({ viewId: Uuid("The view.") });

/** Filters and order of a list under a name. */
export function savedViewRoutes(app: Api, service: Service): void {
  listRoute(app, service);
  createRoute(app, service);
  changeRoutes(app, service);
}

function listRoute(app: Api, service: Service): void {
  app.get(
    "/saved-views",
    {
      config: { scope: "person", refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "listSavedViews",
        summary: "List saved views",
        description:
          "Shared views of the lists that the signed-in user may open, and the user's own, in order of creation.",
        tags,
        querystring: object({ page: PageOfViews, ...cursorParameters }),
        response: {
          200: object(
            { views: Type.Array(SavedViewSchema, { description: "The page." }), page: PageSchema },
            { title: "SavedViewList" },
          ),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { organizationId, userId } = personOf(caller);
      const { page: pageName, ...cursors } = request.query;
      const pages = openPages(caller).filter((page) => pageName === undefined || page === pageName);
      const keyset = await keysetOf(cursors, {
        column: savedViewKey,
        exists: async (id) => {
          const row = await findView(service.database, organizationId, id);
          return row !== undefined && isVisible(row, caller);
        },
      });
      const { rows, page } = keyset.finish(
        await listViewRows(service.database, organizationId, { userId, pages, keyset }),
        (row) => row.view_id,
      );
      return { views: rows.map((row) => renderView(row, caller)), page };
    },
  );
}

function createRoute(app: Api, service: Service): void {
  app.post(
    "/saved-views",
    {
      config: { scope: "person", refusals: ["savedViewPageClosed", "tooManySavedViews"] },
      schema: {
        operationId: "createSavedView",
        summary: "Save a view",
        description: "Stores filters and order of a list under a name, for the signed-in user or for everyone.",
        tags,
        body: {
          ...NewSavedViewSchema,
          examples: [
            {
              page: "transactions",
              name: "Failed this month",
              query: "status=failed&period=thisMonth",
              isShared: true,
            },
          ],
        },
        response: { 201: SavedViewSchema },
      },
    },
    async (request, reply) => {
      const answer = await createView(service, {
        caller: callerOf(request),
        body: request.body,
        key: idempotencyKeyOf(request, request.body),
      });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return reply.code(201).send(answer.body);
    },
  );
}

function changeRoutes(app: Api, service: Service): void {
  const config = { scope: "person", refusals: ["resourceNotFound", "savedViewOfAnother"] };
  app.patch(
    "/saved-views/:viewId",
    {
      config: {
        ...config,
        updates: {
          schema: SavedViewSchema,
          read: async (request) => {
            const caller = callerOf(request);
            const row = await findView(service.database, caller.organizationId, pathMember(request, "viewId"));
            if (row === undefined || !isVisible(row, caller)) throw notFound("view");
            return renderView(row, caller);
          },
        },
      },
      schema: {
        operationId: "updateSavedView",
        summary: "Change a saved view",
        description:
          "Omitted members keep their values. Shared views can also be changed by users who may manage the organization.",
        tags,
        params,
        body: { ...SavedViewChangeSchema, examples: [{ name: "Failed payments" }, { isShared: false }] },
        response: { 200: SavedViewSchema },
      },
    },
    (request) =>
      changeView(service, { caller: callerOf(request), viewId: request.params.viewId, change: request.body }),
  );

  app.delete(
    "/saved-views/:viewId",
    {
      config,
      schema: {
        operationId: "deleteSavedView",
        summary: "Delete a saved view",
        description: "For everyone who sees it. Nothing that it lists is changed.",
        tags,
        params,
        response: { 204: Type.Null({ description: "Deleted." }) },
      },
    },
    async (request, reply) => {
      await deleteView(service, { caller: callerOf(request), viewId: request.params.viewId });
      return reply.code(204).send(null);
    },
  );
}
