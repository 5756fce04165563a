import { apiDocuments } from "../../../server/src/contract/api-documents.ts";
import type { RecordedExample } from "../../../server/src/contract/components/recorded-examples.ts";
import { pdf } from "../../../server/test/kit/files/sample-files.ts";
import {
  type ContractOperation,
  type FlatSchema,
  operationsOf,
  readContract,
} from "../../../server/test/kit/operations/contract-operations.ts";
import { type Given, memberOf } from "../../../server/test/kit/operations/everything.ts";
import { untilThere } from "../../../server/test/kit/service/advance-to.ts";
import { formOf } from "../../../server/test/kit/service/upload.ts";
import { type DemoWorld, openDemoWorld } from "./demo-world.ts";
import { beginningOf, shortened } from "./shortened.ts";
import { stableText } from "./stable-text.ts";
import { openStory, type Story } from "./story.ts";

/**
 * Calls every operation of api/openapi.json once, as its route's example says, with the demo organization, and returns
 * the text of server/api-examples.json: what was sent and what the service answered. The order and the values are those
 * of story.ts. Throws if a call does not succeed.
 */
export async function recordExamples(): Promise<string> {
  const world = await openDemoWorld();
  try {
    const recorded = new Map<string, RecordedExample>();
    const story = await openStory(world);
    const operations = operationsToRecord(world);
    for (const operation of story.inOrder(operations)) {
      const { operationId } = operation;
      recorded.set(operationId, await record(world, operation, await story.given(operationId)));
      story.note(operationId, recorded.get(operationId)?.response);
    }
    // In the order of the document, one line each.
    const lines = operations.map(({ operationId }) => [operationId, recorded.get(operationId)] as const);
    const text = lines.map(([name, example]) => `${JSON.stringify(name)}:${JSON.stringify(example)}`).join(",\n");
    const inPaths = [...recorded.values()].flatMap(({ parameters }) => Object.values(parameters).filter(isSecret));
    return stableText(`{\n${text}\n}\n`, [...story.secrets(), ...inPaths]);
  } finally {
    await world.close();
  }
}

/** IDs are replaced as such; nothing else in a path is as long. */
const isSecret = (value: unknown): value is string => typeof value === "string" && /^[\w-]{40,}$/.test(value);

/** With the routes' own examples. */
const operationsToRecord = ({ world }: DemoWorld): readonly ContractOperation[] =>
  operationsOf(readContract(apiDocuments(world.app.api.swagger(), {}).openapi));

const UPLOADED = { name: "invoice-2026-0042.pdf", text: "Blue Ridge Supplies LLC, invoice 42: 125.50 USD" };

async function record(
  { world, token }: DemoWorld,
  operation: ContractOperation,
  { query = {}, given }: Awaited<ReturnType<Story["given"]>>,
): Promise<RecordedExample> {
  const { method, path, operationId } = operation;
  const inPath = Object.fromEntries(
    operation.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => [name, given[name]]),
  );
  const missing = Object.keys(inPath).find((name) => inPath[name] === undefined);
  if (missing !== undefined) throw new Error(`${operationId} needs {${missing}}: say in story.ts which`);
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath[name])));
  const search = new URLSearchParams(query).toString();
  const { sent, shown } = bodyOf(operation, given);
  const answer = await untilThere(async (body: unknown) => {
    const isJson = body !== undefined && !(body instanceof Buffer);
    const { statusCode, headers, rawPayload } = await world.app.api.inject({
      method,
      url: search === "" ? url : `${url}?${search}`,
      remoteAddress: "127.0.0.1",
      headers: {
        ...(operation.security.length === 0 ? {} : { authorization: `Bearer ${token}` }),
        ...(isJson ? { "content-type": "application/json" } : sent?.headers),
      },
      ...(body === undefined ? {} : { payload: isJson ? JSON.stringify(body) : body }),
    });
    const [type] = String(headers["content-type"] ?? "").split(";");
    const text = rawPayload.toString("utf8");
    return { status: statusCode, type, text, body: type === "application/json" ? JSON.parse(text) : undefined };
  }, sent?.payload);
  if (answer.status >= 300) throw new Error(`${operationId}: ${url} returned ${answer.status} ${answer.text}`);
  const inQuery = operation.parameters.filter((parameter) => parameter.in === "query" && query[parameter.name]);
  const response = answer.body === undefined ? beginningOf(answer.text, answer.type) : shortened(answer.body);
  return {
    parameters: {
      ...inPath,
      ...Object.fromEntries(inQuery.map(({ name, schema }) => [name, typed(query[name] ?? "", schema)])),
    },
    ...(shown === undefined ? {} : { body: shown }),
    status: answer.status,
    ...(answer.text === "" ? {} : { type: answer.type, response }),
  };
}

/** What is sent, and how the document shows it. */
function bodyOf(operation: ContractOperation, given: Given) {
  const form = operation.requestBody?.content["multipart/form-data"];
  if (form !== undefined) {
    const names = (form.schema?.required ?? []).filter((name) => name !== "file");
    const fields = Object.fromEntries(names.map((name) => [name, given[name] ?? ""]));
    const content = pdf(UPLOADED.text);
    const { body, headers } = formOf(content, UPLOADED.name, fields);
    return {
      sent: { payload: body, headers },
      shown: { ...fields, file: beginningOf(content.toString("latin1"), "application/pdf") },
    };
  }
  if (operation.body === undefined) return { sent: undefined, shown: undefined };
  const [example = {}] = operation.body.examples;
  const filled = Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, memberOf(given, name, value)]),
  );
  return { sent: { payload: filled, headers: {} }, shown: filled };
}

/** The value of a query parameter in the form of its schema. */
function typed(value: string, { type }: FlatSchema): unknown {
  if (type === "integer" || type === "number") return Number(value);
  if (type === "array") return value.split(",");
  return type === "boolean" ? value === "true" : value;
}
