import { Command, CommanderError } from "commander";
import { errorBody } from "#kernel/http/error-reply.ts";
import { ConfigError } from "#kernel/process/config.ts";
import { version } from "#kernel/process/version.ts";
import { Refusal } from "#kernel/refusal.ts";
import { StartUpProblem } from "#main/start-up-problem.ts";
import { CommandRefused } from "./action.ts";
import type { Terminal } from "./output.ts";

type AddCommand = (program: Command, terminal: Terminal) => void;

/** Each command by its name, loaded when it is used: many load the service, and clients of the API need none of it. */
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  serve: async () => (await import("./serve-command.ts")).serveCommand,
  migrate: async () => (await import("./migrate/migrate-command.ts")).migrateCommand,
  config: async () => (await import("./config-command.ts")).configCommand,
  org: async () => (await import("./organization-command.ts")).organizationCommand,
  account: async () => (await import("./account-command.ts")).accountCommand,
  user: async () => (await import("./user-command.ts")).userCommand,
  token: async () => (await import("./token-command.ts")).tokenCommand,
  ledger: async () => (await import("./ledger-command.ts")).ledgerCommand,
  audit: async () => (await import("./audit-command.ts")).auditCommand,
  rows: async () => (await import("./rows-command.ts")).rowsCommand,
  key: async () => (await import("./key-command.ts")).keyCommand,
  backup: async () => (await import("./operations/backup-command.ts")).backupCommand,
  restore: async () => (await import("./operations/backup-command.ts")).restoreCommand,
  move: async () => (await import("./operations/move-command.ts")).moveCommand,
  doctor: async () => (await import("./operations/doctor-command.ts")).doctorCommand,
  files: async () => (await import("./bank/files-command.ts")).filesCommand,
  statement: async () => (await import("./bank/reconcile-command.ts")).statementCommand,
  reconcile: async () => (await import("./bank/reconcile-command.ts")).reconcileCommand,
  checks: async () => (await import("./bank/checks-command.ts")).checksCommand,
  treasury: async () => (await import("./treasury/treasury-command.ts")).treasuryCommand,
  bank: async () => (await import("./bank/bank-command.ts")).bankCommand,
  screening: async () => (await import("./screening-command.ts")).screeningCommand,
  pay: async () => (await import("./pay/pay-command.ts")).payCommand,
  undo: async () => (await import("./undo/undo-command.ts")).undoCommand,
  sandbox: async () => (await import("./sandbox-command.ts")).sandboxCommand,
};
const VERSION_FLAGS = ["-V", "--version"];

/** The command that is named, which comes first; all of them for help, and to suggest one. */
function commandsFor([name = ""]: readonly string[]): readonly (() => Promise<AddCommand>)[] {
  if (VERSION_FLAGS.includes(name)) return [];
  const named = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return named === undefined ? Object.values(commands) : [named];
}

const OK = 0;
const REFUSED = 1;
const WRONG_USAGE = 2;

/** Runs the command line and returns its exit code: 0 done, 1 refused, 2 wrong usage. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command("bursar");
  program
    .description("Send payments by ACH, check, wire, and real-time payment from your own accounts")
    .version(version(), VERSION_FLAGS.join(", "))
    .configureOutput({
      writeOut: (text) => terminal.print(text.replace(/\n$/, "")),
      writeErr: (text) => terminal.complain(text.replace(/\n$/, "")),
    })
    // Commander would exit the process; tests run commands in their own process.
    .exitOverride()
    .helpCommand(false);
  for (const load of commandsFor(args)) (await load())(program, terminal);
  try {
    await program.parseAsync([...args], { from: "user" });
    return OK;
  } catch (error) {
    return explain(error, args.includes("--json"), terminal);
  }
}

/** Prints an expected error as a sentence, or as JSON for programs; a bug keeps its stack for a report. */
function explain(error: unknown, asJson: boolean, terminal: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? OK : WRONG_USAGE;
  if (error instanceof ConfigError) {
    terminal.complain(error.message);
    return WRONG_USAGE;
  }
  const body =
    error instanceof Refusal ? errorBody(error, "") : error instanceof CommandRefused ? error.body : undefined;
  if (asJson && body !== undefined) terminal.complain(JSON.stringify(body, null, 2));
  else if (error instanceof Refusal || error instanceof CommandRefused || error instanceof StartUpProblem)
    terminal.complain(error.message);
  else terminal.complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return isInvalidRequest(body) ? WRONG_USAGE : REFUSED;
}

/** Invalid input is wrong usage, no matter where it was found. */
function isInvalidRequest(body: unknown): boolean {
  if (typeof body !== "object" || body === null || !("errors" in body)) return false;
  const { errors } = body;
  return (
    typeof errors === "object" && errors !== null && "errorCode" in errors && errors.errorCode === "invalidRequest"
  );
}
