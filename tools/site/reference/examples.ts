import type { Operation } from "./operations.ts";

/** One operation in one language. */
export interface Example {
  readonly label: string;
  /** Of the block of code. */
  readonly language: string;
  readonly code: string;
}

const BASE = "http://127.0.0.1:8080/api/v1";
const json = (value: unknown, indentation = 2): string => JSON.stringify(value, null, indentation);
const quotedForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** What an example names: the path's values and required parameters. */
export const namedParameters = ({ parameters }: Operation) =>
  parameters.filter(({ where, isRequired }) => where === "path" || (where === "query" && isRequired));

function pathOf(operation: Operation): string {
  let { path } = operation;
  const query: string[] = [];
  for (const { name, where, example } of namedParameters(operation)) {
    const value = encodeURIComponent(String(example));
    if (where === "path") path = path.replace(`{${name}}`, value);
    else query.push(`${name}=${value}`);
  }
  return query.length === 0 ? path : `${path}?${query.join("&")}`;
}

export function curl(operation: Operation): Example {
  const { method, body, success, isPublic } = operation;
  const address = `${BASE}${pathOf(operation)}`;
  const lines = [`curl ${/[?&]/.test(address) ? `"${address}"` : address}`];
  if (method !== "GET" && !(method === "POST" && body !== undefined)) lines[0] += ` -X ${method}`;
  if (!isPublic) lines.push(`-H "Authorization: Bearer $TOKEN"`);
  if (body?.type === "multipart/form-data") lines.push("-F file=@invoice.pdf");
  else if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'");
    lines.push(`-d ${quotedForShell(json(body.example ?? {}))}`);
  }
  if (success.type !== undefined && !/json|text\/plain/.test(success.type)) lines.push(`-o ${fileOf(success.type)}`);
  return { label: "curl", language: "sh", code: lines.join(" \\\n  ") };
}

const fileOf = (type: string): string =>
  type.includes("pdf") ? "document.pdf" : type.includes("csv") ? "export.csv" : "download.bin";

/** Where the SDK for TypeScript has an operation: `bursar.<resource>.<method>`. */
export interface MethodName {
  readonly resource: string;
  readonly method: string;
}

export function typescript(operation: Operation, { resource, method }: MethodName): Example {
  const { body, parameters, success } = operation;
  const path = parameters.filter(({ where }) => where === "path").map(({ example }) => json(String(example)));
  const query = namedParameters(operation).filter(({ where }) => where === "query");
  const input = {
    ...Object.fromEntries(query.map(({ name, example }) => [name, example])),
    ...(body?.type === "application/json" ? Object(body.example ?? {}) : {}),
  };
  const args = [...path];
  if (body?.type === "multipart/form-data") args.push("{ file }");
  else if (Object.keys(input).length > 0 || (body?.type === "application/json" && body.isRequired))
    args.push(literal(input));
  const call = `await bursar.${resource}.${method}(${args.join(", ")});`;
  const lines = [
    'import { createClient } from "@bursar/sdk";',
    "",
    'const bursar = createClient({ baseUrl: "http://127.0.0.1:8080", token: process.env.BURSAR_TOKEN ?? "" });',
    ...(body?.type === "multipart/form-data"
      ? ['const file = new File([readFileSync("invoice.pdf")], "invoice.pdf", { type: "application/pdf" });']
      : []),
    success.type === undefined ? call : `const result = ${call}`,
  ];
  if (body?.type === "multipart/form-data") lines.unshift('import { readFileSync } from "node:fs";');
  return { label: "TypeScript", language: "ts", code: lines.join("\n") };
}

/** A value as a person would write it: names without quotes. */
function literal(value: unknown): string {
  return json(value).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:");
}

export const examplesOf = (operation: Operation): readonly Example[] => [curl(operation)];
