import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { AgentAccess } from "#cli/mcp/agent-api.ts";
import { createMcpServer } from "#cli/mcp/mcp-server.ts";

export interface ToolAnswer {
  readonly isError: boolean;
  /** The sentence of an error, or the JSON of a result. */
  readonly text: string;
  /** Of a result; a wrong shape fails the assertion that reads it. */
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface TestAgent {
  readonly client: Client;
  call(name: string, input?: Readonly<Record<string, unknown>>): Promise<ToolAnswer>;
}

/** The official client, connected to the server of `bursar mcp` without a process in between. */
export async function connectAgent(access: AgentAccess): Promise<TestAgent> {
  const client = new Client({ name: "story-client", version: "1.2.3" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createMcpServer(access).connect(far);
  await client.connect(near);
  return agentOf(client);
}

/** The same, with `bursar mcp` in a process of its own, as clients start it. */
export async function startAgent(args: readonly string[]): Promise<TestAgent> {
  const client = new Client({ name: "story-client", version: "1.2.3" });
  const command = { command: process.execPath, args: [BURSAR, "mcp", ...args], stderr: "inherit" as const };
  await client.connect(new StdioClientTransport(command));
  return agentOf(client);
}

const BURSAR = join(import.meta.dirname, "../../../bin/bursar.mjs");

/** Tools as a test calls them. */
export const agentOf = (client: Client): TestAgent => ({
  client,
  call: async (name, input = {}) => {
    const result = await client.callTool({ name, arguments: { ...input } });
    const [first] = result.content as readonly { readonly text: string }[];
    const text = first?.text ?? "";
    return { isError: result.isError === true, text, body: result.isError === true ? undefined : JSON.parse(text) };
  },
});
