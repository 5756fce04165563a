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
  /** By view: the modules below that read it. Each is an exception to "nothing reads upward". */
  readonly providedViews?: Readonly<Record<string, ProvidedView>>;
  readonly functions?: Readonly<Record<string, OwnedFunction>>;
}

interface ProvidedView {
  readonly to: readonly string[];
  readonly reason: string;
}

/** A function may touch tables of other modules only if it lists them all: an exception, too. */
interface OwnedFunction {
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  readonly reason: string;
}
