import { Type } from "typebox";
import { type Api, organizationOf } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { findsRow, keysetOf } from "#kernel/http/paging.queries.ts";
import { cursorParameters, OneOf, object, PageSchema, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { resourceTypes } from "#records/events";
import { EventSchema } from "./event.ts";
import { eventExists, eventKey, listEventRows, typeOfResource } from "./events.queries.ts";
import { findEvents, provenEvents } from "./find-events.ts";
import { renderEvent } from "./render-event.ts";

const tags = ["Events"];

/**
 * Events of transactions and balances (wire contract §4.12): the objects that webhooks deliver. Open to every token,
 * and to users who may read transactions.
 */
export function eventRoutes(app: Api, service: Service): void {
  app.get(
    "/events",
    {
      config: { scope: "anyToken", permission: "fetchTransactions", refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "getEvents",
        summary: "List events",
        description:
          "In the order in which they happened. To follow new events, store the last id and request the events after it. Balance events are written only while a webhook endpoint names their type.",
        tags,
        querystring: object({
          ...cursorParameters,
          resourceType: Type.Optional(OneOf(resourceTypes, "Only events of this resource type.", "EventResourceType")),
          resourceId: Type.Optional(Uuid("Only events about this transaction or account.")),
        }),
        response: {
          200: object(
            { events: Type.Array(EventSchema, { description: "The page." }), page: PageSchema },
            { title: "EventList" },
          ),
        },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request);
      const { resourceId } = request.query;
      const resourceType =
        request.query.resourceType ??
        (resourceId === undefined ? undefined : await typeOfResource(service.database, organizationId, resourceId));
      const keyset = await keysetOf(request.query, {
        column: eventKey,
        exists: (id) => findsRow(service.database, eventExists(organizationId, id)),
      });
      const found = await listEventRows(service.database, { organizationId, resourceType, resourceId }, keyset);
      const { rows, page } = keyset.finish(found, (row) => row.event_id);
      const proven = await provenEvents(service, service.database, organizationId, rows);
      return { events: proven.map(renderEvent), page };
    },
  );

  app.get(
    "/events/:eventId",
    {
      config: { scope: "anyToken", permission: "fetchTransactions", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getEvent",
        summary: "Get an event",
        description: "One event by its id, such as the `webhook-id` of a delivery.",
        tags,
        params: object({ eventId: Uuid("The event.") }),
        response: { 200: EventSchema },
      },
    },
    async (request) => {
      const [row] = await findEvents(service, service.database, organizationOf(request), [request.params.eventId]);
      if (!row) throw notFound("event");
      return renderEvent(row);
    },
  );
}
