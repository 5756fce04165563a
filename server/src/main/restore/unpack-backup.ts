import {
  type BackupHeader,
  FORMAT_VERSION,
  HEADER_FILE,
  isBackupHeader,
  PROOF_FILE,
  PROOF_PURPOSE,
  SUMS_FILE,
} from "#administration/backup/backup-format.ts";
import { ArchiveDamaged, type ArchivedEntry, readArchive } from "#kernel/archive/read-archive.ts";
import { sha256 } from "#kernel/crypto/cipher.ts";
import { type MasterKeys, masterKeyProof } from "#kernel/crypto/master-key.ts";
import { readMigrations } from "#kernel/sql/migrations/migration-files.ts";
import { MIGRATIONS_FOLDER } from "#kernel/sql/migrations-folder.ts";
import { StartUpProblem } from "../start-up-problem.ts";

const HEADER_BYTES_MAX = 16 * 1024;
/** The sums of more than half a million files. */
const SUMS_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Unpacks a backup into an empty folder. Reads everything, and compares each file with its sum and the sums with the
 * proof that only the holder of the master key can write. Refuses a backup of another key before it writes anything.
 */
export async function unpackBackup(file: string, folder: string, masterKeys: MasterKeys | undefined) {
  try {
    const entries = readArchive(file);
    const header = await headerIn(await nextOf(entries));
    const key = keyOf(header.value, masterKeys);
    const sums = [`${header.sum}  ${HEADER_FILE}\n`];
    for await (const entry of entries) {
      if (entry.path === SUMS_FILE) {
        compareSums(await entry.bytes(SUMS_BYTES_MAX), sums.join(""));
        const last = await nextOf(entries);
        const proof = await last.bytes(HEADER_BYTES_MAX);
        if (last.path !== PROOF_FILE || proof.toString().trim() !== masterKeyProof(key, PROOF_PURPOSE, sums.join("")))
          throw new ArchiveDamaged("Its sums were not written by the holder of its master key");
        return header.value;
      }
      const sum = await entry.unpackTo(folder);
      if (entry.kind === "file") sums.push(`${sum}  ${entry.path}\n`);
    }
    throw new ArchiveDamaged("It ends too early");
  } catch (error) {
    if (error instanceof ArchiveDamaged)
      throw new StartUpProblem(
        `${file} is not a complete backup, or was changed: ${error.message}. Nothing was restored. Use another backup.`,
        { cause: error },
      );
    if (error instanceof Error && "code" in error && error.code === "ENOENT" && "path" in error && error.path === file)
      throw new StartUpProblem(`There is no file ${file}.`);
    throw error;
  }
}

async function nextOf(entries: AsyncGenerator<ArchivedEntry>): Promise<ArchivedEntry> {
  const next = await entries.next();
  if (next.done === true) throw new ArchiveDamaged("It ends too early");
  return next.value;
}

async function headerIn(entry: ArchivedEntry): Promise<{ readonly value: BackupHeader; readonly sum: string }> {
  if (entry.path !== HEADER_FILE) throw new ArchiveDamaged(`It does not begin with ${HEADER_FILE}`);
  const bytes = await entry.bytes(HEADER_BYTES_MAX);
  const value = parsed(bytes.toString());
  if (!isBackupHeader(value)) throw new ArchiveDamaged(`${HEADER_FILE} has another format`);
  if (value.formatVersion > FORMAT_VERSION || value.schemaVersion > (await newestMigration()))
    throw new StartUpProblem(
      `A newer version, Bursar ${value.programVersion}, wrote this backup. Restore it with that version or a newer one.`,
    );
  return { value, sum: sha256(bytes).toString("hex") };
}

/** The number of the last migration that this version of the program knows. */
async function newestMigration(): Promise<number> {
  return (await readMigrations(MIGRATIONS_FOLDER)).at(-1)?.version ?? 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ArchiveDamaged(`${HEADER_FILE} is not JSON`, { cause });
  }
}

function keyOf({ masterKeyId }: BackupHeader, masterKeys: MasterKeys | undefined) {
  const key = masterKeys?.byId(masterKeyId);
  if (key !== undefined) return key;
  throw new StartUpProblem(
    masterKeys === undefined
      ? `This backup needs its master key (${masterKeyId}), which is never in a backup. Set BURSAR_MASTER_KEY_FILE to the file that contains it.`
      : `This backup needs the master key ${masterKeyId}, but the configured one is ${masterKeys.current.id}. Set BURSAR_MASTER_KEY_FILE to the file that contains it.`,
  );
}

function compareSums(written: Buffer, computed: string): void {
  const stated = written.toString();
  if (stated === computed) return;
  const lines = computed.split("\n");
  const differing = stated.split("\n").findIndex((line, index) => line !== lines[index]);
  const path = lines[differing]?.slice(66) || "a file";
  throw new ArchiveDamaged(`${path} does not match its sum`);
}
