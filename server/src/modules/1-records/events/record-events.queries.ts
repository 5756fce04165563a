import type { Queryable } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { EventContent } from "./proven-event.ts";

export interface NewEventRow extends EventContent {
  readonly operation: "create" | "update";
}

interface NewEvents {
  readonly organizationId: OrganizationId;
  readonly rows: readonly NewEventRow[];
}

const eventsToInsert = ({ organizationId, rows }: NewEvents): Sql => sql`
  insert into events (organization_id, event_id, resource_type, resource_id, resource_version, operation, occurred_at,
                      changed_paths, merge_patch, previous_values)
  select ${organizationId}::uuid, e.event_id, e.resource_type, e.resource_id, e.version, e.operation, e.occurred_at,
         case when e.changed_paths is not null then array(select json_array_elements_text(e.changed_paths::json)) end,
         e.merge_patch, e.previous_values
    from unnest(${rows.map((row) => row.eventId)}::uuid[], ${rows.map((row) => row.resourceType)}::text[],
                ${rows.map((row) => row.resourceId)}::uuid[], ${rows.map((row) => row.version.toString())}::bigint[],
                ${rows.map((row) => row.operation)}::text[], ${rows.map((row) => row.occurredAt)}::timestamptz[],
                ${rows.map((row) => row.changedPaths && JSON.stringify(row.changedPaths))}::text[],
                ${rows.map((row) => row.mergePatch)}::text[], ${rows.map((row) => row.previousValues)}::text[])
           as e(event_id, resource_type, resource_id, version, operation, occurred_at, changed_paths, merge_patch, previous_values)`;

export const insertEvents = (db: Queryable, events: NewEvents) => db.run(eventsToInsert(events));

/** The newest event of each resource. */
export const findNewestEvents = (db: Queryable, organizationId: OrganizationId, resourceIds: readonly string[]) =>
  db.many<{ resource_id: string; resource_version: bigint; merge_patch: string | null }>(sql`
    select e.resource_id, e.resource_version, e.merge_patch
      from unnest(${[...resourceIds]}::uuid[]) as r(resource_id)
     cross join lateral (
       select resource_id, resource_version, merge_patch from events
        where organization_id = ${organizationId} and events.resource_id = r.resource_id
        order by resource_version desc limit 1
     ) e`);
