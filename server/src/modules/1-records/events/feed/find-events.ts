import type { Service } from "#kernel/process/service.ts";
import { proofsRequiredSince } from "#kernel/proofs/proving-database.ts";
import { reportUnproven } from "#kernel/proofs/unproven-row.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { instantOf, type OrganizationId } from "#kernel/values/ids.ts";
import { isProvenEvent } from "#records/events";
import { type EventRow, findEventRows, findEventRowsInRange, findEventRowsOf } from "./events.queries.ts";

/** What reading events takes: the key that vouches for them, and where alarms go. */
export type ReadingEvents = Pick<Service, "vault" | "log" | "database">;

/** The events with these ids, oldest first. */
export const findEvents = async (
  service: ReadingEvents,
  db: Queryable,
  organizationId: OrganizationId,
  eventIds: readonly string[],
) => provenEvents(service, db, organizationId, await findEventRows(db, organizationId, eventIds));

/** The events of one resource, oldest first. */
export const findEventsOf = async (
  service: ReadingEvents,
  organizationId: OrganizationId,
  of: Parameters<typeof findEventRowsOf>[2],
) =>
  provenEvents(service, service.database, organizationId, await findEventRowsOf(service.database, organizationId, of));

/** The events in a range of ids, oldest first. */
export const findEventsInRange = async (
  service: ReadingEvents,
  db: Queryable,
  organizationId: OrganizationId,
  range: Parameters<typeof findEventRowsInRange>[2],
) => provenEvents(service, db, organizationId, await findEventRowsInRange(db, organizationId, range));

/**
 * The events that the service wrote. Others are reported and left out: they are neither shown nor sent. Events from before
 * the organization's rows needed proofs are as they are.
 */
export async function provenEvents(
  service: ReadingEvents,
  db: Queryable,
  organizationId: OrganizationId,
  rows: readonly EventRow[],
): Promise<readonly EventRow[]> {
  if (rows.length === 0) return rows;
  const since = await proofsRequiredSince(service.vault, db, organizationId);
  if (since === undefined) return rows;
  return rows.filter((row) => {
    if (isProvenEvent(service.vault, organizationId, contentOf(row)) || instantOf(row.event_id) < since) return true;
    reportUnproven(service, { organizationId, table: "events", key: row.event_id });
    return false;
  });
}

const contentOf = (row: EventRow) => ({
  eventId: row.event_id,
  resourceType: row.resource_type,
  resourceId: row.resource_id,
  version: row.resource_version,
  operation: row.operation,
  occurredAt: row.occurred_at,
  changedPaths: row.changed_paths,
  mergePatch: row.merge_patch,
  previousValues: row.previous_values,
});
