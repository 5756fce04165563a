import type { Command } from "commander";
import type { ShownKeyBackup, ShownKeys, ShownRotation } from "#administration/commands/key-commands.ts";
import { parseMasterKeys } from "#kernel/crypto/master-key.ts";
import { StartUpProblem } from "#main/start-up-problem.ts";
import { action, type Options, WrongUsage } from "./action.ts";
import { administer } from "./administer.ts";
import { fileText } from "./input-file.ts";
import { count, dayInNewYork, type Terminal, table } from "./output.ts";
import { commandIn, subcommandsOf } from "./settings-options.ts";

/** `bursar key rotate|confirm-backup|list|revoke|restore|destroy`. */
export function keyCommand(program: Command, terminal: Terminal): void {
  const group = program.command("key").description("the keys that encrypt bank details");
  const rotate = subcommandsOf(group)(
    "rotate",
    "wrap all keys with the newest master key, create new data keys (of every organization unless one is named), and re-encrypt everything, while the service runs; exit code 1 if anything could not be read",
    ["bursar key rotate", 'bursar key rotate --org "Acme, Inc."', "bursar key rotate --leaked"],
  ).option(
    "--leaked",
    "the master key is in the wrong hands: also end every API token, session, and link (docs/operate/keys.md)",
  );
  confirmBackupCommand(group, terminal);
  revocationCommands(group, terminal);
  action(rotate, terminal, async (own, options) => {
    const done = await administer<ShownRotation>(own, "key.rotate", {
      organization: options["org"],
      leaked: options["leaked"] === true,
    });
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

const confirmOption = ["--confirm <name>", "the organization's name, exactly: without it, nothing is done"] as const;

/** `bursar key list|revoke|restore|destroy`. */
function revocationCommands(group: Command, terminal: Terminal): void {
  const sub = subcommandsOf(group);
  const list = commandIn(group, {
    name: "list",
    description: "all organizations, and whether their data keys are in use, revoked, or destroyed",
    examples: ["bursar key list", "bursar key list --json"],
  });
  action(list, terminal, async (own) => {
    const rows = await administer<readonly ShownKeys[]>(own, "key.list", {});
    return { json: rows, text: keysTable(rows) };
  });

  const revoke = sub(
    "revoke",
    "stop using an organization's data keys: its bank details cannot be read, and no payment leaves; they are destroyed after the grace time",
    ['bursar key revoke --org "Acme, Inc." --confirm "Acme, Inc."'],
  )
    .option(...confirmOption)
    .option("--grace-days <days>", "how long the keys can be restored, from 1 to 365 days (default: 30)");
  action(revoke, terminal, async (own, options) => {
    const given = { ...organizationIn(options), graceDays: daysIn(options["graceDays"]) };
    const done = await administer<ShownKeys>(own, "key.revoke", given);
    return {
      json: done,
      text: `The keys of ${done.name} are revoked. They will be destroyed on ${dayInNewYork(done.destroysAt ?? "")}. Until then, bursar key restore brings them back; bursar key destroy does not wait.`,
    };
  });

  const restore = sub("restore", "use an organization's revoked data keys again", [
    'bursar key restore --org "Acme, Inc."',
  ]);
  action(restore, terminal, async (own, options) => {
    const done = await administer<ShownKeys>(own, "key.restore", { organization: options["org"] });
    return { json: done, text: `The keys of ${done.name} are in use again.` };
  });

  const destroy = sub(
    "destroy",
    "destroy an organization's revoked data keys now: what they encrypted can never be read again",
    ['bursar key destroy --org "Acme, Inc." --confirm "Acme, Inc."'],
  ).option(...confirmOption);
  action(destroy, terminal, async (own, options) => {
    const done = await administer<ShownKeys>(own, "key.destroy", organizationIn(options));
    return {
      json: done,
      text: `The keys of ${done.name} are destroyed. Backups still have them, encrypted by the master key: docs/operate/keys.md says how to end that.`,
    };
  });
}

const organizationIn = (options: Options) => ({ organization: options["org"], confirm: options["confirm"] });

function daysIn(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > 365) throw new WrongUsage(`--grace-days must be a number from 1 to 365, not "${text}"`);
  return days;
}

const dayOf = (at: string | null): string => (at === null ? "-" : dayInNewYork(at));

const keysTable = (rows: readonly ShownKeys[]): string =>
  table(
    [
      { title: "organization", value: (row: ShownKeys) => row.name },
      { title: "id", value: ({ organizationId }) => organizationId },
      { title: "keys", value: ({ state }) => state },
      { title: "revoked", value: ({ revokedAt }) => dayOf(revokedAt) },
      { title: "destroyed, or will be", value: ({ destroyedAt, destroysAt }) => dayOf(destroyedAt ?? destroysAt) },
    ],
    rows,
  );

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
    ...done.organizations.map(({ organizationId, keyVersion, columns, revoked = false }) =>
      keyVersion === null
        ? `${organizationId}: not rotated${revoked ? ", because its keys are revoked" : ""}`
        : `${organizationId}: data key ${keyVersion}, ${count(sum(columns.map(({ resealed }) => resealed)), "value")} re-encrypted`,
    ),
    ...(done.accessEnded
      ? ["Every API token, session, and link stops working in processes that start from now on. Restart all of them."]
      : []),
    ...(unreadable.length + done.unreadableKeys.length === 0
      ? []
      : [
          "COULD NOT BE READ and were left unchanged (restore them from a backup, or also configure the older master key):",
          ...[...done.unreadableKeys, ...unreadable].map((line) => `  ${line}`),
        ]),
  ].join("\n");
}
