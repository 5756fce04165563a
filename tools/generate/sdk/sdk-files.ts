import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { methodNames } from "@bursar/sdk/method-names";
import { allRefusals } from "../../../server/src/contract/refusals.ts";

/** The generated part of packages/sdk, from the OpenAPI document (ADR 0123). */
const FOLDER = "packages/sdk/src/generated";
export const SDK_FILES = ["types.ts", "resources.ts", "error-codes.ts"].map((name) => `${FOLDER}/${name}`);

const HEADER = "// Generated from api/openapi.json by `npm run gen`: do not edit.\n";

type Json = Readonly<Record<string, unknown>>;

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
}

interface Content {
  readonly schema?: Schema;
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response>>;
  readonly "x-required-scope"?: string;
}

/** The parts of api/openapi.json that are read. */
export interface DescribedApi {
  readonly openapi: string;
  readonly info: Json;
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses?: Readonly<Record<string, Response>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
  };
}

const nameIn = (reference: string): string => reference.split("/").at(-1) ?? "";
const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** What the templates need of one operation. */
interface Method {
  readonly name: string;
  readonly documentation: readonly string[];
  /** Of the operation's table. */
  readonly fields: readonly string[];
  /** The declaration of the method, and the types that it names. */
  readonly declaration: string;
  readonly types: readonly string[];
}

export async function sdkFiles(api: DescribedApi): Promise<ReadonlyMap<string, string>> {
  const resources = resourcesOf(api);
  return new Map([
    [`${FOLDER}/types.ts`, await typesFile(api)],
    [`${FOLDER}/resources.ts`, resourcesFile(resources)],
    [`${FOLDER}/error-codes.ts`, errorCodesFile(api)],
  ]);
}

