import type { Queryable } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { RowContent } from "./row-code.ts";

/** An instant as text: a Date would drop the microseconds, and with them an edit. */
export const instantText = (column: Sql): Sql =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** A row as it was recorded, with its position and code. */
export interface RecordedRow extends RowContent {
  readonly resource_id: string;
  readonly stream_id: string | null;
  readonly number: bigint | null;
  readonly mac: Buffer | null;
}

/** The rows of an action on these resources, by ID range: resource IDs have no index. */
export const findRecordedRows = (
  db: Queryable,
  organizationId: OrganizationId,
  act: {
    readonly action: string;
    readonly resourceIds: readonly string[];
    readonly fromId: string;
    readonly beforeId: string;
  },
) =>
  db.many<RecordedRow>(sql`
  select audit_id, ${instantText(sql`at`)} as at, actor_type, actor_id, address, http_request_id, action, resource_type, resource_id,
         before, after, stream_id, number, mac
    from audit_log
   where organization_id = ${organizationId} and audit_id >= ${act.fromId}::uuid and audit_id < ${act.beforeId}::uuid
     and action = ${act.action} and resource_id = any (${[...act.resourceIds]}::text[])`);
