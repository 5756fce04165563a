import type { Tx } from "#kernel/sql/database.ts";
import { sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { addWords } from "#records/search";

interface NamedCounterparty {
  readonly counterpartyId: string;
  readonly names: readonly string[];
}

/** Searching for any of the names finds the counterparty's transactions, also after its name has changed. */
export const rememberNames = async (
  tx: Tx,
  organizationId: OrganizationId,
  counterparties: readonly NamedCounterparty[],
) => {
  const rows = counterparties.flatMap(({ counterpartyId, names }) => names.map((name) => ({ counterpartyId, name })));
  await tx.run(sql`
  insert into counterparty_names (organization_id, counterparty_id, name)
  select distinct ${organizationId}::uuid, n.counterparty_id, n.name
    from unnest(${uuidArray(rows.map(({ counterpartyId }) => counterpartyId))}::uuid[],
                ${rows.map(({ name }) => name)}::text[]) as n(counterparty_id, name)
   order by 2, 3
  on conflict do nothing`);
  const items = counterparties.map(({ counterpartyId: id, names }) => ({
    kind: "counterparty" as const,
    id,
    texts: names,
  }));
  await addWords(tx, organizationId, items);
};
