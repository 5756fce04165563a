import type { Queryable } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/** The organizations with such a row: `from … where organization_id = o.organization_id …`. */
export async function organizationsWith(db: Queryable, row: Sql): Promise<readonly OrganizationId[]> {
  const rows = await db.many<{ organization_id: OrganizationId }>(sql`
  select o.organization_id from organization_ids o where exists (select 1 ${row}) order by o.organization_id`);
  return rows.map(({ organization_id: organizationId }) => organizationId);
}

/** Rows of a table, named `w`, that are work from a time of their own on. An index has them in the order of those times. */
export interface WorkWithTime {
  readonly table: Sql;
  readonly isWaiting: Sql;
  readonly at: Sql;
  readonly id: Sql;
  readonly columns: Sql;
}

/** The queries of a background job that does what is due. */
export const dueWork = <Row extends object>({ table, isWaiting, at, id, columns }: WorkWithTime) => ({
  organizations: (db: Queryable, now: Date): Promise<readonly OrganizationId[]> =>
    organizationsWith(
      db,
      sql`from ${table} where w.organization_id = o.organization_id and ${isWaiting} and ${at} <= ${now}`,
    ),
  /** The longest due first. Without a lock: each is locked and checked again later. */
  of: (
    db: Queryable,
    organizationId: OrganizationId,
    { now, limit }: { readonly now: Date; readonly limit: number },
  ): Promise<readonly Row[]> =>
    db.many<Row>(sql`
    select ${columns} from ${table}
     where w.organization_id = ${organizationId} and ${isWaiting} and ${at} <= ${now}
     order by ${at}, ${id} limit ${limit}`),
  /** When the next of all organizations is due; each lookup ends at its first row. */
  nextAt: async (db: Queryable): Promise<Date | undefined> =>
    (
      await db.one<{ at: Date | null }>(sql`
      select min(d.at) as at from organization_ids o,
             lateral (select ${at} as at from ${table}
                       where w.organization_id = o.organization_id and ${isWaiting}
                       order by ${at} limit 1) d`)
    ).at ?? undefined,
});
