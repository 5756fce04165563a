/** Rows that one statement inserts or finds without holding its locks for long. */
const ROWS_PER_STATEMENT = 5_000;

/** The items in their order, at most `size` at a time: for statements with one array per column. */
export function* inBatches<Item>(items: readonly Item[], size = ROWS_PER_STATEMENT): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
