import { type Static, Type } from "typebox";
import { Nullable, OneOf, object, Timestamp, Uuid } from "../../kernel/http/schemas.ts";

/** What an event can be about. Cards and investments are out of scope: those two never occur (wire contract §6.1). */
export const resourceTypes = [
  "transaction",
  "checkingAccount",
  "savingsAccount",
  "treasuryAccount",
  "investmentAccount",
  "creditAccount",
] as const;
export type ResourceType = (typeof resourceTypes)[number];

/** The event object (wire contract §6.1): what `GET /events` lists and a webhook's body holds. */
export const EventSchema = object(
  {
    id: Uuid("The event. The same on every delivery: drop repeats by it."),
    resourceType: OneOf(resourceTypes, "What the event is about."),
    resourceId: Uuid("The transaction or account."),
    operationType: OneOf(["create", "update", "delete"], "What happened to it."),
    resourceVersion: Type.Integer({
      minimum: 1,
      description: "Rises with every change of that resource: the order of its events.",
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
        { additionalProperties: true, description: "Old values of those fields; null when there were none." },
      ),
    ),
  },
  { $id: "Event", description: "A change of a transaction or of a balance." },
);
export type EventObject = Static<typeof EventSchema>;
