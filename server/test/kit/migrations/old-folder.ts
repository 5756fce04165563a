import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createOldFolder, openOldFolder } from "bursar-old-data-folder";
import { seedDemo } from "#administration/demo/demo-seed.ts";
import { systemClock } from "#kernel/clock/clock.ts";
import { createMigrationTable, recordMigration } from "#kernel/sql/migrate.queries.ts";
import { readMigrations } from "#kernel/sql/migrations/migration-files.ts";
import { MIGRATIONS_FOLDER } from "#kernel/sql/migrations-folder.ts";
import { copyTables, type TableSums, type WholeDatabase } from "#main/move/copy-tables.ts";
import { type OldSource, oldSourceOf } from "#main/move/old-database.ts";
import { type CopiedTable, readAlike, schemaTables, sumOfTable } from "#main/move/tables.queries.ts";
import { type Demo, startServer, temporaryFolder } from "../servers/server-process.ts";
import { apiClient } from "../service/client.ts";
import { bursar } from "../service/command.ts";
import { openTestService } from "../service/test-service.ts";
import type { VersionTree } from "./version-tree.ts";

/** A data folder whose database is in the files of PGlite, with the demo organization's year of payments. */
export interface OldDataFolder {
  readonly dataDir: string;
  /** The folder of the database. */
  readonly database: string;
  readonly demo: Demo;
  /** The response to `requestOnce` before the folder moved. */
  readonly response: unknown;
  /** A backup that the version of the folder wrote; only a released version can. */
  readonly backup: string | undefined;
}

export const oldFolderOf = (dataDir: string): string => join(dataDir, "database");

/** As the processes of a release leave it: they serve, write a backup, and are killed. */
export async function servedBy({ launcher }: VersionTree): Promise<OldDataFolder> {
  const dataDir = await temporaryFolder();
  const backup = join(dataDir, "before-the-move.backup");
  const server = await startServer({ dataDir, launcher });
  const demo = await server.demo();
  const response = await requestOnce(server.url, demo);
  const written = await bursar(["backup", backup], { dataDir, launcher });
  if (written.exitCode !== 0) throw new Error(written.errors);
  await server.kill();
  return { dataDir, database: oldFolderOf(dataDir), demo, response, backup };
}

/** With all migrations of this version, as versions after 0.1.0 kept it that were never released. */
export async function withPresentSchema(): Promise<OldDataFolder> {
  const dataDir = await temporaryFolder();
  const world = await openTestService({ clock: systemClock, config: { dataDir } });
  try {
    await seedDemo(world.service, { withDesk: true });
    await fillOldFolder(oldFolderOf(dataDir), world.owner());
  } finally {
    await world.close();
  }
  // The key of every test service.
  await writeFile(join(dataDir, "master.key"), Buffer.alloc(32, 7).toString("base64"), { mode: 0o600 });
  const demo: Demo = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8"));
  return { dataDir, database: oldFolderOf(dataDir), demo, response: undefined, backup: undefined };
}

async function fillOldFolder(folder: string, rowsOf: WholeDatabase): Promise<void> {
  const old = await createOldFolder(folder);
  try {
    const database = oldSourceOf(old);
    await createMigrationTable(database);
    for (const migration of await readMigrations(MIGRATIONS_FOLDER)) {
      // Batches change rows, and there are none yet.
      for (const { text, inBatches } of migration.statements) if (!inBatches) await old.script(text);
      await database.transaction((tx) => recordMigration(tx, migration));
    }
    await copyTables({ from: rowsOf, to: database, onTable: () => undefined });
  } finally {
    await old.close();
  }
}

/** A request for a payment with the same key each time, so that there is one, and one response. */
export async function requestOnce(url: string, demo: Demo): Promise<unknown> {
  const client = apiClient(url, demo.tokens.readWrite);
  const account = demo.accounts.find(({ kind }) => kind === "checking")?.id;
  const { status, body } = await client.post(`/account/${account}/request-send-money`, {
    recipientId: demo.recipients.find(({ methods }) => methods.includes("ach"))?.id,
    amount: 4321.09,
    paymentMethod: "ach",
    idempotencyKey: "requested-before-the-move",
  });
  client.close();
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/** Opens an old database that no process uses. */
export async function inOldFolder<T>(folder: string, work: (database: OldSource) => Promise<T>): Promise<T> {
  const old = await openOldFolder(folder);
  try {
    return await work(oldSourceOf(old));
  } finally {
    await old.close();
  }
}

/** What a move must keep: every value of these columns, and where the outbox continues. */
export interface KeptContent {
  readonly tables: readonly CopiedTable[];
  readonly sums: TableSums;
  readonly outboxPosition: bigint;
}

/** The content in the columns of an earlier schema, or in all of them: a later schema has more. */
export async function contentOf(database: OldSource, columns?: readonly CopiedTable[]): Promise<KeptContent> {
  const tables = columns ?? (await schemaTables(database));
  const sums = await database.transaction(async (tx) => {
    await readAlike(tx);
    const found = new Map<string, Awaited<ReturnType<typeof sumOfTable>>>();
    for (const table of tables) found.set(table.name, await sumOfTable(tx, table));
    return found;
  });
  const { position } = await database.one<{ position: bigint }>({
    text: "select pg_sequence_last_value(pg_get_serial_sequence('outbox', 'position')::regclass) as position",
    values: [],
  });
  return { tables, sums, outboxPosition: position };
}
