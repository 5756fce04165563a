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
  const sends = hasBody(operation) || body?.type === "multipart/form-data";
  if (method !== "GET" && !(method === "POST" && sends)) lines[0] += ` -X ${method}`;
  if (!isPublic) lines.push(`-H "Authorization: Bearer $TOKEN"`);
  if (body?.type === "multipart/form-data")
    lines.push(...body.form.map(({ name, example }) => `-F ${name}=${example}`), "-F file=@invoice.pdf");
  else if (hasBody(operation)) {
    lines.push("-H 'Content-Type: application/json'");
    lines.push(`-d ${quotedForShell(json(body?.example).replaceAll("\n", "\n  "))}`);
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
    ...(hasBody(operation) ? Object(body?.example) : {}),
  };
  const args = [...path];
  if (body?.type === "multipart/form-data")
    args.push(`{ ${["file", ...body.form.map(({ name, example }) => `${name}: ${json(example)}`)].join(", ")} }`);
  else if (Object.keys(input).length > 0 || hasBody(operation)) args.push(literal(input));
  const call = `await bursar.${resource}.${method}(${args.join(", ")});`;
  const lines = [
    'import { createClient } from "@bursar/sdk";',
    "",
    'const bursar = createClient({ baseUrl: "http://127.0.0.1:8080", token: process.env.BURSAR_TOKEN ?? "" });',
    ...(body?.type === "multipart/form-data"
      ? ['const file = new File([readFileSync("invoice.pdf")], "invoice.pdf", { type: "application/pdf" });']
      : []),
    success.hasResult ? `const result = ${call}` : call,
  ];
  if (body?.type === "multipart/form-data") lines.unshift('import { readFileSync } from "node:fs";');
  return { label: "TypeScript", language: "ts", code: lines.join("\n") };
}

/** A value as a person would write it: names without quotes. */
function literal(value: unknown): string {
  return json(value).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:");
}

const pythonName = (name: string): string =>
  name.replaceAll(/([a-z0-9])([A-Z])|([a-z])(\d)/g, "$1$3_$2$4").toLowerCase();

export function python(operation: Operation, { resource, method }: MethodName): Example {
  const { body, parameters, success } = operation;
  const path = parameters.filter(({ where }) => where === "path");
  const values = path.map(({ schema, example }) =>
    schema.format === "uuid" ? `UUID(${json(example)})` : json(String(example)),
  );
  const needsIds = path.some(({ schema }) => schema.format === "uuid");
  const isUpload = body?.type === "multipart/form-data";
  if (isUpload) {
    const fields = body.form.map(({ name, example }) => `${pythonName(name)}=${json(example)}`);
    const file = 'file=File(open("invoice.pdf", "rb"), "invoice.pdf", "application/pdf")';
    values.push(`body=models.${body.name}(${[file, ...fields].join(", ")})`);
  } else if (hasBody(operation))
    values.push(`body=models.${body?.name}.from_dict(${pythonLiteral(body?.example, "    ")})`);
  const isLong = isUpload || hasBody(operation);
  const given = isLong ? `\n${values.map((value) => `    ${value},\n`).join("")}` : values.join(", ");
  const call = `bursar.${pythonName(resource)}.${pythonName(method)}(${given})`;
  const names = ["Bursar", ...(isUpload ? ["File"] : []), ...(isUpload || hasBody(operation) ? ["models"] : [])];
  const lines = [
    "import os",
    ...(needsIds ? ["from uuid import UUID"] : []),
    "",
    `from bursar_sdk import ${names.join(", ")}`,
    "",
    'bursar = Bursar(base_url="http://127.0.0.1:8080", token=os.environ["BURSAR_TOKEN"])',
    success.hasResult ? `result = ${call}` : call,
  ];
  return { label: "Python", language: "python", code: lines.join("\n") };
}

/** Whether an example sends a body of JSON: actions may go without. */
const hasBody = ({ body }: Operation): boolean =>
  body?.type === "application/json" && body.example !== undefined && body.example !== null;

function pythonLiteral(value: unknown, indentation = ""): string {
  const inner = `${indentation}    `;
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return json(value);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const members = Array.isArray(value)
    ? value.map((member) => pythonLiteral(member, inner))
    : Object.entries(value).map(([name, member]) => `${json(name)}: ${pythonLiteral(member, inner)}`);
  if (members.length === 0) return open + close;
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join("")}${indentation}${close}`;
}

export function go(operation: Operation): Example {
  const { id, body, parameters, success } = operation;
  const name = id.charAt(0).toUpperCase() + id.slice(1);
  const values = parameters.filter(({ where }) => where === "path").map(({ example }) => json(String(example)));
  if (parameters.some(({ where }) => where === "query")) values.push("nil");
  const before: string[] = [];
  const imports = ["context", "log", ...(success.type === undefined ? [] : ["fmt"])];
  if (body?.type === "multipart/form-data") {
    imports.push("os");
    before.push('content, err := os.ReadFile("invoice.pdf")', "check(err)");
    const fields = body.form.map(({ name: field, example }) => `${json(field)}: ${json(example)}`).join(", ");
    const form = fields === "" ? "" : `, Fields: map[string]string{${fields}}`;
    values.push(`bursar.Upload{Name: "invoice.pdf", ContentType: "application/pdf", Content: content${form}}`);
  } else if (body !== undefined) {
    const type = `bursar.${body.isReference ? body.name : `${name}JSONRequestBody`}`;
    if (hasBody(operation)) {
      imports.push("encoding/json");
      before.push(`var body ${type}`, `check(json.Unmarshal([]byte(\`${json(body.example)}\`), &body))`);
      values.push("body");
    } else values.push(`${type}{}`);
  }
  const call = `client.${name}(${["context.Background()", ...values].join(", ")})`;
  const lines = [
    "package main",
    "",
    "import (",
    ...imports.sort().map((path) => `\t"${path}"`),
    "",
    '\tbursar "github.com/bursar/bursar/packages/sdk-go"',
    ")",
    "",
    "func main() {",
    "\t// BURSAR_TOKEN has the token.",
    '\tclient, err := bursar.NewClient(bursar.WithBaseURL("http://127.0.0.1:8080"))',
    "\tcheck(err)",
    ...before
      .join("\n")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => `\t${line}`),
    ...(success.type === undefined
      ? [`\tcheck(${call})`]
      : [`\tresult, err := ${call}`, "\tcheck(err)", "\tfmt.Println(result)"]),
    "}",
    "",
    "func check(err error) {",
    "\tif err != nil {",
    "\t\tlog.Fatal(err)",
    "\t}",
    "}",
  ];
  return { label: "Go", language: "go", code: lines.join("\n") };
}

export const examplesOf = (operation: Operation, name: MethodName): readonly Example[] => [
  curl(operation),
  typescript(operation, name),
  python(operation, name),
  go(operation),
];
