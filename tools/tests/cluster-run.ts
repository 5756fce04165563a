import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { databaseMaker } from "../../server/test/kit/databases/database-maker.ts";
import { freshDatabase } from "../../server/test/kit/databases/databases.ts";
import { QUICK_SETTINGS } from "../../server/test/kit/databases/postgres-server.ts";
import { asAdministrator } from "../../server/test/kit/databases/test-server.ts";
import { citusIsInstalled, INSTALL_CITUS, startCitusCluster } from "../../server/test/kit/servers/citus-cluster.ts";
import { fannedOut, readStatements } from "../../server/test/kit/statements/routed-statements.ts";

const WORKERS = 2;
const RECORDER = join(import.meta.dirname, "../../server/test/kit/statements/record-statements.ts");

/** `--citus`: a private cluster with two workers. @throws Error where the extension is not installed */
export async function startCluster(): Promise<{ readonly url: string; stop(): void }> {
  if (!citusIsInstalled()) throw new Error(INSTALL_CITUS);
  return startCitusCluster({ workers: WORKERS, settings: QUICK_SETTINGS });
}

/** On a cluster, every statement of the run is examined at its end. */
export interface RecordedRun {
  /** For the processes of the run. */
  readonly environment: Readonly<Record<string, string>>;
  /** Prints statements of one organization that visit several workers; returns their number. */
  report(): Promise<number>;
  remove(): void;
}

export async function recordOnCluster(url: string): Promise<RecordedRun | undefined> {
  if (!(await databaseMaker(url)).isDistributed) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "bursar-statements-"));
  return {
    environment: {
      BURSAR_TEST_STATEMENTS: folder,
      NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --import=${pathToFileURL(RECORDER).href}`.trim(),
    },
    report: async () => {
      const statements = readStatements(folder);
      const database = await freshDatabase({ server: url });
      try {
        const found = await asAdministrator(database.ownerUrl, (client) => fannedOut(client, statements));
        process.stderr.write(`${statements.length} statements examined, ${found.length} visit several workers.\n`);
        for (const { text, tasks, error } of found)
          process.stderr.write(`${error ?? `${tasks} parts of a table`}:\n  ${text.replaceAll(/\s+/g, " ").trim()}\n`);
        return found.length;
      } finally {
        await database.drop();
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
