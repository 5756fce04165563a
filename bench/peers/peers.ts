import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { freePort } from "../../server/test/kit/service/free-port.ts";
import type { Bench } from "../figures/bench.ts";
import { answers, run, start } from "../kit/child-process.ts";
import { REPOSITORY } from "../kit/machine.ts";
import { makePayable } from "../service/payable.ts";
import { openOrganization, startService } from "../service/running-service.ts";

/** What the generator measured (bench/peers/load/main.go describes each field). */
export interface PeerCell {
  readonly peer: string;
  readonly version: string;
  readonly scenario: "hot" | "many";
  readonly connections: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor seconds of all processes for 1,000 payments, within the measured seconds. */
  readonly cpuSecondsPer1000: Readonly<Record<string, number>>;
  readonly walBytesPerPayment: number;
  readonly accepted: number;
  readonly rows: number;
  readonly moneyOk: boolean;
  readonly mustBeZero: number;
  readonly rowsAddedByRepeats: number;
}

export interface PeersResults {
  readonly cells: readonly PeerCell[];
  /** Peers that the reader has not built. */
  readonly missing: readonly string[];
}

/** A peer that runs and has accounts. */
interface Running {
  readonly version: string;
  readonly port: number;
  /** Its processes besides PostgreSQL. */
  readonly processes: readonly { readonly name: string; readonly pid: number }[];
  stop(): Promise<void>;
}

interface Starting {
  readonly bench: Bench;
  readonly name: string;
  readonly folder: string;
  readonly database: string;
  readonly url: string;
  /** Our generator and shims. */
  readonly programs: string;
  /** What the reader has built (bench/peers/README.md). */
  readonly built: string;
  /** The accounts, for the generator. */
  readonly stateFile: string;
}

interface Peer {
  /** Of the folder of built peers. */
  readonly needs: readonly string[];
  start(starting: Starting): Promise<Running>;
}

const HERE = join(REPOSITORY, "bench/peers");
const SCENARIOS = ["hot", "many"] as const;
const CONNECTIONS_MAX = 64;
const WARM_UP_SECONDS = 3;
/** After each start, not measured: V8 compiles the service during about 15 seconds of full load. */
const FIRST_LOAD_SECONDS = 15;
const READY_MS = 60_000;
/** Connections to PostgreSQL of the shims. */
const SHIM_POOL = 40;
/** Formance takes two for a payment while it holds a lock: with the 40 of its compose file, 64 payments wait forever. */
const FORMANCE_POOL = 150;
const MANY = 1_000;

const peers: Readonly<Record<string, Peer>> = {
  bursar: { needs: [], start: startBursar },
  "bursar-rtp": { needs: [], start: startBursar },
  "raw-http": {
    needs: [],
    start: async (starting) => {
      await starting.bench.cluster.psql(starting.database, readFileSync(join(HERE, "shim/raw.sql"), "utf8"));
      return startShim(starting, "raw", "our own function");
    },
  },
  pgledger: {
    needs: ["src/pgledger/pgledger.sql"],
    start: async (starting) => {
      const source = join(starting.built, "src/pgledger");
      const ulid = join(source, "vendor/scoville-pgsql-ulid");
      const files = [
        join(ulid, "ulid-to-uuid.sql"),
        join(ulid, "uuid-to-ulid.sql"),
        join(source, "pgledger.sql"),
        join(HERE, "shim/pgledger-pay.sql"),
      ];
      await starting.bench.cluster.psql(starting.database, files.map((file) => readFileSync(file, "utf8")).join("\n"));
      return startShim(starting, "pgledger", gitVersionOf(source));
    },
  },
  formance: { needs: ["bin/formance-ledger"], start: startFormance },
  blnk: { needs: ["bin/blnk"], start: startBlnk },
  tigerbeetle: { needs: ["bin/tigerbeetle", "bin/tbshim"], start: startTigerBeetle },
};

/** Each peer alone, one after the other, in turns of rounds; all with the same generator and the same PostgreSQL. */
export async function measurePeers(bench: Bench): Promise<PeersResults> {
  const built = bench.options.peersFolder;
  const programs = buildPrograms(bench.folder);
  const isBuilt = ({ needs }: Peer) => needs.every((file) => existsSync(join(built, file)));
  const missing = Object.keys(peers).filter((name) => !isBuilt(peers[name] as Peer));
  if (missing.length > 0)
    bench.say(`Not built in ${built}, so left out: ${missing.join(", ")} (bench/peers/README.md)`);
  const cells: PeerCell[] = [];
  for (let round = 1; round <= bench.options.rounds; round += 1)
    for (const [name, peer] of Object.entries(peers)) {
      if (!isBuilt(peer)) continue;
      const database = `peer_${name.replace("-", "_")}`;
      const folder = join(bench.folder, `${database}_${round}`);
      mkdirSync(folder, { recursive: true });
      await bench.cluster.createDatabase(database);
      const stateFile = join(folder, "state.json");
      const url = `${bench.cluster.url(database)}?sslmode=disable`;
      const starting = { bench, name, folder, database, url, programs, built, stateFile };
      const running = await peer.start(starting);
      try {
        cells.push(...(await measure(starting, running, round)));
      } finally {
        await running.stop();
        await bench.cluster.dropDatabase(database);
      }
    }
  return { cells, missing };
}

