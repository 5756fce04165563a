import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { embeddedFolderOf } from "../../server/src/kernel/embedded/open-embedded.ts";
import { freePort } from "../../server/test/kit/service/free-port.ts";
import { answers, run, type StartedProcess, start } from "../kit/child-process.ts";
import { REPOSITORY } from "../kit/machine.ts";
import type { OpenedOrganization, OrganizationPlan } from "./open-organization.ts";

/** The service as an operator starts it: `bursar serve`, api and worker, in a separate folder. */
export interface Target {
  readonly name: string;
  readonly folder: string;
  /** As the owner of the tables; undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
  /** As the role with which the service runs, if that is another one. */
  readonly servingUrl?: string | undefined;
  /** The folder of the code: this repository, unless another commit is measured. */
  readonly root?: string | undefined;
  /** The compiled service of build/package instead of the sources. */
  readonly isPackaged?: boolean;
  /** What the process does; api and worker unless named. */
  readonly roles?: string | undefined;
  /** Where a profile of the process is written when it ends. */
  readonly profileFolder?: string | undefined;
  /** More settings, for several nodes. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
}

export interface RunningService extends StartedProcess {
  readonly target: Target;
  readonly port: number;
  readonly url: string;
}

const SOURCES = "server/src/cli/main.ts";
const PACKAGED = "build/package/dist/main.js";
const START_LIMIT_MS = 120_000;

const dataDirOf = ({ folder }: Pick<Target, "folder">): string => join(folder, "data");

/** The process of the server that the running service has started for itself; undefined if it has none. */
export function embeddedPostmasterOf(target: Pick<Target, "folder">): number | undefined {
  try {
    const [pid] = readFileSync(join(embeddedFolderOf(dataDirOf(target)), "postmaster.pid"), "utf8").split("\n");
    return Number(pid);
  } catch {
    return undefined;
  }
}

/** What a process of the service needs to know; also for one that runs a part of it. */
export function environmentOf(
  { folder, databaseUrl, roles = "api,worker", settings }: Target,
  port: number,
): NodeJS.ProcessEnv {
  const { DATABASE_URL: _theirs, ...inherited } = process.env;
  return {
    ...inherited,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    BURSAR_DATA_DIR: dataDirOf({ folder }),
    BURSAR_MODE: "sandbox",
    BURSAR_ROLES: roles,
    PORT: String(port),
    // Set like the launcher's, but empty at a first start.
    NODE_COMPILE_CACHE: join(folder, "compiled"),
    ...settings,
  };
}

/** Starts the service, on a free port unless one is named, and waits until it is ready for payments. */
export async function startService(target: Target, atPort?: number): Promise<RunningService> {
  mkdirSync(target.folder, { recursive: true });
  const port = atPort ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const started = await start(process.execPath, {
    args: [
      ...(target.profileFolder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${target.profileFolder}`]),
      join(target.root ?? REPOSITORY, target.isPackaged ? PACKAGED : SOURCES),
      "serve",
    ],
    logFile: join(target.folder, "service.log"),
    environment: environmentOf({ ...target, databaseUrl: target.servingUrl ?? target.databaseUrl }, port),
    timeoutMs: START_LIMIT_MS,
    ready: () => answers(`${url}/readyz`),
  });
  return { ...started, target, port, url };
}

/** Makes the tables, for a service that runs with this role. */
export async function migrate(target: Target, servingRole: string): Promise<void> {
  mkdirSync(target.folder, { recursive: true });
  await run(process.execPath, [join(target.root ?? REPOSITORY, SOURCES), "migrate", "--grant-to", servingRole], {
    environment: environmentOf(target, 0),
  });
}

/** Creates an organization while the service is stopped. */
export async function openOrganization(target: Target, plan: OrganizationPlan): Promise<OpenedOrganization> {
  mkdirSync(target.folder, { recursive: true });
  const { stdout } = await run(
    process.execPath,
    [join(target.root ?? REPOSITORY, "bench/service/open-organization.ts")],
    {
      input: JSON.stringify(plan),
      environment: environmentOf(target, 0),
    },
  );
  // Written by open-organization.ts with this type.
  return JSON.parse(stdout) as OpenedOrganization;
}
