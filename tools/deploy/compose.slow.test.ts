import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { parse } from "yaml";
import { settings } from "../../server/src/kernel/process/config.ts";
import {
  ensureInstalledPrograms,
  missingInstalledServer,
  postgresOwner,
} from "../../server/test/kit/databases/postgres-binaries.ts";
import { type PostgresServer, startPostgresServer } from "../../server/test/kit/databases/postgres-server.ts";
import { asAdministrator } from "../../server/test/kit/databases/test-server.ts";
import { type RecoveryFolder, recoveryFolder } from "../../server/test/kit/servers/restored-server.ts";
import { eventually } from "../../server/test/kit/service/eventually.ts";
import { freePort } from "../../server/test/kit/service/free-port.ts";
import { missingDebianTools } from "../image/debian-packages.ts";
import { builtImage } from "../kit/built-image.ts";
import {
  type Container,
  type ContainerOptions,
  checkHealth,
  missingBubblewrap,
  runContainer,
  startContainer,
  type UnpackedImage,
  unpackImage,
} from "../kit/container.ts";

/** The services of deploy/compose.yaml, started on this machine in its order: only addresses and folders are replaced. */
const DEPLOY = join(import.meta.dirname, "../../deploy");

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}
type Services = Readonly<Record<"postgres" | "migrate" | "bursar" | "backup", Service>>;

/** As Compose reads the file, with what a user's .env says. */
function readServices(given: Readonly<Record<string, string>>): Services {
  const interpolate = (text: string): string =>
    text.replaceAll(/\$\{(\w+)(?::(-|\?)([^}]*))?\}/g, (_, name: string, kind = "", otherwise = "") => {
      assert.ok(given[name] !== undefined || kind === "-", `.env has ${name}`);
      return given[name] ?? otherwise;
    });
  const file = JSON.stringify(parse(readFileSync(join(DEPLOY, "compose.yaml"), "utf8"), { merge: true }));
  return JSON.parse(file, (_, value) => (typeof value === "string" ? interpolate(value) : value)).services;
}

/** A service comes after those that it waits for. */
function startOrder(services: Services): readonly string[] {
  const ordered: string[] = [];
  const add = (name: keyof Services): void => {
    for (const earlier of Object.keys(services[name].depends_on ?? {})) add(earlier as keyof Services);
    if (!ordered.includes(name)) ordered.push(name);
  };
  for (const name of Object.keys(services)) add(name as keyof Services);
  return ordered;
}

const secret = (): string => randomBytes(16).toString("hex");
const ENVIRONMENT = {
  PUBLIC_URL: "https://pay.example.com",
  POSTGRES_PASSWORD: secret(),
  OWNER_PASSWORD: secret(),
  SERVICE_PASSWORD: secret(),
  BACKUP_PASSWORD: secret(),
};
const services = readServices(ENVIRONMENT);

describe("compose.yaml", () => {
  it("uses settings that the service has, and runs it without rights", () => {
    const names = new Set<string>(settings.map(({ name }) => name));
    for (const service of [services.migrate, services.bursar]) {
      assert.deepEqual(
        Object.keys(service.environment).filter((name) => !names.has(name)),
        [],
      );
      assert.deepEqual([service.read_only, service.cap_drop], [true, ["ALL"]]);
    }
  });
});

const skip = missingDebianTools() || missingBubblewrap() || missingInstalledServer();

