import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { present } from "#kernel/assert.ts";
import { embeddedFolderOf, startEmbedded } from "#kernel/embedded/open-embedded.ts";
import { migrate } from "#kernel/sql/migrate.ts";
import { MIGRATIONS_FOLDER } from "#kernel/sql/migrations-folder.ts";
import { openPostgres } from "#kernel/sql/postgres.ts";
import { grantServingRole } from "#kernel/sql/serving-role.ts";
import { databaseMaker } from "../servers/cluster-databases.ts";
import type { DatabaseMaker } from "./database-maker.ts";
import { findTestPrograms } from "./postgres-binaries.ts";
import {
  asAdministrator,
  isOfTheRun,
  LOGIN,
  postgresUrl,
  RUN,
  SERVING_PASSWORD,
  SERVING_ROLE,
  withDatabase,
} from "./test-server.ts";

export interface DatabaseAddresses {
  /** Connects as the serving role, so that every test also proves that its privileges suffice. */
  readonly url: string;
  /** Connects as the owner of the tables, for migrations and for tests that tamper with data. */
  readonly ownerUrl: string;
}

/** A database for one test file, copied from a migrated template in a tenth of a second. */
export interface FreshDatabase extends DatabaseAddresses {
  /** Spread over the workers of a Citus cluster. */
  readonly isDistributed: boolean;
  drop(): Promise<void>;
}

function hashOf(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(basename(path)).update(readFileSync(path));
  return hash.digest("hex").slice(0, 12);
}
const MIGRATIONS = readdirSync(MIGRATIONS_FOLDER)
  .sort()
  .map((name) => join(MIGRATIONS_FOLDER, name));
const MIGRATIONS_HASH = hashOf(MIGRATIONS);

/** Serializes the creation of the template: test files start at the same time, each in its own process. */
const TEMPLATE_LOCK = 7_202_611;
const ROLE_LOCK = 7_202_612;

/** What a template contains in addition to the schema. Created once, by the first test file that needs it. */
export interface Preparation {
  readonly name: string;
  readonly prepare: (template: DatabaseAddresses) => Promise<void>;
}

export interface FreshDatabaseOptions {
  readonly preparation?: Preparation;
  /** Another server than that of the run, for a test that looks into its files. */
  readonly server?: string | undefined;
}

/** With the process's number: simulations of one seed draw the same random bytes, and two may run at the same time. */
const newName = (): string => `${RUN}_test_${process.pid}_${randomBytes(6).toString("hex")}`;

/** A database without any table. */
export async function emptyDatabase(): Promise<FreshDatabase> {
  const server = await postgresUrl();
  const maker = await databaseMaker(server);
  const name = newName();
  await maker.create(name);
  await ensureServingRole(withDatabase(server, name));
  return { ...addressesOf(server, name), isDistributed: maker.isDistributed, drop: () => maker.drop(name) };
}

export async function freshDatabase({ preparation, server: given }: FreshDatabaseOptions = {}): Promise<FreshDatabase> {
  const server = given ?? (await postgresUrl());
  const maker = await databaseMaker(server);
  const preparations = [migrated, ...(preparation === undefined ? [] : [preparation])];
  const name = newName();
  if (copies(maker)) await maker.copy(await templateOf(maker, server, preparations), name);
  else {
    await maker.create(name);
    for (const { prepare } of preparations) await prepare(addressesOf(server, name));
  }
  return { ...addressesOf(server, name), isDistributed: maker.isDistributed, drop: () => maker.drop(name) };
}

type Copying = DatabaseMaker & Required<Pick<DatabaseMaker, "copy">>;
const copies = (maker: DatabaseMaker): maker is Copying => maker.copy !== undefined;
const migrated: Preparation = { name: "migrated", prepare: migrateAt };

/** Templates that this process has seen complete on the server of the run, which outlives it. */
const complete = new Set<string>();

/**
 * Created once per server and set of migrations, by the first process that needs it. It gets its final name only when
 * complete, so a process that fails or is killed leaves a draft for the next one to replace, never a partial template.
 */
