import { methodNames } from "@bursar/sdk/method-names";
import { type Entry, type Group, type Page, plainText } from "../pages.ts";
import { examplesOf, type MethodName } from "./examples.ts";
import { type Field, fieldsOf, typeOf } from "./fields.ts";
import type { Contract, Operation } from "./operations.ts";

/** An operation's page, and what its console needs. */
export interface OperationPage extends Page {
  readonly console: string | undefined;
}

const slug = (text: string): string =>
  text
    .replaceAll(/([a-z])([A-Z])/g, "$1-$2")
    .replaceAll(/\W+/g, "-")
    .toLowerCase();

export const addressOf = ({ tag, id }: Pick<Operation, "tag" | "id">): string => `api/${slug(tag)}/${slug(id)}`;
const tagAddress = (tag: string): string => `api/${slug(tag)}`;

/** The API reference: an overview, a page for each resource, and a page for each operation. */
export function referencePages(contract: Contract): readonly (Page | OperationPage)[] {
  const { document, operations } = contract;
  const tags = usedTags(contract);
  const names = methodNames(document);
  const overview = [
    "# API reference",
    document.info.description.replaceAll(/^### /gm, "## "),
    "## Resources",
    table(
      ["Resource", "What it is for"],
      tags.map(({ name, description }) => [`[${name}](/docs/${tagAddress(name)}/)`, description]),
    ),
  ].join("\n\n");
  return [
    {
      address: "api",
      title: "API reference",
      description: "Every operation, field, and error of the HTTP API, with examples.",
      area: "api",
      markdown: overview,
    },
    ...tags.map(({ name, description }): Page => {
      const own = operations.filter(({ tag }) => tag === name);
      const rows = own.map((operation) => [
        `[${operation.summary}](/docs/${addressOf(operation)}/)`,
        `\`${operation.method} ${operation.path}\``,
      ]);
      return {
        address: tagAddress(name),
        title: name,
        description,
        area: "api",
        markdown: `# ${name}\n\n${description}\n\n${table(["Operation", "Route"], rows)}`,
      };
    }),
    ...operations.map((operation) => operationPage(operation, contract, nameOf(names, operation))),
  ];
}

function nameOf(names: ReadonlyMap<string, MethodName>, { id }: Operation): MethodName {
  const name = names.get(id);
  if (name === undefined) throw new Error(`the SDK has no name for ${id}`);
  return name;
}

const usedTags = ({ document, operations }: Contract) =>
  document.tags.filter(({ name }) => operations.some(({ tag }) => tag === name));

export function referenceGroups(contract: Contract): readonly Group[] {
  const entries = usedTags(contract).map(
    ({ name, description }): Entry => ({
      label: name,
      about: description,
      address: tagAddress(name),
      entries: contract.operations
        .filter(({ tag }) => tag === name)
        .map((operation) => ({ label: operation.summary, about: "", address: addressOf(operation) })),
    }),
  );
  return [
    { title: "API reference", entries: [{ label: "Overview", about: "", address: "api" }] },
    { title: "Resources", entries },
  ];
}

function operationPage(operation: Operation, contract: Contract, name: MethodName): OperationPage {
  const { summary, description, method, path, parameters, body, success, errors } = operation;
  const named = (where: string) => parameters.filter((parameter) => parameter.where === where);
  const sections = [
    `# ${summary}`,
    `**${method}** \`${path}\``,
    description,
    accessOf(operation),
    ...(["path", "query", "header"] as const).flatMap((where) => {
      const found = named(where);
      const rows = found.map((parameter) => ({
        name: parameter.name,
        type: typeOf(parameter.schema, contract.resolve),
        isRequired: parameter.isRequired,
        description: parameter.description,
      }));
      return rows.length === 0 ? [] : [`## ${PARAMETERS[where]}`, fieldTable(rows, { marks: "optional" })];
    }),
    ...(body === undefined ? [] : bodySection(body, contract)),
    "## Response",
    `\`${success.status}\`${success.type === undefined ? "" : ` \`${success.type}\``} ${success.description}`,
    ...(success.schema === undefined ? [] : fieldTableOf(fieldsOf(success.schema, contract), { marks: undefined })),
    "## Errors",
    errorsTable(errors),
    "[All errors, and what to do](/docs/errors/)",
  ];
  return {
    address: addressOf(operation),
    title: summary,
    description: plainText(description).slice(0, 200) || summary,
    area: "api",
    markdown: sections.filter((text) => text !== "").join("\n\n"),
    aside: asideOf(operation, name),
    console: consoleOf(operation),
  };
}

const PARAMETERS = { path: "Path", query: "Query", header: "Headers" };

function accessOf({ scope, isAllowlisted, isPublic }: Operation): string {
  if (isPublic) return "Needs no token.";
  const needed = scope === undefined || scope === "public" ? "Any token may call it." : `Needs the scope \`${scope}\`.`;
  return isAllowlisted ? `${needed} The caller's address must be on the token's allowlist.` : needed;
}

const bodySection = (body: NonNullable<Operation["body"]>, contract: Contract): readonly string[] => [
  "## Body",
  body.type === "application/json" ? "" : `\`${body.type}\``,
  ...fieldTableOf(fieldsOf(body.schema, contract), { marks: "required" }),
];

/** Which fields are marked: what is rarer where it matters, and nothing in responses, where every field is present. */
interface Marks {
  readonly marks: "required" | "optional" | undefined;
}

const fieldTableOf = (fields: readonly Field[], marks: Marks): readonly string[] =>
  fields.length === 0 ? [] : [fieldTable(fields, marks)];

const fieldTable = (fields: readonly Field[], { marks }: Marks): string =>
  table(
    ["Field", "Type", "Meaning"],
    fields.map(({ name, type, isRequired, description }) => {
      const mark = marks === "required" && isRequired ? ", required" : "";
      return [`\`${name}\``, type + mark + (marks === "optional" && !isRequired ? ", optional" : ""), description];
    }),
  );

const errorsTable = (errors: Operation["errors"]): string =>
  table(
    ["Status", "Codes"],
    errors.map(({ status, description }) => [status === "default" ? "401, 413, 415, 429, 5XX" : status, description]),
  );

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ");

/** The blocks of one example in several languages are tabs in the browser. */
function asideOf(operation: Operation, name: MethodName): string {
  const blocks = examplesOf(operation, name).map(({ label, language, code }) => fence(`${language} ${label}`, code));
  const { example } = operation.success;
  return [
    "## Request",
    '<div class="languages">',
    ...blocks,
    "</div>",
    ...(example === undefined ? [] : ["## Example response", fence("json", JSON.stringify(example, null, 2))]),
  ].join("\n\n");
}

const fence = (info: string, text: string): string => `\`\`\`${info}\n${text}\n\`\`\``;

/** Files are sent with a program, so these operations have no console. */
function consoleOf({ method, path, parameters, body, success }: Operation): string | undefined {
  const isJson = (type: string | undefined) => type === undefined || /json|text\//.test(type);
  if ((body !== undefined && body.type !== "application/json") || !isJson(success.type)) return undefined;
  return JSON.stringify({
    method,
    path,
    parameters: parameters
      .filter(({ where }) => where !== "header")
      .map(({ name, where, isRequired, example }) => ({ name, where, isRequired, example })),
    ...(body === undefined ? {} : { body: JSON.stringify(body.example ?? {}, null, 2) }),
  });
}
