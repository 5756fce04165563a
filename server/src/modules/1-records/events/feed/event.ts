import { type Static, Type } from "typebox";
import { Nullable, OneOf, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import { resourceTypes } from "#records/events";

/** The event object (wire contract §6.1), in `GET /events` and in webhook bodies. */
export const EventSchema = object(
  {
    id: Uuid("The event. It is the same on every delivery: use it to ignore duplicates."),
    resourceType: OneOf(resourceTypes, "The resource type.", "EventResourceType"),
    resourceId: Uuid("The transaction or account."),
    operationType: OneOf(["create", "update", "delete"], "What happened to it."),
    resourceVersion: Type.Integer({
      minimum: 1,
      description: "Increases with every change of the resource: the order of its events.",
    }),
    occurredAt: Timestamp("When it happened."),
    changedPaths: Type.Array(Type.String(), { description: "Dotted names of the fields that changed." }),
    mergePatch: Type.Object(
      {},
      { additionalProperties: true, description: "New values of the changed fields (JSON Merge Patch, RFC 7396)." },
    ),
    previousValues: Nullable(
      Type.Object(
        {},
        { additionalProperties: true, description: "Previous values of those fields; null if they had none." },
      ),
    ),
  },
  { title: "Event", description: "A change of a transaction or of a balance." },
);
export type EventObject = Static<typeof EventSchema>;
