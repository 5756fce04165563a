import { SECOND_MS } from "../../clock/clock.ts";
import type { Metrics } from "../../process/metrics.ts";
import type { Service } from "../../process/service.ts";
import type { Job } from "../../work/worker.ts";
import { pendingAmong } from "../migrate.ts";
import { MIGRATIONS_FOLDER } from "../migrations-folder.ts";
import { type Migration, readMigrations } from "./migration-files.ts";
import { MigrationProblem } from "./migration-problem.ts";
import { neededVersion, needsVersion } from "./schema-version.ts";

/**
 * Whether this version can serve the schema, which others change while it serves (docs/adr/0065-upgrades-under-load.md).
 * A node that cannot refuses all work: its statements would fail one by one, or do only a part of what they should.
 */
export interface SchemaWatch {
  /** Why not, as last seen, in one sentence for operators; undefined if it can. */
  problem(): string | undefined;
  /** Looks now. */
  look(): Promise<string | undefined>;
  /** Whether the schema explains an error that would otherwise be a bug. */
  explains(): Promise<boolean>;
  readonly job: Job;
}

const LOOKS_EVERY_MS = 10 * SECOND_MS;

export function createSchemaWatch(
  { database, log }: Pick<Service, "database" | "log">,
  metrics: Metrics,
  version: string,
): SchemaWatch {
  let last: string | undefined;
  const gauge = metrics.gauge({
    name: "bursar_schema_refused",
    help: "1 while this version cannot serve the database's schema, so that it refuses all work; otherwise 0.",
  });
  metrics.onScrape(() => gauge.set(last === undefined ? 0 : 1));
  // Read once: files that replace these while the process runs are another version's.
  let own: Promise<readonly Migration[]> | undefined;
  const look = async (): Promise<string | undefined> => {
    own ??= readMigrations(MIGRATIONS_FOLDER);
    const before = last;
    last = await findProblem(database, await own, version);
    if (last !== undefined && before === undefined) log.error({}, last);
    if (last === undefined && before !== undefined) log.info({}, "this version can serve the database again");
    return last;
  };
  return {
    problem: () => last,
    look,
    explains: async () => {
      try {
        return (await look()) !== undefined;
      } catch {
        // Without an answer, the error speaks for itself.
        return false;
      }
    },
    job: {
      name: "schema-watch",
      everyMs: LOOKS_EVERY_MS,
      byTheClockOnly: true,
      run: async () => {
        await look();
        return 0;
      },
    },
  };
}

async function findProblem(
  database: Service["database"],
  migrations: readonly Migration[],
  version: string,
): Promise<string | undefined> {
  try {
    const pending = await pendingAmong(database, migrations);
    if (pending.length > 0)
      return `The database has pending migrations: ${pending.map(({ name }) => name).join(", ")}. Run bursar migrate.`;
  } catch (error) {
    if (error instanceof MigrationProblem) return error.message;
    throw error;
  }
  const needed = await neededVersion(database, version);
  return needed === undefined ? undefined : needsVersion(needed, version);
}
