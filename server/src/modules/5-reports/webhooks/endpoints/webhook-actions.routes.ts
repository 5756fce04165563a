import { newYorkDate, newYorkMidnight } from "bursar-banking/calendar/new-york";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { findsRow, keysetOf } from "#kernel/http/paging.queries.ts";
import { cursorParameters, Day, Nullable, OneOf, object, PageSchema } from "#kernel/http/schemas.ts";
import { IdempotencyKey, idempotencyKeyOf, KeyBodySchema } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { type EventId, firstIdAt, type OrganizationId } from "#kernel/values/ids.ts";
import { findEvents } from "#records/events/feed";
import { callerOf } from "#records/identity";
import {
  countByDay,
  deliveryExists,
  deliveryKey,
  findAttempts,
  listDeliveryRows,
} from "../delivery/deliveries.queries.ts";
import { DeliverySchema, renderDelivery } from "../delivery/deliveries.ts";
import { type DeliveryState, deliveryStates } from "../delivery/delivery-states.ts";
import { ResendReplySchema, ResendSchema, resendEvents } from "../delivery/resend.ts";
import { eventTypeOf, webhookEventTypes } from "../filter/event-filter.ts";
import type { Sender } from "../sender/guarded-sender.ts";
import { rotateWebhookSecret } from "./change-webhook.ts";
import { endpointExists } from "./endpoints.queries.ts";
import { verifyWebhook } from "./verify-webhook.ts";
import { WebhookSchema } from "./webhook.ts";
import { webhookParams } from "./webhooks.routes.ts";

const tags = ["Webhooks"];

/**
 * Actions on an endpoint (wire contract §4.13, decision R9): test it, rotate its secret, list and resend deliveries.
 */
export function webhookActionRoutes(app: Api, service: Service, sender: Sender): void {
  registerVerify(app, service, sender);
  registerRotate(app, service);
  registerDeliveries(app, service);
  registerDeliveryDays(app, service);
  registerResend(app, service);
}

const DAYS_SHOWN = 14;

