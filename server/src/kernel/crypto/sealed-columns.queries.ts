import type { Tx } from "../sql/database.ts";
import type { ProvenTable } from "../sql/proven-table.ts";
import { allOf, literally, parameterList, sql } from "../sql/sql.ts";
import type { OrganizationId } from "../values/ids.ts";
import type { SealedColumn } from "./sealed-column.ts";

/** Rows with a value, in the order of their keys, after the given one, locked. */
export const lockSealedValues = (
  tx: Tx,
  organizationId: OrganizationId,
  {
    column: { table, column, key },
    after,
    limit,
  }: { readonly column: SealedColumn; readonly after: readonly string[]; readonly limit: number },
) => {
  const columns = literally(key.join(", "));
  const value = literally(column);
  // A list, not an array: each value is compared as its column's type, so that the index of the key is used.
  const isAfter = after.length === 0 ? sql`true` : sql`(${columns}) > (${parameterList(after)})`;
  return tx.many<{ id: readonly string[]; sealed: Buffer }>(sql`
  select array[${literally(key.map((name) => `${name}::text`).join(", "))}] as id, ${value} as sealed
    from ${literally(table)}
   where organization_id = ${organizationId} and octet_length(${value}) > 0 and ${isAfter}
   order by ${columns} limit ${limit} for no key update`);
};

/** If the column is proven, the transaction has read the row with its proof. */
export const replaceSealedValue = (
  tx: Tx,
  organizationId: OrganizationId,
  {
    column: { table, column, key: names },
    proven,
    key,
    sealed,
  }: {
    readonly column: SealedColumn;
    readonly proven: ProvenTable | undefined;
    readonly key: readonly string[];
    readonly sealed: Buffer;
  },
) => {
  const isRow = allOf(names.map((name, index) => sql`${literally(name)} = ${key[index]}`));
  const proof = proven === undefined ? sql`` : sql`returning ${proven.changed()}`;
  return tx.run(sql`
  update ${literally(table)} set ${literally(column)} = ${sealed}
   where organization_id = ${organizationId} and ${isRow} ${proof}`);
};
