import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

const ANSWER_LIMIT_MS = 60_000;

/** A tool's answer. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
}

/** A connection to an MCP server over its standard streams: JSON-RPC 2.0, one message a line. */
export interface McpConnection {
  listTools(): Promise<readonly string[]>;
  callTool(name: string, args: object): Promise<ToolAnswer>;
  close(): void;
}

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Starts a server and shakes hands with it. */
export async function connect(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<McpConnection> {
  const child: ChildProcess = spawn(program, args, { ...options, stdio: ["pipe", "pipe", "pipe"] });
  const waiting = new Map<number, (message: Message) => void>();
  let complaints = "";
  child.stderr?.on("data", (chunk) => (complaints = (complaints + String(chunk)).slice(-2_000)));
  const end = (reason: string) => {
    for (const [id, answer] of waiting) answer({ id, error: { message: `${reason} ${complaints}` } });
    waiting.clear();
  };
  child.on("error", (error) => end(error.message));
  child.on("close", (code) => end(`The server ended with ${code}.`));
  if (child.stdout === null) throw new Error("The server has no output.");
  createInterface({ input: child.stdout }).on("line", (line) => {
    // What comes from the process has the shape of a message, or is ignored.
    const message = JSON.parse(line) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  let last = 0;
  const send = (message: object) => child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const ask = (method: string, params: object) =>
    new Promise<unknown>((resolve, reject) => {
      const id = ++last;
      const timer = setTimeout(() => reject(new Error(`${method}: no answer. ${complaints}`)), ANSWER_LIMIT_MS);
      waiting.set(id, ({ result, error }) => {
        clearTimeout(timer);
        waiting.delete(id);
        if (error) reject(new Error(error.message));
        else resolve(result);
      });
      send({ id, method, params });
    });
  await ask("initialize", {
    protocolVersion: "2025-03-26",
    capabilities: {},
    clientInfo: { name: "bursar-interop", version: "1.0.0" },
  });
  send({ method: "notifications/initialized" });
  return {
    async listTools() {
      // As MCP defines the answers.
      const { tools } = (await ask("tools/list", {})) as { readonly tools: readonly { readonly name: string }[] };
      return tools.map(({ name }) => name);
    },
    async callTool(name, args_) {
      const answer = (await ask("tools/call", { name, arguments: args_ })) as {
        readonly isError?: boolean;
        readonly content: readonly { readonly text?: string }[];
      };
      return { isError: answer.isError === true, text: answer.content.map(({ text = "" }) => text).join("") };
    },
    close: () => void child.kill(),
  };
}