describe("the services of compose.yaml", { skip }, () => {
  let folder: string;
  let recovery: RecoveryFolder;
  let server: PostgresServer;
  let image: UnpackedImage;
  let bursar: Container | undefined;
  let backup: ChildProcess | undefined;
  let port: number;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "bursar-compose-"));
    chmodSync(folder, 0o755);
    const { copy, layout } = builtImage("compose");
    image = await unpackImage(layout, { architecture: process.arch === "arm64" ? "arm64" : "amd64" });
    rmSync(copy, { recursive: true });
    mkdirSync(join(folder, "data"));
    if (process.getuid?.() === 0) chownSync(join(folder, "data"), 65532, 65532);
    writeFileSync(join(folder, "master.key"), randomBytes(32).toString("base64"));
    recovery = recoveryFolder();
    port = await freePort();
  });
  after(async () => {
    await bursar?.stop();
    backup?.kill();
    server.stop();
    recovery.remove();
    for (const path of [folder, image.root]) rmSync(path, { recursive: true, force: true });
  });

  const here = (value: string): string => value.replace("@postgres:5432", `@127.0.0.1:${server.port}`);
  const optionsOf = ({ environment, command = [] }: Service): ContainerOptions => ({
    environment: {
      ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, here(value)])),
      HOST: "127.0.0.1",
      PORT: String(port),
    },
    command,
    mounts: { "/data": join(folder, "data"), "/run/secrets/master_key": join(folder, "master.key") },
  });
  const bursarCommand = (...command: readonly string[]) =>
    runContainer(image, { ...optionsOf(services.bursar), command });

  /** What each service does, as its container would. */
  const starters: Readonly<Record<string, () => Promise<void>>> = {
    postgres: async () => {
      const [program, ...flags] = services.postgres.command ?? [];
      assert.equal(program, "postgres");
      const set = flags
        .filter((flag) => flag !== "-c")
        .map((flag) => [flag.replace(/=.*/, ""), flag.replace(/^.*?=/, "")] as const);
      server = await startPostgresServer({ installed: true, settings: Object.fromEntries(set) });
      const { hba, sockets } = await asAdministrator(server.url, async (client) => {
        const shown = async (name: string) => (await client.query(`show ${name}`)).rows[0][name];
        return { hba: await shown("hba_file"), sockets: String(await shown("unix_socket_directories")) };
      });
      // The image asks everyone outside its container for a password.
      writeFileSync(hba, "local all all trust\nhost all all all scram-sha-256\n");
      const locally = { PGHOST: sockets.split(",")[0] ?? "", PGPORT: String(server.port) };
      // Run by another shell here, whose options are fewer.
      const script = readFileSync(join(DEPLOY, "compose/create-roles.sh"), "utf8");
      recovery.run(script.replace("set -euo pipefail", ""), { ...services.postgres.environment, ...locally });
      recovery.run("psql --username postgres --command 'select pg_reload_conf()'", locally);
    },
    migrate: async () => {
      const migrated = runContainer(image, optionsOf(services.migrate));
      assert.equal(migrated.code, 0, migrated.output);
      assert.match(migrated.output, /The role bursar_service may serve/);
    },
    bursar: async () => {
      const started = startContainer(image, optionsOf(services.bursar));
      bursar = started;
      await eventually("the service is ready", () => {
        assert.equal(started.process.exitCode, null, started.output());
        return started.output().includes("is running in production mode");
      });
      assert.doesNotMatch(started.output(), /Warning/);
      assert.equal(checkHealth(image, optionsOf(services.bursar)), 0);
    },
    backup: async () => {
      const { environment, entrypoint } = services.backup;
      assert.deepEqual(entrypoint, ["bash", "/usr/local/bin/keep-backups.sh"]);
      // Ends with this process, also if that is killed.
      const program = ["--pdeathsig", "TERM", "bash", join(DEPLOY, "compose/keep-backups.sh")];
      backup = spawn("setpriv", program, {
        env: backupEnvironment(environment),
        stdio: ["ignore", "inherit", "inherit"],
      });
      await eventually("a base backup exists", () => baseBackups() !== "");
    },
  };
  const backupEnvironment = (environment: Service["environment"]) => ({
    ...environment,
    PATH: `${ensureInstalledPrograms().folder}:${process.env["PATH"]}`,
    SERVER_URL: here(environment["SERVER_URL"] ?? ""),
    BACKUPS: join(recovery.path, "backups"),
    DATA: join(folder, "data"),
  });
  const baseBackups = (): string =>
    existsSync(join(recovery.path, "backups/base"))
      ? recovery.run(`find backups/base -mindepth 1 -maxdepth 1 -name '*Z'`).trim()
      : "";

  it("start in its order, and a restore has what was written after the base backup", async () => {
    for (const name of startOrder(services)) {
      const start = starters[name];
      assert.ok(start !== undefined, `compose.yaml has a new service: ${name}`);
      await start();
    }
    assert.match(bursarCommand("org", "create", "Acme, Inc.").output, /Acme, Inc\./);
    await asAdministrator(asBackupOf(server), async (client) => {
      const { rows } = await client.query("select pg_current_wal_lsn() as written");
      await eventually("the log is received", async () => {
        const received = await client.query(
          "select restart_lsn >= $1::pg_lsn as holds from pg_replication_slots where slot_name = 'bursar_backup'",
          [rows[0].written],
        );
        return received.rows[0]?.holds === true;
      });
    });
    server.kill();

    const restored = await restore();
    const { output } = runContainer(image, {
      ...optionsOf(services.bursar),
      environment: {
        ...optionsOf(services.bursar).environment,
        DATABASE_URL: `postgres://bursar_service:${ENVIRONMENT.SERVICE_PASSWORD}@127.0.0.1:${restored}/bursar`,
      },
      command: ["org", "list"],
    });
    assert.match(output, /Acme, Inc\./);
  });

  const asBackupOf = ({ port: at }: PostgresServer): string =>
    `postgres://bursar_backup:${ENVIRONMENT.BACKUP_PASSWORD}@127.0.0.1:${at}/postgres`;

  /** By the commands of docs/operate/containers.md. Returns the restored server's port. */
  async function restore(): Promise<number> {
    const owner = postgresOwner();
    const restoredPort = await freePort();
    const text = readFileSync(join(DEPLOY, "../docs/operate/containers.md"), "utf8");
    const [, block = ""] = /```sh\n([^`]*restore_command[^`]*)```/.exec(text) ?? [];
    assert.notEqual(block, "");
    const backups = join(recovery.path, "backups");
    if (owner) execFileSync("chown", ["-R", `${owner.uid}:${owner.gid}`, backups]);
    recovery.run(
      `${block.replaceAll("/backups", `${recovery.path}/backups`).replaceAll("/srv/restored", `${recovery.path}/restored`)}
chmod 700 restored
pg_ctl start --pgdata restored --wait --log restored/start.log --options "-p ${restoredPort} -c max_connections=200 -c listen_addresses=127.0.0.1 -c unix_socket_directories=${recovery.path}"`,
    );
    return restoredPort;
  }
});
