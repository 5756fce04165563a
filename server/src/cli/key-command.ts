import type { Command } from "commander";
import type { ShownKeyBackup, ShownRotation } from "#administration/commands/key-commands.ts";
import { parseMasterKeys } from "#kernel/crypto/master-key.ts";
import { StartUpProblem } from "#main/start-up-problem.ts";
import { action } from "./action.ts";
import { administer } from "./administer.ts";
import { fileText } from "./input-file.ts";
import { count, type Terminal } from "./output.ts";
import { commandIn, subcommandsOf } from "./settings-options.ts";

/** `bursar key rotate|confirm-backup`. */
export function keyCommand(program: Command, terminal: Terminal): void {
  const group = program.command("key").description("the keys that encrypt bank details");
  const rotate = subcommandsOf(group)(
    "rotate",
    "wrap all keys with the newest master key, create new data keys (of every organization unless one is named), and re-encrypt everything, while the service runs; exit code 1 if anything could not be read",
    ["bursar key rotate", 'bursar key rotate --org "Acme, Inc."'],
  );
  confirmBackupCommand(group, terminal);
  action(rotate, terminal, async (own, options) => {
    const done = await administer<ShownRotation>(own, "key.rotate", { organization: options["org"] });
    return { json: done, text: rotationText(done), exitCode: unreadableIn(done) === 0 ? 0 : 1 };
  });
}

/** `bursar key confirm-backup`. */
function confirmBackupCommand(group: Command, terminal: Terminal): void {
  const confirm = commandIn(group, {
    name: "confirm-backup",
    description: "compare a copy of the master key with the keys in use, and record that it exists",
    examples: ["bursar key confirm-backup /mnt/usb/bursar-master.key"],
  }).argument("<file>", "the copy; only its fingerprint reaches the service");
  action(confirm, terminal, async (own, _options, [file = ""]) => {
    const done = await administer<ShownKeyBackup>(own, "key.confirmBackup", { masterKeyIds: keyIdsIn(file) });
    return {
      json: done,
      text: `The file has the master key in use (${done.confirmed.join(", ")}). Keep it apart from every backup.`,
    };
  });
}

function keyIdsIn(file: string): readonly string[] {
  const text = fileText(file);
  try {
    return parseMasterKeys(text).ids;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartUpProblem(`${file} is not a copy of a master key: ${reason}`, { cause: error });
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const unreadableIn = ({ organizations, unreadableKeys }: ShownRotation): number =>
  unreadableKeys.length + sum(organizations.flatMap(({ columns }) => columns.map(({ unreadable }) => unreadable)));

function rotationText(done: ShownRotation): string {
  const unreadable = done.organizations.flatMap(({ organizationId, columns }) =>
    columns
      .filter((column) => column.unreadable > 0)
      .map((column) => `${organizationId}: ${count(column.unreadable, "value")} in ${column.column}`),
  );
  return [
    `${count(done.rewrapped, "key")} wrapped by the current master key`,
    ...done.organizations.map(({ organizationId, keyVersion, columns }) =>
      keyVersion === null
        ? `${organizationId}: not rotated`
        : `${organizationId}: data key ${keyVersion}, ${count(sum(columns.map(({ resealed }) => resealed)), "value")} re-encrypted`,
    ),
    ...(unreadable.length + done.unreadableKeys.length === 0
      ? []
      : [
          "COULD NOT BE READ and were left unchanged (restore them from a backup, or also configure the older master key):",
          ...[...done.unreadableKeys, ...unreadable].map((line) => `  ${line}`),
        ]),
  ].join("\n");
}
