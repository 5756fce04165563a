/**
 * What a module owns in the database. Each module with tables declares it in a file of its folder; `npm run check` compares the
 * declarations with every statement (docs/adr/0029-tables-have-owners.md).
 */
export interface OwnedTables {
  readonly tables: readonly string[];
  /** Views that only the module itself reads. */
  readonly views?: readonly string[];
  /** Views that modules above may read. */
  readonly exportedViews?: readonly string[];
  readonly functions?: Readonly<Record<string, OwnedFunction>>;
}

/** The tables of other modules that a function touches: all of them. A function that touches any is an exception. */
interface OwnedFunction {
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  readonly reason: string;
}
