import { Command, CommanderError } from "commander";
import { errorBody } from "#kernel/http/error-reply.ts";
import { ConfigError } from "#kernel/process/config.ts";
import { version } from "#kernel/process/version.ts";
import { Refusal } from "#kernel/refusal.ts";
import { StartUpProblem } from "#main/start-up-problem.ts";
import { accountCommand } from "./account-command.ts";
import { CommandRefused } from "./administer.ts";
import { auditCommand } from "./audit-command.ts";
import { bankCommand } from "./bank/bank-command.ts";
import { checksCommand } from "./bank/checks-command.ts";
import { filesCommand } from "./bank/files-command.ts";
import { reconcileCommand, statementCommand } from "./bank/reconcile-command.ts";
import { configCommand } from "./config-command.ts";
import { keyCommand } from "./key-command.ts";
import { ledgerCommand } from "./ledger-command.ts";
import { migrateCommand } from "./migrate/migrate-command.ts";
import { backupCommand, restoreCommand } from "./operations/backup-command.ts";
import { doctorCommand } from "./operations/doctor-command.ts";
import { moveCommand } from "./operations/move-command.ts";
import { organizationCommand } from "./organization-command.ts";
import type { Terminal } from "./output.ts";
import { payCommand } from "./pay/pay-command.ts";
import { rowsCommand } from "./rows-command.ts";
import { sandboxCommand } from "./sandbox-command.ts";
import { serveCommand } from "./serve-command.ts";
import { tokenCommand } from "./token-command.ts";
import { treasuryCommand } from "./treasury/treasury-command.ts";
import { userCommand } from "./user-command.ts";

const OK = 0;
const REFUSED = 1;
const WRONG_USAGE = 2;

/** Runs the command line and returns its exit code: 0 done, 1 refused, 2 wrong usage. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command("bursar");
  program
    .description("Send payments by ACH, check, wire, and real-time payment from your own accounts")
    .version(version())
    .configureOutput({
      writeOut: (text) => terminal.print(text.replace(/\n$/, "")),
      writeErr: (text) => terminal.complain(text.replace(/\n$/, "")),
    })
    // Commander would exit the process; tests run commands in their own process.
    .exitOverride()
    .helpCommand(false);
  const groups = [
    serveCommand,
    migrateCommand,
    configCommand,
    organizationCommand,
    accountCommand,
    userCommand,
    tokenCommand,
    ledgerCommand,
    auditCommand,
    rowsCommand,
    keyCommand,
    backupCommand,
    restoreCommand,
    moveCommand,
    doctorCommand,
    filesCommand,
    statementCommand,
    reconcileCommand,
    checksCommand,
    treasuryCommand,
    bankCommand,
    payCommand,
    sandboxCommand,
  ];
  for (const group of groups) group(program, terminal);
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
