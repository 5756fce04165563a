import type { Queryable } from "../sql/database.ts";
import { type Sql, sql } from "../sql/sql.ts";
import { refuseHttp } from "./http-refusals.ts";
import type { CursorQuery, PageBounds } from "./schemas.ts";

/**
 * Keyset pagination by id. Ids are in creation order, so a page is a range of ids that new rows cannot shift.
 * `nextPage` is the last id of the page and `previousPage` the first (wire contract §1.7).
 */
export interface KeysetRange {
  /** `id > $cursor` or similar, to be combined with the list's own conditions. */
  readonly condition: Sql;
  readonly order: Sql;
  /** Whether `order` is descending. */
  readonly descending: boolean;
  /** The page size plus one: the extra row shows whether another page follows. */
  readonly limit: number;
}

export interface Keyset extends KeysetRange {
  /** Only with `start_at`, whose page may be the first: reads the row before it, if there is one. */
  readonly before?: KeysetRange;
  /** Puts the rows in the requested order and builds the page object. `keep`: the page ends after so many of them. */
  finish<Row>(
    rows: readonly Row[],
    idOf: (row: Row) => string,
    keep?: number,
  ): { readonly rows: readonly Row[]; readonly page: PageBounds };
}

export const DEFAULT_PAGE_SIZE = 1000;

export interface KeysetOptions {
  /** The column, as a literal fragment of the list's query. */
  readonly column: Sql;
  readonly defaultOrder?: "asc" | "desc";
  /** For a list in the order of another column, then of the id: the column, and its value in the cursor's row. */
  readonly leading?: { readonly column: Sql; readonly valueOf: (id: string) => Promise<Sql> };
  /** Whether an id belongs to this organization's list; unknown cursors are rejected (decision P5). */
  readonly exists: (id: string) => Promise<boolean>;
}

export async function keysetOf(query: CursorQuery, options: KeysetOptions): Promise<Keyset> {
  const cursors = (["start_after", "start_at", "end_before"] as const).filter((name) => query[name] !== undefined);
  if (cursors.length > 1) throw refuseHttp("conflictingCursors");
  const name = cursors[0];
  const id = name === undefined ? undefined : query[name];
  if (id !== undefined && !(await options.exists(id)))
    throw refuseHttp("unknownCursor", { details: { parameter: name } });

  const descending = (query.order ?? options.defaultOrder ?? "asc") === "desc";
  const backwards = name === "end_before";
  // To page backward, read in the opposite order and reverse the rows.
  const readsDescending = descending !== backwards;
  const size = query.limit ?? DEFAULT_PAGE_SIZE;
  const { column, leading } = options;
  const place = id === undefined ? undefined : { id, before: leading && (await leading.valueOf(id)) };
  return {
    condition:
      place === undefined
        ? sql`true`
        : rangeFrom({ column, leading: leading?.column, ...place, inclusive: name === "start_at", readsDescending }),
    order: orderOf({ column, leading: leading?.column, readsDescending }),
    descending: readsDescending,
    limit: size + 1,
    ...(place !== undefined && name === "start_at"
      ? { before: rowBefore({ column, leading: leading?.column, ...place, readsDescending }) }
      : {}),
    finish: (read, idOf, keep = size) => {
      const kept = read.slice(0, Math.min(size, keep));
      const more = read.length > kept.length;
      const rows = backwards ? kept.reverse() : kept;
      const first = rows[0];
      const last = rows.at(-1);
      const hasNext = backwards ? id !== undefined : more;
      const hasPrevious = backwards ? more : id !== undefined;
      return {
        rows,
        page: {
          ...(hasNext && last !== undefined ? { nextPage: idOf(last) } : {}),
          ...(hasPrevious && first !== undefined ? { previousPage: idOf(first) } : {}),
        },
      };
    },
  };
}

function orderOf({ column, leading, readsDescending }: Pick<Range, "column" | "leading" | "readsDescending">): Sql {
  if (leading === undefined) return readsDescending ? sql`${column} desc` : sql`${column} asc`;
  return readsDescending ? sql`${leading} desc, ${column} desc` : sql`${leading} asc, ${column} asc`;
}

/** A page by a keyset; `start_at` on the first row has no previous page. */
export async function readPage<Row>(
  keyset: Keyset,
  read: (keyset: KeysetRange) => Promise<readonly Row[]>,
  idOf: (row: Row) => string,
): Promise<{ readonly rows: readonly Row[]; readonly page: PageBounds }> {
  const found = keyset.finish(await read(keyset), idOf);
  if (keyset.before === undefined || (await read(keyset.before)).length > 0) return found;
  const { previousPage: _none, ...page } = found.page;
  return { ...found, page };
}

const rowBefore = (range: Omit<Range, "inclusive">): KeysetRange => {
  const opposite = { ...range, readsDescending: !range.readsDescending };
  return {
    condition: rangeFrom({ ...opposite, inclusive: false }),
    order: orderOf(opposite),
    descending: opposite.readsDescending,
    limit: 1,
  };
};

interface Range {
  readonly column: Sql;
  readonly leading: Sql | undefined;
  readonly id: string;
  readonly before: Sql | undefined;
  readonly inclusive: boolean;
  readonly readsDescending: boolean;
}

function rangeFrom({ column, leading, id, before, inclusive, readsDescending }: Range): Sql {
  const [key, place] =
    leading === undefined || before === undefined
      ? [column, sql`${id}::uuid`]
      : [sql`(${leading}, ${column})`, sql`(${before}, ${id}::uuid)`];
  if (readsDescending) return inclusive ? sql`${key} <= ${place}` : sql`${key} < ${place}`;
  return inclusive ? sql`${key} >= ${place}` : sql`${key} > ${place}`;
}

/** Whether a statement finds a row: for `exists`. */
export const findsRow = async (db: Queryable, statement: Sql): Promise<boolean> =>
  (await db.maybe(statement)) !== undefined;
