import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { QUICK_SETTINGS } from "../../../server/test/kit/databases/postgres-server.ts";
import { citusIsInstalled, INSTALL_CITUS, startCitusCluster } from "../../../server/test/kit/servers/citus-cluster.ts";
import { clusterOf } from "../../../server/test/kit/servers/cluster-databases.ts";

const WORKERS = 2;
const RECORDER = join(import.meta.dirname, "../../../server/test/kit/statements/record-statements.ts");
const EXAMINER = join(import.meta.dirname, "examine-statements.ts");

/** `--citus`: a private cluster with two workers. @throws Error where the extension is not installed */
export async function startCluster(): Promise<{ readonly url: string; stop(): void }> {
  if (!citusIsInstalled()) throw new Error(INSTALL_CITUS);
  return startCitusCluster({ workers: WORKERS, settings: QUICK_SETTINGS });
}

type Environment = Readonly<Record<string, string>>;

/** On a cluster, every statement of the run is examined at its end. */
export interface RecordedRun {
  /** For the processes of the run, together with the environment of its server. */
  readonly environment: Environment;
  /** Prints statements of one organization that visit several workers. Returns false if there are any. */
  areRouted(environment: Environment): boolean;
  remove(): void;
}

export async function recordOnCluster(url: string): Promise<RecordedRun | undefined> {
  if ((await clusterOf(url)) === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "bursar-statements-"));
  const statements = { BURSAR_TEST_STATEMENTS: folder };
  const recorder = `${process.env["NODE_OPTIONS"] ?? ""} --import=${pathToFileURL(RECORDER).href}`.trim();
  return {
    environment: { ...statements, NODE_OPTIONS: recorder },
    areRouted: (environment) =>
      spawnSync(process.execPath, [EXAMINER], {
        stdio: "inherit",
        env: { ...process.env, ...environment, ...statements },
      }).status === 0,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
