import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { Ajv, type ErrorObject } from "ajv";
import addFormats from "ajv-formats";
import { version } from "#kernel/process/version.ts";
import { CommandRefused, WrongUsage } from "../action.ts";
import { type AgentAccess, agentApi } from "./agent-api.ts";
import { createPreviews } from "./previews.ts";
import { prompts } from "./prompts.ts";
import { listResources, readResource, resourceTemplates } from "./resources.ts";
import { type Tool, type ToolContext, tools } from "./tools.ts";
import { marked, UNTRUSTED_NOTICE } from "./untrusted.ts";

const INSTRUCTIONS =
  "Bursar sends the organization's payments. You can read, and request payments that people approve in the dashboard; you cannot " +
  `send money, approve, or change bank details. Preview every payment, and show the person its amount and recipient first. ${UNTRUSTED_NOTICE}`;

const ajv = new Ajv({ allErrors: false, strict: false });
addFormats.default(ajv, ["uuid", "date"]);
const validators = new Map(tools.map((tool) => [tool.name, ajv.compile(tool.input)]));

/** The server of one client, which the client's transport connects (ADR 0128). */
export function createMcpServer(access: AgentAccess): Server {
  const server = new Server(
    { name: "bursar", title: "Bursar", version: version() },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
  );
  const api = agentApi(access, () => server.getClientVersion());
  const context: ToolContext = { api, previews: createPreviews() };

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(described) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: given = {} } }) => {
    const tool = tools.find((each) => each.name === name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name.slice(0, 100)}.`);
    const validate = validators.get(name);
    if (validate?.(given) !== true) return failed(`${problemOf(validate?.errors?.[0])}. Correct the arguments.`);
    try {
      return succeeded(await tool.run(context, given));
    } catch (error) {
      return failed(sentenceOf(error));
    }
  });

  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [...resourceTemplates] }));
  server.setRequestHandler(ListResourcesRequestSchema, () =>
    withSentence(async () => ({ resources: await listResources(api) })),
  );
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) =>
    withSentence(async () => {
      const text = textOf(await readResource(api, uri));
      return { contents: [{ uri, mimeType: "application/json", text }] };
    }),
  );

  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: prompts.map(({ name, title, description, arguments: taken }) => ({
      name,
      title,
      description,
      arguments: [...taken],
    })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: given = {} } }) => {
    const prompt = prompts.find((each) => each.name === name);
    if (prompt === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${name.slice(0, 100)}.`);
    const missing = prompt.arguments.find(
      (argument) => argument.required && (given[argument.name] ?? "").trim() === "",
    );
    if (missing !== undefined) throw new McpError(ErrorCode.InvalidParams, `The argument ${missing.name} is missing.`);
    const content = { type: "text" as const, text: prompt.text(given) };
    return { description: prompt.description, messages: [{ role: "user" as const, content }] };
  });
  return server;
}

const described = ({ name, title, description, input, reads }: Tool) => ({
  name,
  title,
  description,
  inputSchema: { ...input, type: "object" as const },
  annotations: { readOnlyHint: reads, destructiveHint: false, idempotentHint: true, openWorldHint: false },
});

const textOf = (value: unknown): string => JSON.stringify({ notice: UNTRUSTED_NOTICE, ...asObject(marked(value)) });
const asObject = (value: unknown): object => (typeof value === "object" && value !== null ? value : { value });

const succeeded = (value: unknown) => ({ content: [{ type: "text" as const, text: textOf(value) }] });
const failed = (sentence: string) => ({ isError: true, content: [{ type: "text" as const, text: sentence }] });

const problemOf = (error: ErrorObject | undefined): string => {
  const where =
    error?.instancePath.slice(1) ||
    String(error?.params["missingProperty"] ?? error?.params["additionalProperty"] ?? "");
  return `${where === "" ? "The input" : where} ${error?.message ?? "is not accepted"}`;
};

/** What kept a tool from its answer, in one sentence; a bug says so, without what may be secret. */
const sentenceOf = (error: unknown): string =>
  error instanceof CommandRefused || error instanceof WrongUsage
    ? error.message
    : `The tool failed because of a bug: ${error instanceof Error ? error.name : "unknown"}. Report it.`;

async function withSentence<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new McpError(ErrorCode.InternalError, sentenceOf(error));
  }
}
