import type { Queryable } from "#kernel/sql/database.ts";
import { sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { hasWords } from "#records/search";

/** Those of the counterparties whose names have words with all these beginnings. */
export async function whoAreNamed(
  db: Queryable,
  organizationId: OrganizationId,
  { ids, words }: { ids: readonly string[]; words: readonly string[] },
): Promise<readonly string[]> {
  if (ids.length === 0 || words.length === 0) return ids;
  const rows = await db.many<{ id: string }>(sql`
  select i.id from unnest(${uuidArray(ids)}::uuid[]) as i(id)
   where ${hasWords(organizationId, { kind: "counterparty", id: sql`i.id`, words })}`);
  return rows.map(({ id }) => id);
}

/** Those of the counterparties that have a transaction, up to a number. */
export async function whoWerePaid(
  db: Queryable,
  organizationId: OrganizationId,
  { ids, most }: { ids: readonly string[]; most: number },
): Promise<readonly string[]> {
  const rows = await db.many<{ id: string }>(sql`
  select i.id from unnest(${uuidArray(ids)}::uuid[]) as i(id)
   cross join lateral (
     select 1 from transactions t where t.organization_id = ${organizationId} and t.counterparty_id = i.id limit 1) t
   limit ${most}`);
  return rows.map(({ id }) => id);
}

/** Counterparties that have a transaction, up to a number: one look-up in the index for each, however many it has. */
export async function paidCounterparties(
  db: Queryable,
  organizationId: OrganizationId,
  most: number,
): Promise<readonly string[]> {
  const rows = await db.many<{ counterparty_id: string }>(sql`
  with recursive paid (counterparty_id) as (
    (select t.counterparty_id from transactions t
      where t.organization_id = ${organizationId}
      order by t.counterparty_id limit 1)
    union all
    select (select t.counterparty_id from transactions t
             where t.organization_id = ${organizationId} and t.counterparty_id > p.counterparty_id
             order by t.counterparty_id limit 1)
      from paid p
     where p.counterparty_id is not null)
  select counterparty_id from paid where counterparty_id is not null limit ${most}`);
  return rows.map(({ counterparty_id: id }) => id);
}
