import { chmodSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { errorBody } from "../kernel/http/error-reply.ts";
import { refuseHttp } from "../kernel/http/http-refusals.ts";
import { parseStrictJson } from "../kernel/http/strict-json.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { Actor } from "../modules/audit/index.ts";
import type { AdminContext } from "./commands/command.ts";
import { runAdminCommand } from "./commands/commands.ts";
import { jsonOf } from "./commands/json.ts";

export interface AdminServer {
  close(): Promise<void>;
}

/** Unix socket paths are at most 107 bytes on Linux, 103 on macOS. */
const LONGEST_SOCKET_PATH = 103;
/** A document of five megabytes in base64. */
const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

/**
 * Allows the command line to administer this process: HTTP and JSON over a unix socket in the data folder, which only
 * the folder's owner can open. Call while holding the folder's lock: an existing socket file is then a leftover.
 */
export async function startAdminServer(context: AdminContext, path: string): Promise<AdminServer | undefined> {
  if (Buffer.byteLength(path) > LONGEST_SOCKET_PATH) {
    context.service.log.warn(
      { path },
      "the data folder's path is too long for a socket; stop the service to administer it, or move the folder",
    );
    return undefined;
  }
  rmSync(path, { force: true });
  const server = createServer((request, response) => {
    void answer(context, request).then(({ status, body }) => {
      response.writeHead(status, { "content-type": "application/json" }).end(jsonOf(body));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  // The folder is already private (0700); this protects the socket if the operator opens the folder to others.
  chmodSync(path, 0o600);
  return { close: () => closeServer(server) };
}

async function answer(context: AdminContext, request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  try {
    const { command, input, actor } = asCall(parseStrictJson(await readBody(request)));
    return { status: 200, body: { result: await runAdminCommand(context, { command, input, actor }) } };
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refuseHttp("internalError", { cause: error });
    if (refusal !== error) context.service.log.error({ err: error }, "administration failed");
    return { status: refusal.status, body: errorBody(refusal, "") };
  }
}

/** Bounded, because a wrong client must not exhaust the service's memory (law 26). */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > BODY_LIMIT_BYTES) throw refuseHttp("bodyTooLarge", { details: { limitBytes: BODY_LIMIT_BYTES } });
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function asCall(value: unknown): { command: string; input: unknown; actor: Actor } {
  if (typeof value === "object" && value !== null && "command" in value && "input" in value && "operator" in value) {
    const { command, input, operator } = value;
    if (typeof command === "string" && typeof operator === "string")
      return { command, input, actor: { type: "operator", id: operator } };
  }
  throw refuseHttp("badRequest", { details: { problem: "a call needs command, input, and operator" } });
}

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
