import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { type EventId, idAt, type OrganizationId } from "#kernel/values/ids.ts";
import { provenEventId } from "#records/events";
import { insertEvents } from "#records/events/record-events.queries.ts";

/** Writes changes of notes at one instant, as the service would, each of another transaction. Returns their IDs. */
export async function insertManyEvents(
  { vault, newId }: Pick<Service, "vault" | "newId">,
  db: Queryable,
  organizationId: OrganizationId,
  { at, count, resourceId = newId }: { at: Date; count: number; resourceId?: (index: number) => string },
): Promise<readonly EventId[]> {
  const rows = Array.from({ length: count }, (_, index) => {
    const event = {
      eventId: idAt<EventId>(at, 0),
      resourceType: "transaction" as const,
      resourceId: resourceId(index),
      version: 2n,
      operation: "update" as const,
      occurredAt: at,
      changedPaths: ["note"],
      mergePatch: JSON.stringify({ note: "b" }),
      previousValues: JSON.stringify({ note: "a" }),
    };
    return { ...event, eventId: provenEventId(vault, organizationId, event) };
  });
  await insertEvents(db, { organizationId, rows });
  return rows.map((row) => row.eventId);
}
