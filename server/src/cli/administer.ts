import { userInfo } from "node:os";
import { runAdminCommand } from "#administration/commands/commands.ts";
import { readConfig } from "#kernel/process/config.ts";
import { createLog } from "#kernel/process/log.ts";
import { openService } from "#main/open-service.ts";
import { commandSandboxTools } from "#main/sandbox-tools.ts";
import { createSender, webhookSenderOptionsOf } from "#reports/webhooks";
import type { Terminal } from "./output.ts";

/**
 * Runs an administration command on the service's database: on a PostgreSQL server, or in a data folder, also while a
 * running service has started the folder's database.
 */
export async function administer<Result>(
  terminal: Terminal,
  command: string,
  input: Readonly<Record<string, unknown>>,
): Promise<Result> {
  const config = readConfig(terminal.environment);
  const opened = await openService(config, createLog({ level: config.logLevel }), {
    // A command must not change the sandbox's time or the schema by running: only `serve` and `migrate` do.
    keepsClock: true,
    keepsSchema: true,
    besideService: true,
  });
  const sender = createSender(webhookSenderOptionsOf(config));
  try {
    const context = { service: opened.service, sandbox: commandSandboxTools(opened.service, sender) };
    // Inputs and results are JSON, so that a command means the same however it is called.
    const given: unknown = JSON.parse(jsonOf(input));
    const actor = { type: "operator", id: operatorName() } as const;
    const result: unknown = JSON.parse(jsonOf(await runAdminCommand(context, { command, input: given, actor })));
    // The caller declares the result type next to the command.
    return result as Result;
  } finally {
    await sender.close();
    await opened.close();
  }
}

/** The operating-system user, for the audit log. */
function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}

/** JSON text of a result: cents and counts beyond a double's exactness become strings. */
const jsonOf = (value: unknown, indent?: number): string =>
  JSON.stringify(value, (_key, member: unknown) => (typeof member === "bigint" ? exactNumber(member) : member), indent);

const exactNumber = (value: bigint): number | string =>
  value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER ? String(value) : Number(value);
