import type { Queryable, Tx } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { OrganizationId } from "../../kernel/values/ids.ts";

/** Searching for any of the names finds the counterparty's transactions, also after its name has changed. */
export const rememberNames = (
  tx: Tx,
  organizationId: OrganizationId,
  counterpartyId: string,
  names: readonly string[],
) =>
  tx.run(sql`
  insert into counterparty_names (organization_id, counterparty_id, name)
  select ${organizationId}::uuid, ${counterpartyId}::uuid, n.name from unnest(${[...new Set(names)]}::text[]) as n(name)
  on conflict do nothing`);

/** Counterparties any of whose names match the pattern; one more than `limit` says there are too many to merge. */
export const findCounterpartiesByName = (
  db: Queryable,
  organizationId: OrganizationId,
  pattern: string,
  limit: number,
) =>
  db.many<{ counterparty_id: string }>(sql`
    select distinct counterparty_id from counterparty_names
     where organization_id = ${organizationId} and name ilike ${pattern} limit ${limit}`);
