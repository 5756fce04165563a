import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/** A row that says what something is, such as the one of its creation. */
export interface FirstRow {
  readonly resource_type: string;
  readonly resource_id: string;
  readonly action: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What a thing is called is in one of its first rows. */
const ROWS = 3;

/**
 * The first rows of each of these resources, by the index of resources: their number does not depend on how many rows a
 * resource has. Without `transaction.create`, which that index does not contain.
 */
export const findFirstRows = (db: Queryable, organizationId: OrganizationId, resourceIds: readonly string[]) =>
  db.many<FirstRow>(sql`
  select first.*
    from unnest(${[...resourceIds]}::text[]) as r(id)
   cross join lateral (
     select resource_type, resource_id, action, before, after from recorded_audit_rows l
      where l.organization_id = ${organizationId} and l.resource_id = r.id and l.action <> 'transaction.create'
      order by l.audit_id limit ${ROWS}) first`);