/** The schemas, and one for the query of each operation, as types of these names. */
async function typesFile(api: DescribedApi): Promise<string> {
  const { createClient } = await import("@hey-api/openapi-ts");
  const schemas = { ...api.components.schemas, ...Object.fromEntries(queriesOf(api)) };
  const folder = await mkdtemp(join(tmpdir(), "bursar-sdk-types-"));
  try {
    await createClient({
      input: { openapi: api.openapi, info: api.info, paths: {}, components: { schemas } },
      output: { path: folder },
      plugins: ["@hey-api/typescript"],
      logs: { level: "silent", file: false },
    });
    const text = await readFile(join(folder, "types.gen.ts"), "utf8");
    // Of a client that the generator would make.
    const types = text.slice(text.indexOf("export ")).replace(/^export type ClientOptions = \{.*?^\};\n\n/ms, "");
    return `${HEADER}${types}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function* operationsOf(api: DescribedApi) {
  for (const [path, methods] of Object.entries(api.paths))
    for (const [verb, operation] of Object.entries(methods)) yield { path, verb, operation };
}

const parametersOf = ({ parameters = [] }: DescribedOperation, { components }: DescribedApi): readonly Parameter[] =>
  parameters.map((parameter) =>
    parameter.$ref === undefined ? parameter : (components.parameters?.[nameIn(parameter.$ref)] ?? parameter),
  );

const queryNameOf = ({ operationId }: DescribedOperation): string => `${capitalized(operationId)}Query`;

function queriesOf(api: DescribedApi): readonly [string, Schema][] {
  return [...operationsOf(api)].flatMap(({ operation }) => {
    const parameters = parametersOf(operation, api).filter((parameter) => parameter.in === "query");
    if (parameters.length === 0) return [];
    const properties = parameters.map(({ name, description, schema }) => [name, { ...schema, description }]);
    const required = parameters.filter((parameter) => parameter.required === true).map(({ name }) => name);
    return [[queryNameOf(operation), { type: "object", properties: Object.fromEntries(properties), required }]];
  });
}

/** The methods of each resource, sorted as in the document. */
function resourcesOf(api: DescribedApi): ReadonlyMap<string, readonly Method[]> {
  const names = methodNames(api);
  const resources = new Map<string, Method[]>();
  for (const { path, verb, operation } of operationsOf(api)) {
    const name = names.get(operation.operationId);
    if (name === undefined) throw new Error(`${operation.operationId} has no name`);
    const methods = resources.get(name.resource) ?? [];
    methods.push(methodOf(api, { name: name.method, path, verb, operation }));
    resources.set(name.resource, methods);
  }
  return resources;
}

interface Input {
  readonly kind: "query" | "json" | "form";
  readonly type: string;
  readonly isRequired: boolean;
}

function inputOf(api: DescribedApi, operation: DescribedOperation): Input | undefined {
  const query = parametersOf(operation, api).filter((parameter) => parameter.in === "query");
  const { content = {}, required = false } = operation.requestBody ?? {};
  const [[mediaType, { schema = {} }] = ["", {}]] = Object.entries(content);
  // A body that may be left out is its type or null. The key has its place in the options.
  const body = nameIn([schema, ...(schema.anyOf ?? [])].find(({ $ref }) => $ref !== undefined)?.$ref ?? "");
  const members = Object.keys(api.components.schemas[body]?.properties ?? {});
  const hasBody = members.some((member) => member !== "idempotencyKey");
  if (query.length > 0 && hasBody) throw new Error(`${operation.operationId} has a query and a body`);
  if (query.length > 0)
    return {
      kind: "query",
      type: queryNameOf(operation),
      isRequired: query.some((parameter) => parameter.required === true),
    };
  if (!hasBody) return undefined;
  const kind = mediaType === "multipart/form-data" ? "form" : "json";
  return { kind, type: body, isRequired: required };
}

interface Output {
  readonly kind: "json" | "text" | "blob" | "nothing";
  readonly type: string;
}

function outputOf(api: DescribedApi, operation: DescribedOperation): Output {
  const [response] = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([, each]) => (each.$ref === undefined ? each : api.components.responses?.[nameIn(each.$ref)]));
  const contents = Object.entries(response?.content ?? {});
  const [mediaType, { schema }] = contents[0] ?? ["", { schema: undefined }];
  if (contents.length === 0) return { kind: "nothing", type: "void" };
  if (mediaType === "application/json" && schema?.$ref !== undefined)
    return { kind: "json", type: nameIn(schema.$ref) };
  if (mediaType === "application/json") throw new Error(`The answer of ${operation.operationId} has no name`);
  const isText = contents.length === 1 && /^text\/|xml$|ofx$|qbo$/.test(mediaType);
  return isText ? { kind: "text", type: "string" } : { kind: "blob", type: "Blob" };
}

/** The member with the items of a page, and their type; undefined if the operation does not return pages. */
function itemsOf(
  api: DescribedApi,
  input: Input | undefined,
  output: Output,
): { readonly member: string; readonly type: string } | undefined {
  const { properties = {}, required = [] } = api.components.schemas[output.type] ?? {};
  if (input?.kind !== "query" || output.kind !== "json") return undefined;
  if (properties["page"] === undefined && properties["cursor"] === undefined) return undefined;
  const found = Object.entries(properties).find(([name, { type }]) => type === "array" && required.includes(name));
  if (found === undefined) throw new Error(`${output.type} has no items`);
  const [member, { items }] = found;
  return { member, type: items?.$ref === undefined ? `${output.type}["${member}"][number]` : nameIn(items.$ref) };
}

/** Where the operation takes an idempotency key. */
function keyOf(api: DescribedApi, operation: DescribedOperation, input: Input | undefined): string | undefined {
  const isHeader = ({ in: place, name }: Parameter) => place === "header" && name.toLowerCase() === "idempotency-key";
  if (parametersOf(operation, api).some(isHeader)) return "header";
  const { properties } = api.components.schemas[input?.type ?? ""] ?? {};
  return input?.kind === "form" && properties?.["idempotencyKey"] !== undefined ? "form" : undefined;
}

interface Place {
  readonly name: string;
  readonly path: string;
  readonly verb: string;
  readonly operation: DescribedOperation;
}

function methodOf(api: DescribedApi, { name, path, verb, operation }: Place): Method {
  const input = inputOf(api, operation);
  const output = outputOf(api, operation);
  const items = itemsOf(api, input, output);
  const key = keyOf(api, operation, input);
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => `${parameter}: string`);
  const inputName = input?.kind === "query" ? "query" : "body";
  const inputs = input === undefined ? [] : [`${inputName}${input.isRequired ? "" : "?"}: ${input.type}`];
  const result = items === undefined ? `Promise<${output.type}>` : `List<${output.type}, ${items.type}>`;
  const optional: readonly (readonly [string, string | undefined])[] = [
    ["input", input?.kind],
    ["key", key],
    ["output", output.kind === "json" ? undefined : output.kind],
    ["items", items?.member],
  ];
  return {
    name,
    documentation: documentationOf(operation),
    fields: [
      `method: "${verb.toUpperCase()}"`,
      `path: "${path}"`,
      ...optional.flatMap(([field, value]) => (value === undefined ? [] : [`${field}: "${value}"`])),
    ],
    declaration: `${name}(${[...parameters, ...inputs, "options?: RequestOptions"].join(", ")}): ${result}`,
    types: [input?.type, output.kind === "json" ? output.type : undefined, items?.type]
      .filter((type) => type !== undefined)
      .map((type) => type.replace(/\[.*$/, "")),
  };
}

function documentationOf(operation: DescribedOperation): readonly string[] {
  const { operationId, summary = operationId, description = "", deprecated = false } = operation;
  const scope = operation["x-required-scope"];
  return [
    `${summary.replace(/\.$/, "")}.`,
    ...(description === "" ? [] : ["", ...description.split("\n")]),
    "",
    `Operation \`${operationId}\`${scope === undefined ? "" : `, scope \`${scope}\``}.`,
    ...(deprecated ? ["@deprecated"] : []),
  ].map((line) => line.replaceAll("*/", "*\\/"));
}

const commented = (lines: readonly string[], indent: string): string =>
  [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join("\n");

function resourcesFile(resources: ReadonlyMap<string, readonly Method[]>): string {
  const all = [...resources];
  const types = [...new Set(all.flatMap(([, methods]) => methods.flatMap((method) => method.types)))].sort();
  const interfaces = all.map(
    ([resource, methods]) =>
      `export interface ${interfaceOf(resource)} {\n${methods
        .map(({ documentation, declaration }) => `${commented(documentation, "  ")}\n  ${declaration};`)
        .join("\n")}\n}\n`,
  );
  const members = all.map(([resource]) => `  readonly ${resource}: ${interfaceOf(resource)};`);
  const tables = all.map(
    ([resource, methods]) =>
      `  ${resource}: {\n${methods
        .map(({ name, fields }) => `    ${name}: { ${fields.join(", ")} },`)
        .join("\n")}\n  },`,
  );
  return [
    `${HEADER}import type { List } from "../client/list.ts";`,
    'import type { RequestOptions } from "../client/operation.ts";',
    'import type { OperationsOf } from "../client/resource.ts";',
    `import type {\n${types.map((type) => `  ${type},`).join("\n")}\n} from "./types.ts";\n`,
    ...interfaces,
    "/** Every operation of the API, by resource. */",
    `export interface Resources {\n${members.join("\n")}\n}\n`,
    "export const resources: { readonly [Name in keyof Resources]: OperationsOf<Resources[Name]> } = {",
    ...tables,
    "};",
    "",
  ].join("\n");
}

const interfaceOf = (resource: string): string => `${capitalized(resource)}Resource`;

const FAMILIES: Readonly<Record<string, (status: number) => boolean>> = {
  Authentication: (status) => status === 401,
  Permission: (status) => status === 403,
  NotFound: (status) => status === 404,
  Conflict: (status) => status === 409,
  RateLimit: (status) => status === 429,
  Server: (status) => status >= 500 || status === 408,
  Validation: () => true,
};

/** The codes of the document, by the family of their status. */
function errorCodesFile(api: DescribedApi): string {
  const documented = api.components.schemas["ErrorCode"]?.enum ?? [];
  const codes = new Map(Object.keys(FAMILIES).map((family) => [family, [] as string[]]));
  for (const { code, status } of allRefusals()) {
    if (!documented.includes(code)) continue;
    const [family = ""] = Object.entries(FAMILIES).find(([, contains]) => contains(status)) ?? [];
    codes.get(family)?.push(code);
  }
  const types = [...codes].map(
    ([family, members]) =>
      `export type ${family}ErrorCode =\n${members
        .sort()
        .map((code) => `  | "${code}"`)
        .join("\n")};\n`,
  );
  return [HEADER.trimEnd(), ...types].join("\n");
}
