import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { removeFolder, startServer, temporaryFolder } from "../../../server/test/kit/servers/server-process.ts";
import { report, type Sandbox } from "./calls.ts";
import { commandLineDifferences, runCommands, versionOf } from "./command-line.ts";
import { buildGoSession, GO_SDK, goSdkDifferences, runGoSession } from "./go-sdk.ts";
import { callTools, install, mcpServers } from "./mcp-servers.ts";

/** The official command line's binary, which no registry has. */
const CLI_VARIABLE = "INTEROP_CLI";

/**
 * Clients of this API family as their authors published them, against a sandbox of this service: the official Go SDK, two
 * MCP servers, and the official command line. Only their base URL is another one. Returns whether all did what
 * docs/use/compatibility.md says.
 */
export async function runKnownClients(work: string): Promise<boolean> {
  const dataDir = await temporaryFolder();
  const receiver = createServer((_, answer) => answer.end("ok")).listen(0, "127.0.0.1");
  const server = await startServer({ dataDir });
  try {
    const { tokens, accounts } = await server.demo();
    const accountOf = (kind: string): string => accounts.find((account) => account.kind === kind)?.id ?? "";
    const address = receiver.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const sandbox = (run: string): Sandbox => ({
      url: server.url,
      token: tokens.readWrite,
      run,
      receiver: `http://127.0.0.1:${port}/hook`,
      account: accountOf("checking"),
      savings: accountOf("savings"),
      treasury: accountOf("treasury"),
    });
    const passed = [await goSdk(work, sandbox("go"))];
    for (const mcpServerProgram of mcpServers)
      passed.push(await mcpServer(mcpServerProgram, work, sandbox(mcpServerProgram.name)));
    passed.push(await commandLine(work, sandbox("cli")));
    return passed.every(Boolean);
  } finally {
    receiver.close();
    await server.stop();
    await removeFolder(dataDir);
  }
}

const isInstalled = (program: string): boolean => spawnSync("which", [program]).status === 0;

/** What cannot be run is no failure, but is said. */
function skipped(client: string, reason: string): boolean {
  process.stdout.write(`${client}: skipped, because ${reason}\n`);
  return true;
}

async function goSdk(work: string, sandbox: Sandbox): Promise<boolean> {
  const name = `${GO_SDK.name} ${GO_SDK.version}`;
  if (!isInstalled("go")) return skipped(name, "go is not installed");
  const folder = join(work, "go-sdk");
  const missing = buildGoSession(folder);
  if (missing !== undefined) return skipped(name, `the Go module registry does not serve it (${missing})`);
  return report(name, await runGoSession(folder, sandbox), goSdkDifferences);
}

async function mcpServer(server: (typeof mcpServers)[number], work: string, sandbox: Sandbox): Promise<boolean> {
  const name = `${server.name} ${server.version}`;
  if (!isInstalled("npm")) return skipped(name, "npm is not installed");
  const folder = join(work, server.name);
  const missing = install(server, folder);
  if (missing !== undefined) return skipped(name, `npm does not serve it (${missing})`);
  return report(name, await callTools(server, folder, sandbox), server.known);
}

async function commandLine(work: string, sandbox: Sandbox): Promise<boolean> {
  const binary = process.env[CLI_VARIABLE];
  if (binary === undefined) return skipped("Official command line", `${CLI_VARIABLE} does not name its binary`);
  const name = await versionOf(binary);
  return report(name, await runCommands(binary, join(work, "command-line"), sandbox), commandLineDifferences);
}
