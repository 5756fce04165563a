import { existsSync } from "node:fs";
import { request } from "node:http";
import { userInfo } from "node:os";
import { runAdminCommand } from "../administration/commands/commands.ts";
import { jsonOf } from "../administration/commands/json.ts";
import { type Config, readConfig } from "../kernel/process/config.ts";
import { adminSocketOf } from "../kernel/process/data-folder.ts";
import { createLog } from "../kernel/process/log.ts";
import { openService } from "../main/open-service.ts";
import { commandSandboxTools } from "../main/sandbox-tools.ts";
import { createSender, webhookSenderOptionsOf } from "../modules/webhooks/index.ts";
import type { Terminal } from "./output.ts";

/** A refusal of the service, wherever it ran: printed as text or, with --json, unchanged. */
export class CommandRefused extends Error {
  override readonly name = "CommandRefused";
  readonly body: unknown;

  constructor(message: string, body: unknown) {
    super(message);
    this.body = body;
  }
}

/**
 * Runs an administration command where the database is: directly, on a PostgreSQL server or in an unused data folder,
 * or through its socket if a running service holds the folder.
 */
export async function administer<Result>(
  terminal: Terminal,
  command: string,
  input: Readonly<Record<string, unknown>>,
): Promise<Result> {
  // The caller declares the result type next to the command; the same version's command created the value.
  return (await call(terminal, command, input)) as Result;
}

async function call(terminal: Terminal, command: string, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  const config = readConfig(terminal.environment);
  const operator = operatorName();
  if (config.databaseUrl === undefined) {
    const answer = await askRunningService(config, { command, input, operator });
    if (answer !== "notRunning") return answer.result;
  }
  const opened = await openService(config, createLog({ level: config.logLevel }), {
    // A command must not change the sandbox's time or the schema by running: only `serve` and `migrate` do.
    keepsClock: true,
    keepsSchema: true,
  });
  const sender = createSender(webhookSenderOptionsOf(config));
  try {
    const context = { service: opened.service, sandbox: commandSandboxTools(opened.service, sender) };
    // The same JSON as through the socket, so that the output does not depend on where the command ran.
    const given: unknown = JSON.parse(jsonOf(input));
    const result = await runAdminCommand(context, { command, input: given, actor: { type: "operator", id: operator } });
    return JSON.parse(jsonOf(result));
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

/** Key rotation and verification read whole tables, so commands may take minutes. */
const CALL_TIMEOUT_MS = 10 * 60_000;

function askRunningService(
  config: Config,
  call: { command: string; input: unknown; operator: string },
): Promise<{ result: unknown } | "notRunning"> {
  const socketPath = adminSocketOf(config.dataDir);
  if (!existsSync(socketPath)) return Promise.resolve("notRunning");
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        socketPath,
        method: "POST",
        path: "/",
        headers: { "content-type": "application/json" },
        timeout: CALL_TIMEOUT_MS,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
          if (response.statusCode === 200 && isResult(body)) resolve({ result: body.result });
          else reject(new CommandRefused(refusalMessage(body) ?? "The service rejected the command", body));
        });
      },
    );
    sent.on("timeout", () => sent.destroy(new Error("The service did not answer in ten minutes")));
    sent.on("error", (error: NodeJS.ErrnoException) => {
      // The socket file outlives a killed process: nothing listens, so nothing holds the folder's lock either.
      if (error.code === "ECONNREFUSED" || error.code === "ENOENT") resolve("notRunning");
      else reject(error);
    });
    sent.end(jsonOf(call));
  });
}

const isResult = (body: unknown): body is { readonly result: unknown } =>
  typeof body === "object" && body !== null && "result" in body;

/** The message of a refusal of the service; undefined if the body is none. */
export const refusalMessage = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "message" in body && typeof body.message === "string"
    ? body.message
    : undefined;
