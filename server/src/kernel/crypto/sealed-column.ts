/**
 * A column of encrypted values, declared where its module declares its tables. The context of a value
 * comes from here, so that key rotation knows every encrypted column (law 20).
 */
export interface SealedColumn<Key extends readonly (string | number)[] = readonly string[]> {
  /** `table.column`. */
  readonly name: string;
  readonly table: string;
  readonly column: string;
  /** The columns of the primary key after organization_id. */
  readonly key: readonly string[];
  /** What the value of a row is encrypted for: it opens in no other row. */
  readonly contextOf: (...key: Key) => string;
}

const declared = new Map<string, SealedColumn>();

/** Every sealed column of the modules that are loaded, by name. */
export const sealedColumns = (): readonly SealedColumn[] =>
  [...declared.values()].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Declares a column, named `table.column`, once. */
export function sealedColumn<Key extends readonly (string | number)[]>(
  name: `${string}.${string}`,
  { key, contextOf }: Pick<SealedColumn<Key>, "key" | "contextOf">,
): SealedColumn<Key> {
  const [table = "", column = ""] = name.split(".");
  const sealed: SealedColumn<Key> = { name, table, column, key, contextOf };
  // Key rotation has a row's key as the database's text, which is what a context contains.
  declared.set(name, sealed as unknown as SealedColumn);
  return sealed;
}
