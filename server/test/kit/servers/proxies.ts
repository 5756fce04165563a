import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { canInstallPackages, installPackage } from "../databases/debian-package.ts";
import { freePort } from "../service/free-port.ts";

/** A real proxy in front of nodes, on the loopback interface, with the configuration file of the documentation. */
export interface RunningProxy {
  readonly url: string;
  stop(): Promise<void>;
}

export type ProxyKind = "haproxy" | "nginx";

const DOCUMENTED = join(import.meta.dirname, "../../../../docs/operate/proxies");
const FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/usr/bin", "/opt/homebrew/bin"];
const START_LIMIT_MS = 120_000;

interface Program {
  readonly file: string;
  readonly argumentsFor: (file: string, folder: string) => readonly string[];
}

const programs: Readonly<Record<ProxyKind, Program>> = {
  haproxy: { file: "haproxy.cfg", argumentsFor: (file) => ["-db", "-f", file] },
  nginx: { file: "nginx.conf", argumentsFor: (file, folder) => ["-p", folder, "-c", file, "-g", "daemon off;"] },
};

/** The program's path, installed where no consent is needed; otherwise, the reason to skip. */
export function findProxy(
  kind: ProxyKind,
): { readonly path: string; readonly skip: false } | { readonly skip: string } {
  const advice = `Tests of several nodes need ${kind}. Install it (Debian: apt-get install ${kind}), and run this again.`;
  const found = pathOf(kind);
  if (found !== undefined) return { path: found, skip: false };
  if (!canInstallPackages()) return { skip: advice };
  installPackage(kind, advice);
  const installed = pathOf(kind);
  return installed === undefined ? { skip: advice } : { path: installed, skip: false };
}

const pathOf = (kind: ProxyKind): string | undefined =>
  FOLDERS.map((folder) => join(folder, kind)).find((path) => existsSync(path));

/** Starts the proxy with the documented configuration, in which only the addresses are replaced. */
export async function startProxy(
  kind: ProxyKind,
  path: string,
  nodes: readonly [first: string, second: string],
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), `bursar-${kind}-`));
  const port = await freePort();
  const { file, argumentsFor } = programs[kind];
  let text = readFileSync(join(DOCUMENTED, file), "utf8");
  for (const [documented, actual] of [
    ["127.0.0.1:8080", `127.0.0.1:${port}`],
    ["127.0.0.1:8081", new URL(nodes[0]).host],
    ["127.0.0.1:8082", new URL(nodes[1]).host],
  ] as const) {
    if (!text.includes(documented)) throw new Error(`${file} no longer mentions ${documented}`);
    text = text.replaceAll(documented, actual);
  }
  const configuration = join(folder, file);
  writeFileSync(configuration, text);
  const child = spawn(path, argumentsFor(configuration, folder), { stdio: ["ignore", "pipe", "pipe"] });
  const printed: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => printed.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => printed.push(chunk.toString()));
  const end = () => void child.kill("SIGKILL");
  process.once("exit", end);
  const url = `http://127.0.0.1:${port}`;
  await untilAnswering(`${url}/healthz`, child, printed);
  return {
    url,
    stop: async () => {
      process.off("exit", end);
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, "exit");
        child.kill("SIGTERM");
        await exited;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswering(url: string, child: ChildProcess, printed: readonly string[]): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit) {
    if (child.exitCode !== null) break;
    const answer = await fetch(url).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await sleep(50);
  }
  child.kill("SIGKILL");
  throw new Error(`The proxy did not start:\n${printed.join("")}`);
}
