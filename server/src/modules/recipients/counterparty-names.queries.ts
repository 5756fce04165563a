import type { Queryable, Tx } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { OrganizationId } from "../../kernel/values/ids.ts";
import { addWords, hasWords, lookUp, narrowed, searchedWords } from "../search/index.ts";

/** Searching for any of the names finds the counterparty's transactions, also after its name has changed. */
export const rememberNames = async (
  tx: Tx,
  organizationId: OrganizationId,
  counterpartyId: string,
  names: readonly string[],
) => {
  await tx.run(sql`
  insert into counterparty_names (organization_id, counterparty_id, name)
  select ${organizationId}::uuid, ${counterpartyId}::uuid, n.name from unnest(${[...new Set(names)]}::text[]) as n(name)
  on conflict do nothing`);
  await addWords(tx, organizationId, [{ kind: "counterparty", id: counterpartyId, texts: names }]);
};

/**
 * Counterparties one of whose names has words that begin with those of the search, or undefined if there are more than
 * `most`: too many to merge their lists.
 */
export async function findCounterpartiesByName(
  db: Queryable,
  organizationId: OrganizationId,
  { search, most }: { search: string; most: number },
): Promise<readonly string[] | undefined> {
  const words = searchedWords(search) ?? [];
  if (words.length === 0) return [];
  const { ids, common } = narrowed(await lookUp(db, organizationId, { kind: "counterparty", words, most }));
  if (ids === undefined || ids.length === 0 || common.length === 0) return ids;
  const rows = await db.many<{ id: string }>(sql`
  select i.id from unnest(${[...ids]}::uuid[]) as i(id)
   where ${hasWords(organizationId, { kind: "counterparty", id: sql`i.id`, words: common })}`);
  return rows.map(({ id }) => id);
}
