import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { findsRow, keysetOf } from "#kernel/http/paging.queries.ts";
import { cursorParameters, OneOf, object, PageSchema, Uuid } from "#kernel/http/schemas.ts";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { pathMember, sentBodyOf } from "#kernel/updates/updates.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { callerOf } from "#records/identity";
import { deleteWebhook, updateWebhook } from "./change-webhook.ts";
import { createWebhook } from "./create-webhook.ts";
import { endpointStates } from "./endpoint-states.ts";
import { endpointExists, endpointKey, findEndpoint, listEndpointRows } from "./endpoints.queries.ts";
import { NewWebhookSchema, renderWebhook, WebhookChangeSchema, WebhookSchema } from "./webhook.ts";

const tags = ["Webhooks"];
export const webhookParams = object({ webhookEndpointId: Uuid("The endpoint.") });

/** Webhook endpoints (wire contract §4.13, decision R9). For actions on them, see webhook-actions.routes.ts. */
export function webhookRoutes(app: Api, service: Service): void {
  registerReads(app, service);
  registerCreate(app, service);
  registerChanges(app, service);
}

function registerReads(app: Api, service: Service): void {
  app.get(
    "/webhooks",
    {
      config: { scope: "fetchWebhooks", refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "getWebhooks",
        summary: "List webhook endpoints",
        description: "In order of creation; deleted ones only if requested by `status`.",
        tags,
        querystring: object({
          ...cursorParameters,
          status: Type.Optional(
            Type.Array(OneOf(endpointStates.states, "A status.", "WebhookStatus"), {
              description: "Only endpoints with one of these; repeat it or join by commas.",
            }),
          ),
        }),
        response: {
          200: object(
            {
              webhooks: Type.Array(WebhookSchema, { description: "The page, without secrets." }),
              page: PageSchema,
            },
            { title: "WebhookList" },
          ),
        },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { status = [] } = request.query;
      const statuses = status.length > 0 ? status : endpointStates.statesBefore("delete");
      const keyset = await keysetOf(request.query, {
        column: endpointKey,
        exists: (id) => findsRow(service.database, endpointExists(organizationId, id)),
      });
      const found = await listEndpointRows(service.database, { organizationId, statuses }, keyset);
      const { rows, page } = keyset.finish(found, (row) => row.endpoint_id);
      return { webhooks: rows.map((row) => renderWebhook(row)), page };
    },
  );

  app.get(
    "/webhooks/:webhookEndpointId",
    {
      config: { scope: "fetchWebhooks", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getWebhook",
        summary: "Get a webhook endpoint",
        description: "Without its secret, which is shown only when it is created.",
        tags,
        params: webhookParams,
        response: { 200: WebhookSchema },
      },
    },
    (request) => getWebhook(service, callerOf(request).organizationId, request.params.webhookEndpointId),
  );
}

async function getWebhook({ database }: Service, organizationId: OrganizationId, endpointId: string) {
  const row = await findEndpoint(database, organizationId, endpointId);
  if (!row) throw notFound("webhook");
  return renderWebhook(row);
}

function registerCreate(app: Api, service: Service): void {
  app.post(
    "/webhooks",
    {
      config: {
        scope: "createWebhooks",
        refusals: ["webhookUrlNotAccepted", "webhookLimitReached"],
      },
      schema: {
        operationId: "createWebhook",
        summary: "Create a webhook endpoint",
        description:
          "The first response contains the `secret` that signs deliveries. It is not shown again: a replay of its key omits it, and POST /webhooks/{webhookEndpointId}/rotate-secret replaces a lost one. At most 100 endpoints per organization.",
        tags,
        body: {
          ...NewWebhookSchema,
          examples: [
            {
              url: "https://hooks.larkspur.example/bursar",
              eventTypes: ["transaction.created", "transaction.updated"],
              filterPaths: ["transaction.status"],
            },
          ],
        },
        response: { 200: WebhookSchema },
      },
    },
    async (request, reply) => {
      const answer = await createWebhook(service, {
        caller: callerOf(request),
        body: request.body,
        key: idempotencyKeyOf(request, request.body),
      });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return reply.code(200).send(answer.body);
    },
  );
}

function registerChanges(app: Api, service: Service): void {
  app.post(
    "/webhooks/:webhookEndpointId",
    {
      config: {
        scope: "createWebhooks",
        refusals: ["webhookUrlNotAccepted", "resourceNotFound"],
        updates: {
          schema: WebhookSchema,
          operation: "updateWebhook",
          patch: "patchWebhook",
          read: (request) =>
            getWebhook(service, callerOf(request).organizationId, pathMember(request, "webhookEndpointId")),
        },
      },
      schema: {
        operationId: "updateWebhook",
        summary: "Change a webhook endpoint",
        description:
          "Omitted members keep their values. Events during a pause are not sent later; resend that range if you need it. Setting `active` sends the deliveries that were waiting before.",
        tags,
        params: webhookParams,
        body: { ...WebhookChangeSchema, examples: [{ status: "paused" }, { filterPaths: null }] },
        response: { 200: WebhookSchema },
      },
    },
    async (request, reply) => {
      const answer = await updateWebhook(service, {
        caller: callerOf(request),
        endpointId: request.params.webhookEndpointId,
        change: request.body,
        instruction: sentBodyOf(request, request.body),
        key: idempotencyKeyOf(request, request.body),
      });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return reply.code(200).send(answer.body);
    },
  );

  app.delete(
    "/webhooks/:webhookEndpointId",
    {
      config: { scope: "createWebhooks", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "deleteWebhook",
        summary: "Delete a webhook endpoint",
        description: "Permanent. Waiting deliveries are not sent.",
        tags,
        params: webhookParams,
        response: { 204: Type.Null({ description: "Deleted." }) },
      },
    },
    async (request, reply) => {
      await deleteWebhook(service, { caller: callerOf(request), endpointId: request.params.webhookEndpointId });
      return reply.code(204).send(null);
    },
  );
}