/** Builds our own programs; the generator pins itself to one processor by `taskset`. */
function buildPrograms(folder: string): string {
  const programs = join(folder, "programs");
  mkdirSync(programs, { recursive: true });
  if (spawnSync("go", ["version"]).status !== 0)
    throw new Error("The generator is written in Go, which is not installed here (https://go.dev/doc/install)");
  for (const name of ["load", "shim"])
    execFileSync("go", ["build", "-o", join(programs, name), "."], { cwd: join(HERE, name), stdio: "inherit" });
  return programs;
}

async function measure(starting: Starting, running: Running, round: number): Promise<readonly PeerCell[]> {
  const { bench } = starting;
  const postgres = bench.cluster.pid();
  const pids = [
    ...running.processes.map(({ name, pid }) => `${name}=${pid}`),
    ...(postgres === undefined ? [] : [`postgres=${postgres}`]),
  ].join(",");
  let measured = 0;
  const load = async (scenario: string, connections: number, [warmUp, seconds]: readonly [number, number]) => {
    measured += 1;
    const next = join(starting.folder, `next-${scenario}`);
    const flags: Readonly<Record<string, string | number>> = {
      peer: starting.name,
      port: running.port,
      state: starting.stateFile,
      db: starting.url,
      scenario,
      conns: connections,
      warmup: warmUp,
      seconds,
      first: existsSync(next) ? readFileSync(next, "utf8") : 0,
      next,
      run: `run-${measured}`,
      pids,
      round,
      version: running.version,
    };
    return runLoad(starting, flags);
  };
  await load("hot", 16, [0, FIRST_LOAD_SECONDS]);
  const cells: PeerCell[] = [];
  for (const scenario of SCENARIOS)
    for (const connections of bench.options.connections) {
      if (connections > CONNECTIONS_MAX) continue;
      const line = await load(scenario, connections, [WARM_UP_SECONDS, bench.options.seconds]);
      // Written by the generator in this form.
      const cell = JSON.parse(line) as PeerCell;
      const total = (cell.cpuSecondsPer1000["total"] ?? Number.NaN).toFixed(2);
      bench.say(
        `round ${round}: ${cell.peer}, ${scenario}, ${connections} connections: ${cell.perSecond.toFixed(0)}/s, ${total} ms of processor time each${isCorrect(cell) ? "" : ", NOT CORRECT"}`,
      );
      cells.push(cell);
    }
  return cells;
}

/** What was accepted is stored once, and its money moved once. */
export const isCorrect = ({ rows, accepted, moneyOk, mustBeZero, rowsAddedByRepeats }: PeerCell): boolean =>
  rows === accepted && moneyOk && mustBeZero === 0 && rowsAddedByRepeats === 0;

async function runLoad({ programs }: Starting, flags: Readonly<Record<string, string | number>>): Promise<string> {
  const args = Object.entries(flags).flatMap(([name, value]) => [`-${name}`, String(value)]);
  const program = join(programs, "load");
  // The generator keeps to the last processor, as that of the other parts does.
  const { stdout } =
    availableParallelism() > 1
      ? await run("taskset", ["-c", String(availableParallelism() - 1), program, ...args])
      : await run(program, args);
  return stdout;
}

const seed = async (starting: Starting, port: number): Promise<void> =>
  void (await runLoad(starting, {
    action: "seed",
    peer: starting.name,
    port,
    state: starting.stateFile,
    db: starting.url,
  }));

async function startBursar({ bench, name, database, folder, stateFile }: Starting): Promise<Running> {
  const target = { name, folder, databaseUrl: bench.cluster.url(database) };
  const organizations = {
    hot: await openOrganization(target, { name: "Hot", accounts: 1 }),
    many: await openOrganization(target, { name: "Many", accounts: MANY }),
  };
  const service = await startService(target);
  const payable = {
    hot: await makePayable(service, organizations.hot, { recipients: 50, deposits: 100 }),
    many: await makePayable(service, organizations.many, { recipients: 50, deposits: 1 }),
  };
  const ofEach = <T>(pick: (organization: (typeof payable)["hot"]) => T) => ({
    hot: pick(payable.hot),
    many: pick(payable.many),
  });
  const state = {
    token: ofEach(({ token }) => token),
    sources: ofEach(({ accountIds }) => accountIds),
    recipients: ofEach(({ recipientIds }) => recipientIds),
    targets: ofEach(() => ["-"]),
  };
  writeFileSync(stateFile, JSON.stringify(state));
  const version = gitVersionOf(REPOSITORY);
  return { version, port: service.port, processes: [{ name: "service", pid: service.pid }], stop: service.stop };
}

