import { existsSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import type { ShownBackup } from "#administration/commands/backup-commands.ts";
import { readConfig } from "#kernel/process/config.ts";
import { findMasterKeyText } from "#main/master-keys.ts";
import { type Restored, restoreBackup } from "#main/restore/restore-backup.ts";
import { StartUpProblem } from "#main/start-up-problem.ts";
import { action } from "../action.ts";
import { administer } from "../administer.ts";
import { count, type Terminal } from "../output.ts";
import { commandIn } from "../settings-options.ts";

/** `bursar backup`: copies the embedded database and its files while the service runs. */
export function backupCommand(program: Command, terminal: Terminal): void {
  const command = commandIn(program, {
    name: "backup",
    description: "copy the embedded database, attachments, and audit anchors into a file, while the service runs",
    examples: ["bursar backup /mnt/backup/bursar-monday.backup --key-file /mnt/usb/bursar-master.key"],
  })
    .argument("<file>", "a file that does not exist yet, such as bursar-2026-11-23.backup")
    .option("--key-file <path>", "also copy the master key into this file; it must be in another folder");
  action(command, terminal, async (own, options, [name = ""]) => {
    const file = resolve(name);
    const keyFile = typeof options["keyFile"] === "string" ? resolve(options["keyFile"]) : undefined;
    const config = readConfig(own.environment);
    if (keyFile !== undefined) refuseKeyFile(keyFile, file);
    const written = await administer<ShownBackup>(own, "backup.write", { file });
    if (keyFile !== undefined) writeKey(keyFile, (await findMasterKeyText(config)) ?? "");
    return { json: { ...written, keyFile: keyFile ?? null }, text: backupText(written, keyFile) };
  });
}

function refuseKeyFile(keyFile: string, file: string): void {
  if (dirname(keyFile) === dirname(file))
    throw new StartUpProblem(
      "The master key opens the backup, so it must not be kept next to it. Name a --key-file in another folder, best on another medium.",
    );
  if (existsSync(keyFile)) throw new StartUpProblem(`${keyFile} exists already. Name a new --key-file.`);
}

function writeKey(keyFile: string, text: string): void {
  writeFileSync(keyFile, `${text.trim()}\n`, { mode: 0o600, flag: "wx" });
}

const backupText = (written: ShownBackup, keyFile: string | undefined): string =>
  [
    `Wrote ${written.file}: ${count(written.files, "file")}, ${written.bytes} bytes, as of ${written.takenAt}.`,
    keyFile === undefined
      ? `The master key ${written.masterKeyId} is not in it, and without that key the backup cannot be restored. Keep a copy of the key elsewhere (--key-file).`
      : `Copied the master key ${written.masterKeyId} to ${keyFile}. Store it apart from the backup.`,
  ].join("\n");

/** `bursar restore`: verifies a backup, then replaces the data folder's content by it. */
export function restoreCommand(program: Command, terminal: Terminal): void {
  const command = commandIn(program, {
    name: "restore",
    description: "verify a backup of an embedded database and restore it into the data folder; stop the service first",
    examples: [
      "bursar restore /mnt/backup/bursar-monday.backup --master-key-file /mnt/usb/bursar-master.key",
      "bursar restore /mnt/backup/bursar-monday.backup --replace",
    ],
  })
    .argument("<file>", "the file that bursar backup wrote")
    .option("--replace", "replace the current content, which is kept in a subfolder");
  action(command, terminal, async (own, options, [name = ""]) => {
    const restored = await restoreBackup(readConfig(own.environment), {
      file: resolve(name),
      replace: options["replace"] === true,
    });
    if (restored === "finished")
      return {
        json: { finished: true },
        text: "Finished the restore that was interrupted. Run the command again to restore another backup.",
      };
    return { json: restored, text: restoredText(restored) };
  });
}

function restoredText({ dataDir, keptIn, backupStartedAt, needsConfiguredKey, verified }: Restored): string {
  const { organizations, transactions, entries, auditRows, attachments, migrated } = verified;
  const counted = [
    count(organizations, "organization"),
    count(transactions, "transaction"),
    count(entries, "ledger entry", "ledger entries"),
    count(auditRows, "audit row"),
    count(attachments, "attachment"),
  ].join(", ");
  return [
    `Restored the backup that began at ${backupStartedAt} into ${dataDir}. The ledger balances and the audit chain is intact: ${counted}.`,
    ...(migrated.length === 0 ? [] : [`Its schema was updated: ${migrated.join(", ")}.`]),
    ...(keptIn === null ? [] : [`The replaced content is in ${keptIn}. Delete it when it is no longer needed.`]),
    ...(needsConfiguredKey
      ? ["Start the service with the same master key (BURSAR_MASTER_KEY_FILE or BURSAR_MASTER_KEY_COMMAND)."]
      : []),
    "What happened after the backup is missing here, but not at banks and receivers: read docs/operate/backup.md before you send payments.",
  ].join("\n");
}
