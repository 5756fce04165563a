import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { AgentAccess } from "./agent-api.ts";
import { createMcpServer } from "./mcp-server.ts";

/** Serves the client that started this process, until it closes standard input. Nothing else may write to standard output. */
export async function serveOverStdio(access: AgentAccess): Promise<void> {
  const server = createMcpServer(access);
  const ended = Promise.withResolvers<void>();
  server.onclose = () => ended.resolve();
  // The transport does not notice that its client is gone.
  process.stdin.once("end", () => void server.close());
  await server.connect(new StdioServerTransport());
  await ended.promise;
}