function registerDeliveryDays(app: Api, service: Service): void {
  app.get(
    "/webhooks/:webhookEndpointId/delivery-days",
    {
      config: { scope: "person", permission: "fetchWebhooks", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getWebhookDeliveryDays",
        summary: "Count an endpoint's deliveries per day",
        description:
          "The deliveries queued on each of the last 14 days, New York time, oldest first, among the newest 50,000.",
        tags,
        params: webhookParams,
        response: {
          200: object(
            {
              days: Type.Array(
                object(
                  {
                    day: Day("The day."),
                    delivered: Type.Integer({ description: "Accepted by the receiver." }),
                    waiting: Type.Integer({ description: "Not accepted yet; they are retried." }),
                    failed: Type.Integer({ description: "Not accepted; they are no longer retried." }),
                  },
                  { title: "WebhookDeliveryDay" },
                ),
                { description: "The days." },
              ),
            },
            { title: "WebhookDeliveryDays" },
          ),
        },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { webhookEndpointId: endpointId } = request.params;
      if (!(await findsRow(service.database, endpointExists(organizationId, endpointId)))) throw notFound("webhook");
      const today = newYorkDate(service.clock.now());
      const days = Array.from({ length: DAYS_SHOWN }, (_, at) => today.subtract({ days: DAYS_SHOWN - 1 - at }));
      const [first = today] = days;
      const rows = await countByDay(service.database, organizationId, {
        endpointId,
        firstId: firstIdAt(newYorkMidnight(first)),
      });
      const countOf = (day: string, state: DeliveryState) =>
        Number(rows.find((row) => row.day === day && row.state === state)?.count ?? 0);
      return {
        days: days.map(String).map((day) => ({
          day,
          delivered: countOf(day, "delivered"),
          waiting: countOf(day, "waiting"),
          failed: countOf(day, "abandoned"),
        })),
      };
    },
  );
}

function registerVerify(app: Api, service: Service, sender: Sender): void {
  app.post(
    "/webhooks/:webhookEndpointId/verify",
    {
      config: { scope: "createWebhooks", refusals: ["webhookVerificationFailed", "resourceNotFound"] },
      schema: {
        operationId: "verifyWebhook",
        summary: "Send a test event",
        description:
          "Sends one signed test event and waits up to 5 s for a 2xx response. Also works for paused and disabled endpoints. A repeated key gets the first response and sends nothing, unless both requests are concurrent.",
        tags,
        params: webhookParams,
        body: {
          ...Nullable(
            object(
              {
                eventType: Type.Optional(
                  OneOf(
                    webhookEventTypes,
                    "Type of the test event; `transaction.created` by default.",
                    "WebhookEventType",
                  ),
                ),
                idempotencyKey: IdempotencyKey,
              },
              { title: "VerifyWebhookRequest" },
            ),
          ),
          examples: [{ eventType: "transaction.updated" }],
        },
        response: { 204: Type.Null({ description: "The receiver accepted it." }) },
      },
    },
    async (request, reply) => {
      const answer = await verifyWebhook(service, sender, {
        caller: callerOf(request),
        endpointId: request.params.webhookEndpointId,
        eventType: request.body?.eventType ?? "transaction.created",
        key: idempotencyKeyOf(request, request.body),
      });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return reply.code(204).send(null);
    },
  );
}

function registerRotate(app: Api, service: Service): void {
  app.post(
    "/webhooks/:webhookEndpointId/rotate-secret",
    {
      config: {
        scope: "createWebhooks",
        refusals: ["resourceNotFound"],
      },
      schema: {
        operationId: "rotateWebhookSecret",
        summary: "Rotate an endpoint's secret",
        description:
          "The first response contains the new `secret`; a replay of its key omits it, so rotate again if it was lost. For 24 hours, deliveries carry both signatures, the new one first.",
        tags,
        params: webhookParams,
        body: KeyBodySchema,
        response: { 200: WebhookSchema },
      },
    },
    async (request, reply) => {
      const key = idempotencyKeyOf(request, request.body);
      const answer = await rotateWebhookSecret(service, {
        caller: callerOf(request),
        endpointId: request.params.webhookEndpointId,
        key,
      });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return reply.code(200).send(answer.body);
    },
  );
}

function registerDeliveries(app: Api, service: Service): void {
  app.get(
    "/webhooks/:webhookEndpointId/deliveries",
    {
      config: { scope: "fetchWebhooks", refusals: ["resourceNotFound", "unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "getWebhookDeliveries",
        summary: "List an endpoint's deliveries",
        description:
          "The delivery log, in the order in which deliveries were queued, with every attempt. Use `order=desc` for the newest first.",
        tags,
        params: webhookParams,
        querystring: object({
          ...cursorParameters,
          state: Type.Optional(
            Type.Array(OneOf(deliveryStates.states, "A state.", "WebhookDeliveryState"), {
              description: "Only deliveries in one of these; repeat it or join by commas.",
            }),
          ),
        }),
        response: {
          200: object(
            { deliveries: Type.Array(DeliverySchema, { description: "The page." }), page: PageSchema },
            { title: "WebhookDeliveryList" },
          ),
        },
      },
    },
    async (request) => {
      const { organizationId, scopes } = callerOf(request);
      const { webhookEndpointId: endpointId } = request.params;
      const { state: states } = request.query;
      if (!(await findsRow(service.database, endpointExists(organizationId, endpointId)))) throw notFound("webhook");
      const keyset = await keysetOf(request.query, {
        column: deliveryKey,
        exists: (id) => findsRow(service.database, deliveryExists(organizationId, endpointId, id)),
      });
      const found = await listDeliveryRows(
        service.database,
        { organizationId, endpointId, states: states?.length ? states : undefined },
        keyset,
      );
      const { rows, page } = keyset.finish(found, (row) => row.delivery_id);
      const attempts = Map.groupBy(
        await findAttempts(
          service.database,
          organizationId,
          rows.map((row) => row.delivery_id),
        ),
        (row) => row.delivery_id,
      );
      const types = await eventTypesOf(service, organizationId, rows);
      return {
        deliveries: rows.map((row) =>
          renderDelivery(row, {
            attempts: attempts.get(row.delivery_id) ?? [],
            scopes,
            eventType: types.get(row.event_id),
          }),
        ),
        page,
      };
    },
  );
}

function registerResend(app: Api, service: Service): void {
  app.post(
    "/webhooks/:webhookEndpointId/resend",
    {
      config: {
        scope: "createWebhooks",
        refusals: ["resourceNotFound", "resendRangeTooLarge"],
      },
      schema: {
        operationId: "resendWebhookEvents",
        summary: "Resend events",
        description:
          "One event, or all events in a time range (at most 10,000) that match the endpoint's filters. They keep their ids.",
        tags,
        params: webhookParams,
        body: { ...ResendSchema, examples: [{ from: "2026-11-20T00:00:00Z", to: "2026-11-21T00:00:00Z" }] },
        response: { 200: ResendReplySchema },
      },
    },
    async (request, reply) => {
      const key = idempotencyKeyOf(request, request.body);
      const answer = await resendEvents(service, {
        caller: callerOf(request),
        endpointId: request.params.webhookEndpointId,
        body: request.body,
        key,
      });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return reply.code(200).send(answer.body);
    },
  );
}

/** The types of the events that were delivered, which deliveries do not repeat. */
async function eventTypesOf(
  service: Service,
  organizationId: OrganizationId,
  rows: readonly { readonly event_id: EventId }[],
): Promise<ReadonlyMap<EventId, string | undefined>> {
  const ids = rows.map((row) => row.event_id);
  const events = await findEvents(service, service.database, organizationId, ids);
  return new Map(
    events.map(({ event_id: id, resource_type: resourceType, operation: operationType }) => [
      id,
      eventTypeOf({ resourceType, operationType }),
    ]),
  );
}
