import { copyFile, link, mkdir, open, readdir, rm, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { type ArchiveWriter, archiveWriter } from "../../kernel/archive/write-archive.ts";
import type { Service } from "../../kernel/process/service.ts";
import { appliedMigrations } from "../../kernel/sql/migrate.queries.ts";
import { syncFolder } from "../../kernel/storage/sync-folder.ts";
import { checkpoint, databaseVersion, type LogPosition, logPosition } from "./backup.queries.ts";
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
import { attachmentFiles, CONTROL_FILE, databaseFiles, LOG_FOLDER, logSegments } from "./data-files.ts";

export interface WrittenBackup {
  readonly file: string;
  readonly bytes: number;
  readonly files: number;
  /** Everything committed until then is in the backup, and nothing later. */
  readonly takenAt: Date;
  /** How long payments waited. */
  readonly pauseMs: number;
  readonly masterKeyId: string;
}

/**
 * Copies the data folder of the embedded database while the service runs.
 *
 * The files of the database are copied while they change, so without more, they show no single moment. PostgreSQL's log
 * completes them, as in pg_basebackup: recovery replays it from the checkpoint that begins the backup, and the log
 * contains each page that changed since then completely. The last piece of the log and the control file are copied while
 * all transactions wait: the backup has the state of that instant. Attachments are added only with their rows
 * and before them, so new ones are linked at the same instant; a later deletion cannot remove them.
 */
export async function writeBackup(service: Service, file: string, programVersion: string): Promise<WrittenBackup> {
  const { config, database } = service;
  if (database.kind !== "embedded") throw refuseBackup("backupNeedsEmbedded");
  if (running.has(config.dataDir)) throw refuseBackup("backupRunning");
  running.add(config.dataDir);
  const staging = join(config.dataDir, "backup-staging");
  const unfinished = `${file}.part`;
  try {
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { mode: 0o700 });
    await refuseExisting(file);
    const archive = archiveWriter(await open(unfinished, "w", 0o600).catch(unusable(file)));
    const copied = await copyInto(service, { archive, staging, programVersion }).catch(async (error: unknown) => {
      await archive.abandon();
      throw error;
    });
    // A link fails if the name was taken in the meantime; a rename would replace that file.
    await link(unfinished, file).catch(unusable(file));
    await syncFolder(dirname(file));
    const facts = await open(file, "r");
    const { size } = await facts.stat().finally(() => facts.close());
    return { file, bytes: size, masterKeyId: service.vault.masterKeyId, ...copied };
  } finally {
    await unlink(unfinished).catch(() => undefined);
    await rm(staging, { recursive: true, force: true }).catch(() => undefined);
    running.delete(config.dataDir);
  }
}

/** Data folders of which this process is writing a backup. No other process can: it would need the folder's lock. */
const running = new Set<string>();

/** Whether this process is writing a backup of its database. */
export const isBackingUp = ({ config }: Pick<Service, "config">): boolean => running.has(config.dataDir);

interface Copying {
  readonly archive: ArchiveWriter;
  /** A folder on the file system of the data folder. */
  readonly staging: string;
  readonly programVersion: string;
}

async function copyInto(service: Service, copying: Copying) {
  const { archive, staging } = copying;
  const { dataDir } = service.config;
  const done = new Set<string>();
  const add = async (path: string, from = join(dataDir, path)): Promise<void> => {
    if (!done.has(path) && (await archive.addFile(path, from))) done.add(path);
  };
  await archive.addBytes(HEADER_FILE, Buffer.from(`${JSON.stringify(await headerOf(service, copying), null, 2)}\n`));
  await checkpoint(service.database);
  const start = await logPosition(service.database);
  if (!start.full_page_writes) throw refuseBackup("backupDisturbed");
  for await (const { path, kind } of databaseFiles(dataDir))
    await (kind === "folder" ? archive.addFolder(path) : add(path));
  if (service.config.attachments === undefined) for await (const { path } of attachmentFiles(dataDir)) await add(path);
  // Segments of the log in front of the current one do not change anymore.
  const before = await logPosition(service.database);
  for (const segment of await logSegments(dataDir, start.redo_file))
    if (segment < before.current_file) await add(`${LOG_FOLDER}/${segment}`);

  const begunAt = performance.now();
  const moment = await service.database.transaction(async (tx) => {
    // The embedded database has one connection: until this transaction ends, nothing else can read or write.
    const position = await logPosition(tx);
    await stageTheRest(service, { staging, done, start, position });
    return { takenAt: new Date(), pauseMs: performance.now() - begunAt };
  });
  for (const name of (await readdir(staging)).sort()) await add(pathOfStaged(name), join(staging, name));
  await addEnd(service, archive);
  return { files: done.size, ...moment };
}

/** File names of staged copies: their paths, with slashes replaced by a sign that no file of ours contains. */
const stagedName = (path: string): string => path.replaceAll("/", "+");
const pathOfStaged = (name: string): string => name.replaceAll("+", "/");

interface Moment {
  readonly staging: string;
  readonly done: ReadonlySet<string>;
  readonly start: LogPosition;
  readonly position: LogPosition;
}

/** Runs while all transactions wait, so it copies only what must be of this moment. */
async function stageTheRest({ config }: Service, { staging, done, start, position }: Moment): Promise<void> {
  if (position.redo_lsn !== start.redo_lsn) throw refuseBackup("backupDisturbed");
  const { dataDir } = config;
  const stage = (path: string) =>
    copyFile(join(dataDir, path), join(staging, stagedName(path))).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  await stage(CONTROL_FILE);
  for (const segment of await logSegments(dataDir, start.redo_file)) {
    const path = `${LOG_FOLDER}/${segment}`;
    if (segment <= position.current_file && !done.has(path)) await stage(path);
  }
  for (const part of backedUpParts) if (part.endsWith(".json")) await stage(part);
  if (config.attachments !== undefined) return;
  for await (const { path } of attachmentFiles(dataDir))
    if (!done.has(path)) await link(join(dataDir, path), join(staging, stagedName(path))).catch(() => stage(path));
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

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";

const unusable = (file: string) => (error: unknown) => {
  const problem = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  if (problem === "EEXIST") throw refuseBackup("backupFileExists", { details: { file } });
  throw refuseBackup("backupFileUnusable", { details: { file, problem }, cause: error });
};
