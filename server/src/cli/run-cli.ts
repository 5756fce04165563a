import { Command } from "commander";
import { version } from "#kernel/process/version.ts";
import { OK, REFUSED, WRONG_USAGE } from "./action.ts";
import { completionCommand } from "./completion/completion-command.ts";
import { withExamples, withSubcommandExamples } from "./examples.ts";
import { helpCommand } from "./help-command.ts";
import type { Terminal } from "./output.ts";

type AddCommand = (program: Command, terminal: Terminal) => void;

type Commands = Readonly<Record<string, () => Promise<AddCommand>>>;

/** Each command by its name, loaded when it is used: many load the service. */
const administration: Commands = {
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
  sandbox: async () => (await import("./sandbox-command.ts")).sandboxCommand,
  help: async () => helpCommand,
  completion: async () => completionCommand,
};

/** Clients of the API, with a token: they need nothing of the service. */
const clients: Commands = {
  login: async () => (await import("./client/login-command.ts")).loginCommand,
  whoami: async () => (await import("./client/login-command.ts")).whoamiCommand,
  logout: async () => (await import("./client/login-command.ts")).logoutCommand,
  accounts: async () => (await import("./client/resource-commands.ts")).accountsCommand,
  recipients: async () => (await import("./client/resource-commands.ts")).recipientsCommand,
  transactions: async () => (await import("./client/resource-commands.ts")).transactionsCommand,
  requests: async () => (await import("./client/resource-commands.ts")).requestsCommand,
  pay: async () => (await import("./pay/pay-command.ts")).payCommand,
  undo: async () => (await import("./undo/undo-command.ts")).undoCommand,
  invoices: async () => (await import("./client/resource-commands.ts")).invoicesCommand,
  statements: async () => (await import("./client/resource-commands.ts")).statementsCommand,
  webhooks: async () => (await import("./client/resource-commands.ts")).webhooksCommand,
  listen: async () => (await import("./events/listen-command.ts")).listenCommand,
  trigger: async () => (await import("./events/trigger-command.ts")).triggerCommand,
  logs: async () => (await import("./events/logs-command.ts")).logsCommand,
  mcp: async () => (await import("./mcp/mcp-command.ts")).mcpCommand,
};

const commands: Commands = { ...administration, ...clients };
const EXIT_CODES = `Exit codes: ${OK} success, ${REFUSED} refusal, ${WRONG_USAGE} incorrect usage`;
const VERSION_FLAGS = ["-V", "--version"];
/** Commands about all others. */
const ABOUT_ALL = ["help", "completion"];

/** The command that is named, which comes first; all of them for help, and to suggest one. */
function commandsFor([name = ""]: readonly string[]): readonly (() => Promise<AddCommand>)[] {
  if (VERSION_FLAGS.includes(name)) return [];
  const named = Object.hasOwn(commands, name) && !ABOUT_ALL.includes(name) ? commands[name] : undefined;
  return named === undefined ? Object.values(commands) : [named];
}

/** The commands that these arguments need, without running one. */
export async function commandTree(args: readonly string[], terminal: Terminal): Promise<Command> {
  const program = new Command("bursar");
  program
    .description("Send payments by ACH, check, wire, and real-time payment from your own accounts")
    .version(version(), VERSION_FLAGS.join(", "))
    .configureOutput({
      writeOut: (text) => terminal.print(text.replace(/\n$/, "")),
      // Mistakes are explained below, as all others are.
      writeErr: () => undefined,
      outputError: () => undefined,
    })
    // Commander would exit the process; tests run commands in their own process.
    .exitOverride()
    .helpCommand(false);
  for (const load of commandsFor(args)) (await load())(program, terminal);
  for (const command of program.commands) {
    if (command.commands.length > 0) withSubcommandExamples(command);
    if (Object.hasOwn(clients, command.name())) command.helpGroup("As a client of the API, with a token:");
  }
  return withExamples(program, [
    "bursar serve",
    "bursar help token create",
    "bursar login",
    "bursar pay run.csv --account Operating",
  ])
    .addHelpText("after", "\nEvery command also takes the settings as flags, such as --data-dir: bursar help serve")
    .addHelpText("after", `\n${EXIT_CODES}`);
}

/** Runs the command line and returns its exit code (explain.ts). */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  let program: Command | undefined;
  try {
    program = await commandTree(args, terminal);
    await program.parseAsync([...args], { from: "user" });
    return OK;
  } catch (error) {
    // It knows the errors of the whole service, which a command that succeeds need not load.
    const { explain } = await import("./explain.ts");
    return explain(error, { args, program, terminal });
  }
}
