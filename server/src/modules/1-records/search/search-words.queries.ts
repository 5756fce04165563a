import type { Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { SearchKind } from "./look-up.queries.ts";
import { wordsIn } from "./words.ts";

export interface SearchedItem {
  readonly kind: SearchKind;
  readonly id: string;
  readonly texts: readonly (string | null)[];
}

/** Makes items findable by these texts, too. In the order of the key, so that concurrent changes cannot deadlock. */
export const addWords = async (
  tx: Tx,
  organizationId: OrganizationId,
  items: readonly SearchedItem[],
): Promise<void> => {
  const rows = items.flatMap(({ kind, id, texts }) => wordsIn(texts).map((word) => ({ kind, id, word })));
  if (rows.length === 0) return;
  await tx.run(sql`
  insert into search_words (organization_id, kind, word, item_id)
  select ${organizationId}::uuid, w.kind, w.word, w.item_id
    from unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ word }) => word)}::text[], ${rows.map(({ id }) => id)}::uuid[])
           as w(kind, word, item_id)
   order by 2, 3, 4
  on conflict do nothing`);
};

/** Makes an item findable by these texts only. The caller holds the lock of the item's row. */
export async function replaceWords(tx: Tx, organizationId: OrganizationId, item: SearchedItem): Promise<void> {
  await tx.run(sql`
  delete from search_words
   where organization_id = ${organizationId} and kind = ${item.kind} and item_id = ${item.id}
     and word <> all (${[...wordsIn(item.texts)]}::text[])`);
  await addWords(tx, organizationId, [item]);
}