const gitVersionOf = (folder: string): string =>
  spawnSync("git", ["-C", folder, "describe", "--tags", "--always"], { encoding: "utf8" }).stdout.trim();

interface Program {
  readonly program: string;
  readonly args: readonly string[];
  readonly port: number;
  readonly path: string;
  readonly environment?: Readonly<Record<string, string>>;
}

const startProgram = ({ folder }: Starting, { program, args, port, path, environment }: Program) =>
  start(program, {
    args,
    folder,
    environment: { ...process.env, ...environment },
    logFile: join(folder, "peer.log"),
    timeoutMs: READY_MS,
    ready: () => answers(`http://127.0.0.1:${port}${path}`),
  });

async function startShim(starting: Starting, mode: string, version: string): Promise<Running> {
  const port = await freePort();
  const shim = await startProgram(starting, {
    program: join(starting.programs, "shim"),
    args: ["-mode", mode, "-port", String(port), "-db", starting.url, "-pool", String(SHIM_POOL)],
    port,
    path: "/readyz",
  });
  await seed(starting, port);
  return { version, port, processes: [{ name: "service", pid: shim.pid }], stop: shim.stop };
}

async function startFormance(starting: Starting): Promise<Running> {
  const port = await freePort();
  const ledger = await startProgram(starting, {
    program: join(starting.built, "bin/formance-ledger"),
    args: ["serve"],
    port,
    path: "/_healthcheck",
    environment: {
      POSTGRES_URI: starting.url,
      POSTGRES_MAX_OPEN_CONNS: String(FORMANCE_POOL),
      POSTGRES_MAX_IDLE_CONNS: String(FORMANCE_POOL),
      POSTGRES_CONN_MAX_IDLE_TIME: "5m",
      AUTO_UPGRADE: "true",
      EXPERIMENTAL_FEATURES: "true",
      BIND: `127.0.0.1:${port}`,
      WORKER: "true",
    },
  });
  await seed(starting, port);
  return { version: "built", port, processes: [{ name: "service", pid: ledger.pid }], stop: ledger.stop };
}

/** In the mode in which an answer says that the payment is stored: its default answers before that. */
async function startBlnk(starting: Starting): Promise<Running> {
  const { built, folder, url } = starting;
  const [port, monitoring, redisPort] = [await freePort(), await freePort(), await freePort()];
  const redis = await start("redis-server", {
    args: ["--port", String(redisPort), "--bind", "127.0.0.1", "--dir", folder, "--daemonize", "no"],
    logFile: join(folder, "redis.log"),
    timeoutMs: READY_MS,
    ready: () => listens(redisPort),
  });
  const settings = {
    project_name: "Bench",
    data_source: { dns: url },
    redis: { dns: `127.0.0.1:${redisPort}` },
    server: { port: String(port) },
    queue: { monitoring_port: String(monitoring) },
    enable_telemetry: false,
    enable_observability: false,
  };
  writeFileSync(join(folder, "blnk.json"), JSON.stringify(settings));
  const program = join(built, "bin/blnk");
  await run(program, ["migrate", "up"], { folder });
  const service = await startProgram(starting, { program, args: ["start"], port, path: "/" });
  const workers = await start(program, {
    args: ["workers"],
    folder,
    logFile: join(folder, "workers.log"),
    timeoutMs: READY_MS,
    ready: async () => true,
  });
  await seed(starting, port);
  return {
    version: "built",
    port,
    processes: [
      { name: "service", pid: service.pid },
      { name: "service", pid: workers.pid },
      { name: "redis", pid: redis.pid },
    ],
    stop: async () => {
      for (const started of [workers, service, redis]) await started.stop();
    },
  };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });

async function startTigerBeetle(starting: Starting): Promise<Running> {
  const { built, folder } = starting;
  const program = join(built, "bin/tigerbeetle");
  const file = join(folder, "0.tigerbeetle");
  const [port, databasePort] = [await freePort(), await freePort()];
  await run(program, ["format", "--cluster=0", "--replica=0", "--replica-count=1", file]);
  const database = await start(program, {
    args: ["start", `--addresses=127.0.0.1:${databasePort}`, "--cache-grid=1GiB", file],
    logFile: join(folder, "tigerbeetle.log"),
    timeoutMs: READY_MS,
    ready: async () => true,
  });
  const shim = await startProgram(starting, {
    program: join(built, "bin/tbshim"),
    args: ["-port", String(port), "-tb", `127.0.0.1:${databasePort}`],
    port,
    path: "/readyz",
  });
  await seed(starting, port);
  return {
    version: "built",
    port,
    processes: [
      { name: "service", pid: shim.pid },
      { name: "tigerbeetle", pid: database.pid },
    ],
    stop: async () => {
      for (const started of [shim, database]) await started.stop();
    },
  };
}
