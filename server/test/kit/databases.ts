import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { MIGRATIONS_FOLDER, migrate } from "../../src/kernel/sql/migrate.ts";
import { openPostgres } from "../../src/kernel/sql/postgres.ts";
import { postgresUrl } from "./postgres-server.ts";

/** A database of one test file: a copy of a migrated template, so it costs a tenth of a second. */
export interface FreshDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Serialises the makers of the template: tests files start at the same time, each in its own process. */
const TEMPLATE_LOCK = 7_202_611;

export async function freshDatabase(): Promise<FreshDatabase> {
  const server = await postgresUrl();
  const template = await migratedTemplate(server);
  const name = `test_${randomBytes(6).toString("hex")}`;
  await asAdministrator(server, (client) => client.query(`create database ${name} template ${template}`));
  return {
    url: withDatabase(server, name),
    drop: async () => {
      await asAdministrator(server, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/**
 * Made once per server and state of the migrations, by whoever comes first. It gets its name only when it is whole, so
 * a maker that fails or is killed leaves a draft for the next one to replace, never a half-migrated template.
 */
async function migratedTemplate(server: string): Promise<string> {
  const name = `template_${migrationsHash()}`;
  const draft = `draft_${migrationsHash()}`;
  await asAdministrator(server, async (client) => {
    await client.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK]);
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (rowCount) return;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft}`);
    await migrateAt(withDatabase(server, draft));
    await client.query(`alter database ${draft} rename to ${name}`);
  });
  return name;
}

async function migrateAt(url: string): Promise<void> {
  const database = openPostgres({ url, poolSize: 1 });
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
}

function migrationsHash(): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(MIGRATIONS_FOLDER).sort())
    hash.update(name).update(readFileSync(join(MIGRATIONS_FOLDER, name)));
  return hash.digest("hex").slice(0, 12);
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}

/** One connection, closed at the end, which also gives back its advisory lock. */
async function asAdministrator<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
