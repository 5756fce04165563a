import { existsSync } from "node:fs";
import { mkdir, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { backedUpParts } from "../../administration/backup/backup-format.ts";
import { findRestoreNote, type RestoreNote, removeNote, writeNote } from "../../kernel/process/folder-state.ts";
import { syncFolder } from "../../kernel/storage/sync-folder.ts";

/** Where a backup is unpacked and verified, inside the data folder: on its file system, and as private. */
export const stagingOf = (dataDir: string): string => join(dataDir, "restore-staging");

/** Replaces the parts of the data folder by the unpacked ones. What they replace is kept; returns where. */
export async function swapParts(dataDir: string, parts: readonly string[]): Promise<string | undefined> {
  const keptIn = `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
  await writeNote(dataDir, "restore", { parts, keptIn });
  return finishSwap(dataDir, { parts, keptIn });
}

/** Finishes a replacement that was interrupted, if there is one. Returns false if there is none. */
export async function finishInterruptedSwap(dataDir: string): Promise<boolean> {
  const note = await findRestoreNote(dataDir);
  if (note !== undefined) await finishSwap(dataDir, note);
  return note !== undefined;
}

/** Each step can be repeated: what is still in the staging folder has not been replaced yet. */
async function finishSwap(dataDir: string, { parts, keptIn }: RestoreNote): Promise<string | undefined> {
  const kept = join(dataDir, keptIn);
  await mkdir(kept, { recursive: true, mode: 0o700 });
  let keeps = false;
  for (const part of backedUpParts.filter((name) => parts.includes(name))) {
    const [current, restored, old] = [join(dataDir, part), join(stagingOf(dataDir), part), join(kept, part)];
    const isDone = !existsSync(restored);
    if (!isDone && existsSync(current)) await rename(current, old);
    if (!isDone) await rename(restored, current);
    keeps ||= existsSync(old);
  }
  await syncFolder(dataDir);
  await rm(stagingOf(dataDir), { recursive: true, force: true });
  if (!keeps) await rmdir(kept).catch(() => undefined);
  await removeNote(dataDir, "restore");
  return keeps ? kept : undefined;
}
