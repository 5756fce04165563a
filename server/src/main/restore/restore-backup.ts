import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { backedUpParts } from "#administration/backup/backup-format.ts";
import type { MasterKeys } from "#kernel/crypto/master-key.ts";
import { admitServer } from "#kernel/embedded/open-embedded.ts";
import { type Config, masterKeyFileOf } from "#kernel/process/config.ts";
import { FolderLocked, lockDataFolder } from "#kernel/process/data-folder.ts";
import { findMoveNote } from "#kernel/process/folder-state.ts";
import { createLog } from "#kernel/process/log.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { findMasterKeyText, masterKeysIn } from "../master-keys.ts";
import { openService } from "../open-service.ts";
import { StartUpProblem } from "../start-up-problem.ts";
import { finishInterruptedSwap, stagingOf, swapParts } from "./swap-parts.ts";
import { unpackBackup } from "./unpack-backup.ts";
import { type VerifiedBooks, verifyBooks } from "./verify-books.ts";

export interface RestoreOptions {
  readonly file: string;
  /** Replaces a folder that contains a database; its old content is kept next to the new one. */
  readonly replace: boolean;
}

export interface Restored {
  readonly dataDir: string;
  /** Where the replaced content is; null if there was none. */
  readonly keptIn: string | null;
  /** The instant at which the backup was begun. */
  readonly backupStartedAt: string;
  /** True if the key that the service will need is not in the data folder. */
  readonly needsConfiguredKey: boolean;
  readonly verified: VerifiedCopy;
}

/**
 * Restores a backup of an embedded database into the data folder. The copy is unpacked, opened, and verified next to
 * the current content, which is replaced only afterwards. Throws a StartUpProblem and changes nothing if the folder is
 * in use, the key is another one, or the backup is incomplete, changed, or not intact.
 */
export async function restoreBackup(config: Config, { file, replace }: RestoreOptions): Promise<Restored | "finished"> {
  if (config.databaseUrl !== undefined)
    throw new StartUpProblem(
      "bursar restore replaces an embedded database, but DATABASE_URL is set. Unset it, or restore the PostgreSQL server as docs/operate/backup.md describes.",
    );
  const { dataDir } = config;
  const lock = lockFolder(dataDir);
  try {
    if (await finishInterruptedSwap(dataDir)) return "finished";
    if (findMoveNote(dataDir) !== undefined)
      throw new StartUpProblem(
        `The database of ${dataDir} was moved to a PostgreSQL server. Restore into another folder: set BURSAR_DATA_DIR.`,
      );
    if (["postgres", "database"].some((part) => existsSync(join(dataDir, part))) && !replace)
      throw new StartUpProblem(
        `${dataDir} contains a database. Restore into another folder (BURSAR_DATA_DIR), or add --replace: the current content is then kept in a subfolder.`,
      );
    return await restoreInto(config, file);
  } finally {
    lock.release();
  }
}

async function restoreInto(config: Config, file: string): Promise<Restored> {
  const { dataDir } = config;
  const staging = stagingOf(dataDir);
  const keys = await findKeys(config);
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { mode: 0o700 });
  admitServer(dataDir);
  try {
    const header = await unpackBackup(file, staging, keys?.parsed);
    const copy = { ...config, dataDir: staging, masterKey: keys?.text, masterKeyCommand: undefined };
    const verified = await verifyCopy(copy);
    const parts = backedUpParts.filter((part) => part !== "attachments" || header.hasAttachments);
    const keptIn = await swapParts(dataDir, parts);
    return {
      dataDir,
      keptIn: keptIn ?? null,
      backupStartedAt: header.startedAt,
      needsConfiguredKey: !existsSync(masterKeyFileOf(config)),
      verified,
    };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

function lockFolder(dataDir: string) {
  try {
    return lockDataFolder(dataDir);
  } catch (error) {
    throw error instanceof FolderLocked ? new StartUpProblem(error.message, { cause: error }) : error;
  }
}

/** The configured keys, or those in the data folder. A new key could open nothing. */
async function findKeys(config: Config): Promise<{ readonly text: string; readonly parsed: MasterKeys } | undefined> {
  const text = await findMasterKeyText(config);
  return text === undefined ? undefined : { text, parsed: await masterKeysIn(text) };
}

interface VerifiedCopy extends VerifiedBooks {
  /** Migrations that this version of the program applied to the copy. */
  readonly migrated: readonly string[];
}

/**
 * Opens a copy of a service's database as the service would, updates its schema, and verifies ledger, audit chain, and
 * the presence of attachments. Throws a StartUpProblem with what is wrong.
 */
async function verifyCopy(config: Config): Promise<VerifiedCopy> {
  // What is worth a warning names a folder that is there only for now.
  const opened = await openService(config, createLog({ level: "error" }), { keepsClock: true });
  try {
    return { migrated: opened.migrated, ...(await acrossOrganizations(() => verifyBooks(opened.service))) };
  } finally {
    await opened.close();
  }
}
