import { randomInt } from "node:crypto";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Below the ports that systems give to outgoing connections and to servers without a port of their own (Linux from 32768,
 * others from 49152): none of those takes the port before its server listens, or while it is stopped.
 */
const PORTS = { first: 20_000, count: 12_000 };
/** A file for each port that a process of the run has taken: the folder is the run's own (tools/tests/memory-folder.ts). */
const TAKEN = join(tmpdir(), "bursar-test-ports");
/** In the system's temporary folder, files of earlier runs remain. */
const TAKEN_FOR_MS = 3_600_000;
let next = randomInt(PORTS.count);

/**
 * A free port of the loopback interface, which nothing else of the run gets, also while no server listens on it: a server
 * that starts again would otherwise find another test's there, and the test would talk to that one.
 */
export async function freePort(): Promise<number> {
  mkdirSync(TAKEN, { recursive: true });
  for (let tried = 0; tried < PORTS.count; tried += 1) {
    const port = PORTS.first + (next++ % PORTS.count);
    if (take(port) && (await isFree(port))) return port;
  }
  throw new Error("no free port");
}

function take(port: number): boolean {
  const path = join(TAKEN, String(port));
  const takenAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (takenAt !== undefined && Date.now() - takenAt > TAKEN_FOR_MS) rmSync(path, { force: true });
  try {
    closeSync(openSync(path, "wx"));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
