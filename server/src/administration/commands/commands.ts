import { type RefusalTable, refuser } from "#kernel/refusal.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import type { Actor } from "#records/audit";
import { accountCommands } from "./account-commands.ts";
import { auditCommands } from "./audit-commands.ts";
import { backupCommands } from "./backup-commands.ts";
import { bankCommands } from "./banks/bank-commands.ts";
import { bankFileCommands } from "./banks/bank-file-commands.ts";
import { checkCommands } from "./banks/check-commands.ts";
import { reconciliationCommands } from "./banks/reconciliation-commands.ts";
import type { AdminCommand, AdminContext } from "./command.ts";
import { doctorCommands } from "./doctor-commands.ts";
import { keyCommands } from "./key-commands.ts";
import { ledgerCommands } from "./ledger-commands.ts";
import { organizationCommands } from "./organization-commands.ts";
import { rowCommands } from "./row-commands.ts";
import { sandboxCommands } from "./sandbox-commands.ts";
import { screeningCommands } from "./screening-commands.ts";
import { tokenCommands } from "./token-commands.ts";
import { treasuryCommands } from "./treasury-commands.ts";
import { userCommands } from "./user-commands.ts";

/** All operator commands, by name. */
const commands: Readonly<Record<string, AdminCommand>> = {
  ...organizationCommands,
  ...accountCommands,
  ...tokenCommands,
  ...treasuryCommands,
  ...bankCommands,
  ...userCommands,
  ...ledgerCommands,
  ...auditCommands,
  ...bankFileCommands,
  ...reconciliationCommands,
  ...checkCommands,
  ...keyCommands,
  ...backupCommands,
  ...doctorCommands,
  ...rowCommands,
  ...screeningCommands,
  ...sandboxCommands,
};

const commandRefusals = {
  unknownAdminCommand: {
    status: 400,
    title: "The service does not know this command",
    message: "This version of the service does not know {command}. Use the command line of the same version.",
  },
} as const satisfies RefusalTable;
const refuseCommand = refuser(commandRefusals);

export interface AdminCall {
  readonly command: string;
  readonly input: unknown;
  readonly actor: Actor;
}

/** Runs the command in this process. Throws a Refusal if it is not allowed. */
export async function runAdminCommand(context: AdminContext, { command, input, actor }: AdminCall): Promise<unknown> {
  const found = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (found === undefined) throw refuseCommand("unknownAdminCommand", { details: { command } });
  return acrossOrganizations(() => found.run(context, input, actor));
}
