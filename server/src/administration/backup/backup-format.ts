import type { Mode } from "#kernel/process/config.ts";

/**
 * A backup is a compressed tar file. Its first entry, HEADER_FILE, says what it is; then come the files of the data
 * folder; last SUMS_FILE, the sums of everything before, and PROOF_FILE, which only the holder of the master
 * key can write. A backup without its end is incomplete, and one with a changed file does not match its sums.
 */
export const HEADER_FILE = "backup.json";
export const SUMS_FILE = "SHA256SUMS";
export const PROOF_FILE = "SHA256SUMS.proof";
/** What the master key's proof is for. */
export const PROOF_PURPOSE = "backup";

/** Format 1 was a copy of the embedded database of version 0.1.0, which this version still restores (packages/old-data-folder). */
export const FORMAT_VERSION = 2;

export interface BackupHeader {
  readonly format: "bursar-backup";
  readonly formatVersion: number;
  /** The program that wrote it. */
  readonly programVersion: string;
  readonly startedAt: string;
  readonly mode: Mode;
  /** Identifies the master key, which is not in the backup. */
  readonly masterKeyId: string;
  /** PostgreSQL's version: the reader needs programs of the same major version. */
  readonly postgresVersion: string;
  /** The number of its last migration. */
  readonly schemaVersion: number;
  /** Whether attachments were in the data folder, and so are in the backup. */
  readonly hasAttachments: boolean;
}

export function isBackupHeader(value: unknown): value is BackupHeader {
  if (typeof value !== "object" || value === null || !("format" in value) || value.format !== "bursar-backup")
    return false;
  return (
    "formatVersion" in value &&
    typeof value.formatVersion === "number" &&
    "programVersion" in value &&
    typeof value.programVersion === "string" &&
    "startedAt" in value &&
    typeof value.startedAt === "string" &&
    "mode" in value &&
    (value.mode === "sandbox" || value.mode === "production") &&
    "masterKeyId" in value &&
    typeof value.masterKeyId === "string" &&
    "postgresVersion" in value &&
    typeof value.postgresVersion === "string" &&
    "schemaVersion" in value &&
    typeof value.schemaVersion === "number" &&
    "hasAttachments" in value &&
    typeof value.hasAttachments === "boolean"
  );
}

/** The database's folder in version 0.1.0: no backup contains it any more, so a restore sets it aside. */
const OLD_DATABASE = "database";

/**
 * The parts of a data folder that a backup contains and a restore replaces. Left out: the master key (backup.md);
 * `uploads`, unfinished uploads under keys that exist in memory only; `mails`, emails that were already sent there; and
 * the folders of bank connections, which belong to the exchange with the bank.
 */
export const backedUpParts = ["postgres", OLD_DATABASE, "attachments", "audit-anchors.json", "demo.json"] as const;
