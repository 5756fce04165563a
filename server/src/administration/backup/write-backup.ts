import { link, mkdir, mkdtemp, open, readdir, rm, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type ArchiveWriter, archiveWriter } from "#kernel/archive/write-archive.ts";
import type { Service } from "#kernel/process/service.ts";
import type { DatabaseSession } from "#kernel/sql/database.ts";
import { appliedMigrations } from "#kernel/sql/migrate.queries.ts";
import { syncFolder } from "#kernel/storage/sync-folder.ts";
import { beginBackup, databaseVersion, endBackup, keepLog, lockBackups } from "./backup.queries.ts";
import {
  type BackupHeader,
  backedUpParts,
  FORMAT_VERSION,
  HEADER_FILE,
  PROOF_FILE,
  PROOF_PURPOSE,
  SUMS_FILE,
} from "./backup-format.ts";
import { refuseBackup } from "./backup-refusals.ts";
import { attachmentFiles, CONTROL_FILE, databaseFiles, LABEL_FILE, LOG_FOLDER, logSegments } from "./data-files.ts";

export interface WrittenBackup {
  readonly file: string;
  readonly bytes: number;
  readonly files: number;
  /** Everything committed until then is in the backup. */
  readonly takenAt: Date;
  readonly masterKeyId: string;
}

const STAGING = "backup-staging-";

/**
 * Copies the data folder of the embedded database while the service runs, with the server's own functions: between
 * pg_backup_start and pg_backup_stop, files may change while they are copied, because recovery replays the log of that time
 * and the log contains each changed page completely. The backup has the state of the instant of pg_backup_stop. Payments do
 * not wait.
 *
 * Attachments are stored before their rows and deleted after them, so those linked before and after that instant are at
 * least all that its rows name. Audit anchors are copied before it: they must not name seals that the copy lacks.
 */
export async function writeBackup(service: Service, file: string, programVersion: string): Promise<WrittenBackup> {
  const { config, database } = service;
  if (config.databaseUrl !== undefined) throw refuseBackup("backupNeedsEmbedded");
  const unfinished = `${file}.part`;
  return database.session(async (session) => {
    if (!(await lockBackups(session))) throw refuseBackup("backupRunning");
    await removeOldStaging(config.dataDir);
    const staging = await mkdtemp(join(config.dataDir, STAGING));
    try {
      await mkdir(join(staging, "attachments"), { mode: 0o700 });
      await refuseExisting(file);
      const archive = archiveWriter(await open(unfinished, "w", 0o600).catch(unusable(file)));
      const copied = await copyInto(service, { session, archive, staging, programVersion }).catch(
        async (error: unknown) => {
          await archive.abandon();
          throw error;
        },
      );
      // A link fails if the name was taken in the meantime; a rename would replace that file.
      await link(unfinished, file).catch(unusable(file));
      await syncFolder(dirname(file));
      const facts = await open(file, "r");
      const { size } = await facts.stat().finally(() => facts.close());
      return { file, bytes: size, masterKeyId: service.vault.masterKeyId, ...copied };
    } finally {
      await unlink(unfinished).catch(() => undefined);
      await rm(staging, { recursive: true, force: true }).catch(() => undefined);
    }
  });
}

/** Left by processes that were killed: the lock shows that no other backup runs. */
async function removeOldStaging(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(STAGING)) await rm(join(dataDir, name), { recursive: true, force: true });
}

interface Copying {
  /** The server ends the backup, and no longer keeps the log, when this session ends. */
  readonly session: DatabaseSession;
  readonly archive: ArchiveWriter;
  /** A folder on the file system of the data folder. */
  readonly staging: string;
  readonly programVersion: string;
}

async function copyInto(service: Service, copying: Copying) {
  const { session, archive, staging } = copying;
  const { dataDir, attachments } = service.config;
  let files = 0;
  const add = async (path: string, from = join(dataDir, path)): Promise<void> => {
    if (await archive.addFile(path, from)) files += 1;
  };
  await archive.addBytes(HEADER_FILE, Buffer.from(`${JSON.stringify(await headerOf(service, copying), null, 2)}\n`));
  await keepLog(session, `bursar_backup_${process.pid}`);
  const begun = await beginBackup(session);
  for await (const { path, kind } of databaseFiles(dataDir))
    await (kind === "folder" ? archive.addFolder(path) : add(path));
  await add(CONTROL_FILE);
  for (const part of backedUpParts) if (part.endsWith(".json")) await add(part);
  if (attachments === undefined) await linkAttachments(dataDir, staging);

  const takenAt = new Date();
  const ended = await endBackup(session);
  if (attachments === undefined) await linkAttachments(dataDir, staging);
  await archive.addBytes(LABEL_FILE, Buffer.from(ended.label));
  for (const segment of await logSegments(dataDir, { first: begun.segment, last: ended.segment }))
    await add(`${LOG_FOLDER}/${segment}`);
  for await (const { path } of attachmentFiles(staging)) await add(path, join(staging, path));
  await addEnd(service, archive);
  return { files: files + 1, takenAt };
}

/** A later deletion cannot remove what is linked. */
async function linkAttachments(dataDir: string, staging: string): Promise<void> {
  for await (const { path } of attachmentFiles(dataDir)) {
    const copy = join(staging, path);
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
    await link(join(dataDir, path), copy).catch((error: unknown) => {
      // Linked already, or deleted since the folder was read.
      if (!hasCode(error, "EEXIST") && !hasCode(error, "ENOENT")) throw error;
    });
  }
}

async function addEnd({ vault }: Service, archive: ArchiveWriter): Promise<void> {
  const sums = archive.sums();
  await archive.addBytes(SUMS_FILE, Buffer.from(sums));
  await archive.addBytes(PROOF_FILE, Buffer.from(`${vault.proof(PROOF_PURPOSE, sums)}\n`));
  await archive.finish();
}

const headerOf = async (service: Service, { programVersion }: Copying): Promise<BackupHeader> => ({
  format: "bursar-backup",
  formatVersion: FORMAT_VERSION,
  programVersion,
  startedAt: new Date().toISOString(),
  mode: service.config.mode,
  masterKeyId: service.vault.masterKeyId,
  postgresVersion: await databaseVersion(service.database),
  schemaVersion: (await appliedMigrations(service.database)).at(-1)?.version ?? 0,
  hasAttachments: service.config.attachments === undefined,
});

async function refuseExisting(file: string): Promise<void> {
  const names = await readdir(dirname(file)).catch(unusable(file));
  if (names.includes(basename(file))) throw refuseBackup("backupFileExists", { details: { file } });
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

const unusable = (file: string) => (error: unknown) => {
  const problem = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  if (problem === "EEXIST") throw refuseBackup("backupFileExists", { details: { file } });
  throw refuseBackup("backupFileUnusable", { details: { file, problem }, cause: error });
};
