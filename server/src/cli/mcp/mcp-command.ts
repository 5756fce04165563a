import { type Command, InvalidArgumentError } from "commander";
import { readConfig } from "#kernel/process/config.ts";
import { action, WrongUsage } from "../action.ts";
import { accessOf, serviceUrl, withClientOptions } from "../client/client-of.ts";
import type { Terminal } from "../output.ts";
import { commandIn } from "../settings-options.ts";

/** `bursar mcp`: tools, resources, and prompts for AI agents, on standard input and output or over HTTP (ADR 0128). */
export function mcpCommand(program: Command, terminal: Terminal): void {
  const command = withClientOptions(
    commandIn(program, {
      name: "mcp",
      description:
        "serve AI agents over the Model Context Protocol: they read, and request payments that people approve; use a token of the kind agent",
      examples: [
        "bursar mcp --url https://bursar.example.com --token-file agent-token.txt",
        "bursar mcp --http --listen 8765 --url https://bursar.example.com --resource https://agents.example.com/mcp",
      ],
    }),
  )
    .option("--http", "serve over HTTP, for agents that users connect with OAuth; needs no token")
    .option("--listen <port>", "with --http: the port of this machine", portOf, 8765)
    .option("--resource <url>", "with --http: how agents reach it, ending with /mcp, if that is not this machine");
  action(command, terminal, async (own, options) => {
    const text = (name: string) => (typeof options[name] === "string" ? options[name] : undefined);
    // Loaded only here: no other command needs the protocol.
    if (options["http"] !== true) {
      const { serveOverStdio } = await import("./stdio.ts");
      await serveOverStdio(() => accessOf(own, options));
      return {};
    }
    const port = Number(options["listen"]);
    const { serveOverHttp } = await import("./serve-http.ts");
    const served = {
      serviceUrl: serviceUrl(text("url") ?? readConfig(own.environment).publicUrl),
      host: "127.0.0.1",
      port,
      resource: resourceOf(text("resource"), port),
    };
    const server = await serveOverHttp(served);
    own.complain(`Agents connect to ${served.resource}. Its users sign in at ${served.serviceUrl}.`);
    const stop = () => void server.close();
    process.once("SIGINT", stop).once("SIGTERM", stop);
    await new Promise((resolve) => server.once("close", resolve));
    return {};
  });
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new InvalidArgumentError("It must be a port from 1 to 65535.");
  return port;
}

/** The address that access tokens are for: HTTPS, unless it is on this machine. */
function resourceOf(text: string | undefined, port: number): string {
  const url = URL.parse(text ?? `http://127.0.0.1:${port}/mcp`);
  const isLocal = url !== null && ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
  if (
    url === null ||
    url.pathname !== "/mcp" ||
    url.search !== "" ||
    (url.protocol !== "https:" && !(url.protocol === "http:" && isLocal))
  )
    throw new WrongUsage(`--resource must be an https:// address that ends with /mcp, not "${text}".`);
  return url.href;
}
