import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_FOLDER } from "#kernel/process/package-folder.ts";
import type { Operation } from "./openapi-headers.ts";

/** One call of an operation, and what the service answered (tools/generate/examples). */
export interface RecordedExample {
  /** Values of parameters in the path and the query, by name. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The body that was sent; absent if none was. */
  readonly body?: unknown;
  readonly status: number;
  /** Of the response; absent if it has no body. */
  readonly type?: string;
  /** The response's body: JSON, or the beginning of a file. Lists are shortened. */
  readonly response?: unknown;
}

/** By operation ID. */
export type RecordedExamples = Readonly<Record<string, RecordedExample>>;

/** Relative to the package. Recorded with the demo organization by `npm run gen -- examples`. */
export const EXAMPLES_FILE = "api-examples.json";

/** Read when a document is first needed: most processes never serve one. */
export const readExamples = (): RecordedExamples =>
  JSON.parse(readFileSync(join(PACKAGE_FOLDER, EXAMPLES_FILE), "utf8"));

interface Exemplified {
  readonly name?: string;
  readonly in?: string;
  example?: unknown;
}
interface Content {
  example?: unknown;
  examples?: unknown;
}
type Contents = Readonly<Record<string, Content>>;

/**
 * Gives the parameters, the request, and the response of an operation the values of one recorded call, so that they
 * belong together. The request replaces the route's own example, which it was made from.
 */
export function addExample(operation: Operation, recorded: RecordedExample | undefined): void {
  if (recorded === undefined) return;
  if (operation.parameters !== undefined)
    operation.parameters = operation.parameters.map((parameter) => withValue(Object(parameter), recorded.parameters));
  for (const content of Object.values((operation.requestBody?.content ?? {}) as Contents))
    if (recorded.body !== undefined) exemplify(content, recorded.body);
  const { content = {} } = Object(operation.responses?.[recorded.status]) as { readonly content?: Contents };
  const answered = content[recorded.type ?? ""];
  if (answered !== undefined && recorded.response !== undefined) exemplify(answered, recorded.response);
}

function withValue(parameter: Exemplified, values: Readonly<Record<string, unknown>>): Exemplified {
  const { name = "" } = parameter;
  return Object.hasOwn(values, name) ? { ...parameter, example: values[name] } : parameter;
}

/** A route's further examples stay, after the recorded one. */
function exemplify(content: Content, value: unknown): void {
  const [, ...others] = Object.values(Object(content.examples));
  delete content.examples;
  delete content.example;
  if (others.length === 0) content.example = value;
  else
    content.examples = Object.fromEntries(
      [{ value }, ...others].map((example, index) => [`example${index + 1}`, example]),
    );
}

/** The parameter or response without its examples: those that differ in nothing else are one component. */
export const withoutExamples = (part: unknown): unknown =>
  JSON.parse(JSON.stringify(part, (key, value) => (key === "example" || key === "examples" ? undefined : value)));
