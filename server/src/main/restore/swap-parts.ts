import { existsSync } from "node:fs";
import { mkdir, open, readdir, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { backedUpParts } from "#administration/backup/backup-format.ts";
import { findRestoreNote, type RestoreNote, removeNote, writeNote } from "#kernel/process/folder-state.ts";
import { syncFolder } from "#kernel/storage/sync-folder.ts";

/** Where a backup is unpacked and verified, inside the data folder: on its file system, and as private. */
export const stagingOf = (dataDir: string): string => join(dataDir, "restore-staging");

/**
 * Replaces the parts of the data folder by the unpacked ones, and sets aside those that the backup lacks. What they
 * replace is kept; returns where.
 */
export async function swapParts(dataDir: string, replaced: readonly string[]): Promise<string | undefined> {
  const staging = stagingOf(dataDir);
  const isUnpacked = (part: string): boolean => existsSync(join(staging, part));
  const note = {
    parts: replaced.filter(isUnpacked),
    absent: replaced.filter((part) => !isUnpacked(part)),
    keptIn: `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`,
  };
  await syncFiles(staging);
  await writeNote(dataDir, "restore", note);
  return finishSwap(dataDir, note);
}

/** Finishes a replacement that was interrupted, if there is one. Returns false if there is none. */
export async function finishInterruptedSwap(dataDir: string): Promise<boolean> {
  const note = findRestoreNote(dataDir);
  if (note !== undefined) await finishSwap(dataDir, note);
  return note !== undefined;
}

/** Each step can be repeated: what is still in the staging folder has not been replaced yet. */
async function finishSwap(dataDir: string, { parts, absent, keptIn }: RestoreNote): Promise<string | undefined> {
  const kept = join(dataDir, keptIn);
  await mkdir(kept, { recursive: true, mode: 0o700 });
  for (const part of backedUpParts) {
    const [current, restored, old] = [join(dataDir, part), join(stagingOf(dataDir), part), join(kept, part)];
    const isReplaced = parts.includes(part) && existsSync(restored);
    if ((isReplaced || absent.includes(part)) && existsSync(current)) await rename(current, old);
    if (isReplaced) await rename(restored, current);
  }
  await syncFolder(dataDir);
  await rm(stagingOf(dataDir), { recursive: true, force: true });
  await removeNote(dataDir, "restore");
  const keeps = (await readdir(kept)).length > 0;
  if (!keeps) await rmdir(kept);
  return keeps ? kept : undefined;
}

/** Puts unpacked files on disk, before anything is replaced by them. */
async function syncFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncFiles(path);
    else if (entry.isFile()) {
      const file = await open(path, "r");
      await file.sync().finally(() => file.close());
    }
  }
  await syncFolder(folder);
}
