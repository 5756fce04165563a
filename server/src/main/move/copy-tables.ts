import { assert } from "#kernel/assert.ts";
import type { Database, Tx } from "#kernel/sql/database.ts";
import {
  type CopiedTable,
  closeCursor,
  continueSequence,
  fetchers,
  insertRows,
  largestRow,
  openCursor,
  readAlike,
  schemaTables,
  sequenceState,
  sumOfTable,
  type TableSum,
} from "./tables.queries.ts";

/** A database that is read or filled as a whole: a server's, or that of an old data folder. */
export type WholeDatabase = Pick<Database, "transaction">;

export type TableSums = ReadonlyMap<string, TableSum>;

/** Sums of all tables at one moment: two databases with the same sums have the same rows. */
export const sumTables = (database: WholeDatabase): Promise<TableSums> =>
  database.transaction(async (tx) => sumsIn(tx, await schemaTables(tx)));

async function sumsIn(tx: Tx, tables: readonly CopiedTable[]): Promise<TableSums> {
  await readAlike(tx);
  const sums = new Map<string, TableSum>();
  for (const table of tables) sums.set(table.name, await sumOfTable(tx, table));
  return sums;
}

/** The tables whose rows differ. */
export const differingTables = (a: TableSums, b: TableSums): readonly string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter((name) => {
    const [mine, sumsOfB] = [a.get(name), b.get(name)];
    return mine === undefined || sumsOfB === undefined || mine.rows !== sumsOfB.rows || mine.sum !== sumsOfB.sum;
  });

/** About as many bytes of rows are in memory at a time. */
const BATCH_BYTES = 2 * 1024 * 1024;
const BATCHES = [500, 20, 1] as const;

export interface Copying {
  readonly from: WholeDatabase;
  readonly to: WholeDatabase;
  readonly onTable: (name: string, rows: number) => void;
}

/** The copy differs from its source. */
export class CopyDiffers extends Error {
  override readonly name = "CopyDiffers";
}

/**
 * Copies all rows into the empty tables of another database of the same schema, in one transaction: after a crash, the
 * target is as empty as before. Compares the sums of both before it commits. Throws CopyDiffers.
 */
export function copyTables({ from, to, onTable }: Copying): Promise<TableSums> {
  return from.transaction(async (source) => {
    await readAlike(source);
    const tables = inOrderOfNeeds(await schemaTables(source));
    return to.transaction(async (target) => {
      await readAlike(target);
      for (const table of tables) onTable(table.name, await copyTable(table, source, target));
      const sums = await sumsIn(target, tables);
      const differing = differingTables(await sumsIn(source, tables), sums);
      if (differing.length > 0)
        throw new CopyDiffers(`The copies of ${differing.join(", ")} differ from their sources`);
      return sums;
    });
  });
}

async function copyTable(table: CopiedTable, source: Tx, target: Tx): Promise<number> {
  const bytes = await largestRow(source, table);
  const batch = BATCHES.find((rows) => rows * bytes <= BATCH_BYTES) ?? 1;
  let copied = 0;
  await openCursor(source, table);
  for (;;) {
    const rows = await fetchers[batch](source);
    if (rows.length > 0) copied += await insertRows(target, table, rows);
    if (rows.length < batch) break;
  }
  await closeCursor(source);
  for (const { name: column } of table.columns.filter(({ identity }) => identity)) {
    const { last_value: after } = await sequenceState(source, table.name, column);
    if (after > 0n) await continueSequence(target, { table: table.name, column, after });
  }
  return copied;
}

/** Tables after those that their foreign keys refer to. */
function inOrderOfNeeds(tables: readonly CopiedTable[]): readonly CopiedTable[] {
  const ordered: CopiedTable[] = [];
  const placed = new Set<string>();
  while (ordered.length < tables.length) {
    const next = tables.filter(({ name, needs }) => !placed.has(name) && needs.every((need) => placed.has(need)));
    assert(next.length > 0, "assert: foreign keys between tables form no cycle");
    for (const table of next) placed.add(table.name);
    ordered.push(...next);
  }
  return ordered;
}