async function templateOf(maker: Copying, server: string, preparations: readonly Preparation[]): Promise<string> {
  const { name, prepare } = present(preparations.at(-1), "a template is prepared");
  const template = `${RUN}_${name}_${MIGRATIONS_HASH}`;
  if (complete.has(template) && isOfTheRun(server)) return template;
  const earlier = preparations.slice(0, -1);
  const base = earlier.length === 0 ? undefined : await templateOf(maker, server, earlier);
  const draft = `${template}_draft`;
  await asAdministrator(server, async (client) => {
    await client.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK]);
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [template]);
    if (rowCount) return;
    await maker.drop(draft);
    if (base === undefined) await maker.create(draft);
    else await maker.copy(base, draft);
    await prepare(addressesOf(server, draft));
    await maker.finish(draft, template);
  });
  if (isOfTheRun(server)) complete.add(template);
  return template;
}

const EMBEDDED_TEMPLATES = join(import.meta.dirname, "../../../../.tmp/embedded");
/** How the service creates the files. */
const CREATION = join(import.meta.dirname, "../../../src/kernel/embedded/own-server.ts");
const tar = (...args: readonly string[]) => promisify(execFile)("tar", args);

/** Puts a migrated embedded database into an empty data folder, so that a service started there need not migrate. */
export async function putEmbeddedDatabase(dataDir: string): Promise<void> {
  // The files belong to this process's user, as those of a database that the service has created.
  await tar("-xf", await embeddedTemplate(), "--no-same-owner", "-C", dataDir);
}

/** The files of a migrated embedded database, kept for later runs until migrations, their creation, or PostgreSQL change. */
async function embeddedTemplate(): Promise<string> {
  const name = `${hashOf([...MIGRATIONS, CREATION])}-${findTestPrograms().version}.tar`;
  const template = join(EMBEDDED_TEMPLATES, name);
  if (!existsSync(template)) {
    await asAdministrator(await postgresUrl(), async (client) => {
      await client.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK]);
      if (!existsSync(template)) await makeEmbeddedTemplate(template);
    });
  }
  return template;
}

/** The file gets its final name when it is complete. */
async function makeEmbeddedTemplate(path: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "bursar-embedded-"));
  const server = await startEmbedded({ dataDir, settings: { fsync: "off", full_page_writes: "off" } });
  const database = openPostgres({ url: server.url, poolSize: 1 });
  await migrate(database);
  await database.close();
  await server.close();
  await rm(EMBEDDED_TEMPLATES, { recursive: true, force: true });
  await mkdir(EMBEDDED_TEMPLATES, { recursive: true });
  await tar("-cf", `${path}.draft`, "-C", dataDir, basename(embeddedFolderOf(dataDir)));
  await rename(`${path}.draft`, path);
  await rm(dataDir, { recursive: true });
}

/** One statement as the owner of the tables. */
export async function asOwner({ ownerUrl }: FreshDatabase, statement: string): Promise<void> {
  await asAdministrator(ownerUrl, (client) => client.query(statement));
}

/** Test files start at the same time, so one of them creates it. */
const ensureServingRole = (ownerUrl: string): Promise<void> =>
  asAdministrator(ownerUrl, async (client) => {
    await client.query("select pg_advisory_lock($1)", [ROLE_LOCK]);
    const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [SERVING_ROLE]);
    if (rowCount) return;
    await client.query(`create role ${SERVING_ROLE} ${LOGIN}`);
    // The owner may then see and end the role's connections, as tests do, without being a superuser.
    await client.query(`grant ${SERVING_ROLE} to current_user`);
  });

async function migrateAt({ ownerUrl }: Pick<DatabaseAddresses, "ownerUrl">): Promise<void> {
  const database = openPostgres({ url: ownerUrl, poolSize: 1 });
  try {
    await migrate(database);
    await ensureServingRole(ownerUrl);
    await grantServingRole(database, SERVING_ROLE);
  } finally {
    await database.close();
  }
}

function addressesOf(server: string, name: string): DatabaseAddresses {
  const ownerUrl = withDatabase(server, name);
  const url = new URL(ownerUrl);
  url.username = SERVING_ROLE;
  url.password = SERVING_PASSWORD;
  return { url: url.toString(), ownerUrl };
}
