import type { Tx } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { OrganizationId } from "../../kernel/values/ids.ts";
import { addWords } from "../search/index.ts";

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
