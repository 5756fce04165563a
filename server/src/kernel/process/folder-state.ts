import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../storage/sync-folder.ts";

/**
 * Notes in a data folder about what must not be served: a restore or a move that is not finished, and a folder whose
 * database was moved to a server. Written while holding the folder's lock; the service refuses to start with one.
 */
export const noteFiles = { restore: "restore.json", move: "moved.json" } as const;
type Note = keyof typeof noteFiles;

/** A restore that has verified its copy and begun to replace the folder's content. */
export interface RestoreNote {
  /** The parts that come from the backup. */
  readonly parts: readonly string[];
  /** The parts that the backup lacks. */
  readonly absent: readonly string[];
  /** The folder that keeps what they replace. */
  readonly keptIn: string;
}

/** A move to a PostgreSQL server: begun, or done. */
export interface MoveNote {
  /** Host and name of the database, without user and password. */
  readonly to: string;
  readonly state: "unfinished" | "done";
  readonly at: string;
}

/** The note appears with its whole content and survives a power failure. */
export async function writeNote(dataDir: string, note: Note, content: RestoreNote | MoveNote): Promise<void> {
  const path = join(dataDir, noteFiles[note]);
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

export async function removeNote(dataDir: string, note: Note): Promise<void> {
  await rm(join(dataDir, noteFiles[note]), { force: true });
  await syncFolder(dataDir);
}

export function findRestoreNote(dataDir: string): RestoreNote | undefined {
  const value = readNote(dataDir, "restore");
  if (value === undefined) return undefined;
  if (typeof value === "object" && value !== null && "parts" in value && "absent" in value && "keptIn" in value) {
    const { parts, absent, keptIn } = value;
    if (areTexts(parts) && areTexts(absent) && typeof keptIn === "string") return { parts, absent, keptIn };
  }
  throw new Error(`${join(dataDir, noteFiles.restore)} is not a note of this version`);
}

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

export function findMoveNote(dataDir: string): MoveNote | undefined {
  const value = readNote(dataDir, "move");
  if (value === undefined) return undefined;
  if (typeof value === "object" && value !== null && "to" in value && "state" in value && "at" in value) {
    const { to, state, at } = value;
    if (typeof to === "string" && typeof at === "string" && (state === "unfinished" || state === "done"))
      return { to, state, at };
  }
  throw new Error(`${join(dataDir, noteFiles.move)} is not a note of this version`);
}

/** Read without a pause, so that the database's server starts before the service is loaded (serve.ts). */
function readNote(dataDir: string, note: Note): unknown {
  try {
    return JSON.parse(readFileSync(join(dataDir, noteFiles[note]), "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
