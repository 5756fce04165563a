import { randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";

/**
 * The data folder and its lock. One process starts and stops the server of the embedded database, so the service and the
 * command line first acquire `<data>/bursar.lock`. The code is synchronous: it runs once at start,
 * and the release must work while the process exits.
 */
export interface FolderLock {
  /** Releases the folder. Calling it twice is harmless. */
  release(): void;
}

/** The folder cannot be used now; the message names the process that uses it and what to do. */
export class FolderLocked extends Error {
  override readonly name = "FolderLocked";
  readonly holder: LockHolder;

  constructor(holder: LockHolder, message: string) {
    super(message);
    this.holder = holder;
  }
}

/** The holder of a lock: enough to distinguish a live process from a dead one whose pid was reused. */
export interface LockHolder {
  readonly pid: number;
  readonly hostname: string;
  /** Start of the process in clock ticks since boot, and the boot's id; undefined if the system does not provide it. */
  readonly startedAt: string | undefined;
  readonly bootId: string | undefined;
  /** Identifies this holder: a lock file is taken over or removed only while it contains this nonce. */
  readonly nonce: string;
}

export const lockPathOf = (dataDir: string): string => join(dataDir, "bursar.lock");
export const demoFileOf = (dataDir: string): string => join(dataDir, "demo.json");

/**
 * Creates the folder, readable only by its owner. If it has another group than this process, that is the group of the user
 * as whom the embedded database runs (kernel/embedded), which may pass through the folder to its own.
 */
export function ensureDataFolder(dataDir: string): void {
  makeMissing(dataDir);
  // Fails if it is a file.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { gid, mode } = statSync(dataDir);
  chmodSync(dataDir, gid === process.getgid?.() ? 0o700 : 0o700 | (mode & 0o010));
}

/** One after the other: where no folder can be made, as in /proc, Node.js's `recursive` tries forever. */
function makeMissing(folder: string): void {
  if (existsSync(folder)) return;
  makeMissing(dirname(folder));
  makeFolder(folder);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

const ATTEMPTS = 20;

/**
 * Acquires the folder's lock; throws FolderLocked while another process holds it. A dead holder's lock is taken over.
 */
export function lockDataFolder(dataDir: string): FolderLock {
  ensureDataFolder(dataDir);
  const path = lockPathOf(dataDir);
  const own = describeOwnProcess();
  const draft = `${path}.${own.nonce}`;
  writeFileSync(draft, `${JSON.stringify(own)}\n`, { mode: 0o600, flag: "wx" });
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      // A link appears with its whole content, or fails because the name exists.
      if (linkIfFree(draft, path) || takeOver(path, draft, own)) return { release: () => releaseIfOwn(path, own) };
    }
  } finally {
    removeIfThere(draft);
  }
  throw new Error(`The lock ${path} changed hands ${ATTEMPTS} times while this process waited. Start again.`);
}

/**
 * Takes over a dead holder's lock. A link decides the race: only one process can create the file named after the dead
 * holder's nonce, and it then checks that the lock still belongs to that holder. A process that died during a takeover
 * is taken over in turn. Returns false if the lock changed in the meantime.
 */
function takeOver(path: string, draft: string, own: LockHolder): boolean {
  const claims: string[] = [];
  const first = readHolder(path);
  if (first === undefined) return false;
  let holder: LockHolder | undefined = first;
  while (holder !== undefined) {
    refuseUnlessDead(holder, path);
    claims.push(`${path}.after-${holder.nonce}`);
    if (claims.length > ATTEMPTS) throw new Error(`Too many unfinished takeovers of ${path}. Delete its .after files.`);
    holder = readHolder(claims.at(-1) ?? path);
  }
  const claim = claims.at(-1) ?? path;
  if (!linkIfFree(draft, claim)) return false;
  if (readHolder(path)?.nonce !== first.nonce) {
    removeIfThere(claim);
    return false;
  }
  const copy = `${draft}.lock`;
  linkSync(draft, copy);
  renameSync(copy, path);
  for (const finished of claims) removeIfThere(finished);
  return readHolder(path)?.nonce === own.nonce;
}

function refuseUnlessDead(holder: LockHolder, path: string): void {
  if (holder.hostname !== hostname()) {
    throw new FolderLocked(
      holder,
      `The data folder is in use by process ${holder.pid} on ${holder.hostname}. Stop that process or, if that machine is gone, delete ${path}.`,
    );
  }
  if (isAlive(holder)) {
    throw new FolderLocked(
      holder,
      `The data folder is in use by process ${holder.pid}. Stop it (kill ${holder.pid}), or set another BURSAR_DATA_DIR and PORT for this one.`,
    );
  }
}

/**
 * Whether the process that holds the lock still runs: same boot, and a pid used by neither a younger process nor a
 * zombie. A zombie has closed its files but keeps its pid until its parent collects the exit status.
 */
function isAlive(holder: LockHolder): boolean {
  const { bootId } = describeBoot();
  if (holder.bootId !== undefined && bootId !== undefined && holder.bootId !== bootId) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it runs as another user.
    if (codeOf(error) !== "EPERM") return false;
  }
  if (stateOf(holder.pid) === "Z") return false;
  const startedAt = startOf(holder.pid);
  return startedAt === undefined || holder.startedAt === undefined || startedAt === holder.startedAt;
}

const describeBoot = () => ({ bootId: readIfThere("/proc/sys/kernel/random/boot_id")?.trim() });

const describeOwnProcess = (): LockHolder => ({
  pid: process.pid,
  hostname: hostname(),
  startedAt: startOf(process.pid),
  bootId: describeBoot().bootId,
  nonce: randomUUID(),
});

/** A field of /proc/<pid>/stat from the third on, numbered as in proc(5); the command in field 2 may contain spaces. */
function statField(pid: number, field: number): string | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  return stat
    ?.slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .at(field - 3);
}

const stateOf = (pid: number) => statField(pid, 3);
const startOf = (pid: number) => statField(pid, 22);

function readHolder(path: string): LockHolder | undefined {
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (isHolder(value)) return value;
  } catch {
    // Reported below: a file that is not JSON is not our lock either.
  }
  throw new Error(`${path} was not created by this version. If nothing uses the folder, delete it.`);
}

const isHolder = (value: unknown): value is LockHolder =>
  typeof value === "object" &&
  value !== null &&
  "pid" in value &&
  typeof value.pid === "number" &&
  "nonce" in value &&
  "hostname" in value;

function releaseIfOwn(path: string, own: LockHolder): void {
  if (readHolder(path)?.nonce === own.nonce) removeIfThere(path);
}

function linkIfFree(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ESRCH" || code === "EACCES") return undefined;
    throw error;
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);
