import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { codesIn, withoutReferences } from "../service/contract-document.ts";

type Json = Readonly<Record<string, unknown>>;

/** A JSON schema without references, as far as the tests of every operation read it. */
export interface FlatSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, FlatSchema>>;
  readonly required?: readonly string[];
}
export interface ContractParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly schema: FlatSchema;
}
interface Content {
  readonly schema?: FlatSchema;
  readonly example?: Json;
  readonly examples?: Readonly<Record<string, { readonly value: Json }>>;
}
interface ContractResponse {
  readonly $ref?: string;
  readonly headers?: object;
  readonly content?: Readonly<Record<string, Content>>;
  readonly description?: string;
}
interface Documented {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly Json[];
  readonly parameters?: readonly ContractParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, ContractResponse>>;
  readonly "x-required-scope"?: string;
  readonly "x-preview"?: boolean;
}
export interface Contract {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  readonly components: { readonly responses: Readonly<Record<string, ContractResponse>> };
}

/** One operation of the document. */
export interface ContractOperation extends Documented {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly path: string;
  readonly audience: "everyone" | "tokens" | "people";
  readonly parameters: readonly ContractParameter[];
  /** The JSON body, unless there is none. */
  readonly body: { readonly schema: FlatSchema; readonly examples: readonly Json[] } | undefined;
}

export const readContract = (document: unknown): Contract => withoutReferences<Contract>(document);

export const operationsOf = ({ paths }: Contract): readonly ContractOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]): ContractOperation => {
      const content = documented.requestBody?.content["application/json"];
      const examples = [
        content?.example ?? [],
        Object.values(content?.examples ?? {}).map(({ value }) => value),
      ].flat();
      return {
        ...documented,
        // The document has no other methods.
        method: method.toUpperCase() as ContractOperation["method"],
        path,
        audience: audienceOf(documented.security),
        parameters: documented.parameters ?? [],
        body: content?.schema && { schema: content.schema, examples },
      };
    }),
  );

const audienceOf = (security: readonly Json[]): ContractOperation["audience"] => {
  if (security.length === 0) return "everyone";
  return security.every((way) => "session" in way) ? "people" : "tokens";
};

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly body?: unknown;
}

/** The document allows clients to expect further members in responses; the service itself sends only documented ones. */
function closed<Part>(part: Part): Part;
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map((item) => closed(item));
  if (typeof part !== "object" || part === null) return part;
  const isOpen = "properties" in part && "type" in part && part.type === "object" && !("additionalProperties" in part);
  const entries = Object.entries(part).map(([key, value]) => [key, closed(value)]);
  return Object.fromEntries(isOpen ? [...entries, ["additionalProperties", false]] : entries);
}

/** The response itself, where the operation refers to one that several have. */
export const responseAt = ({ components }: Contract, response: ContractResponse): ContractResponse =>
  components.responses[response.$ref?.split("/").at(-1) ?? ""] ?? response;

/** Asserts that an answer is one that the document promises: status, content type, body, and error code. */
export function answerChecker(contract: Contract) {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } }));
  ajv.addSchema(closed(contract), "contract");
  // Most schemas are used many times, and compiling one takes longer than all else here.
  const validators = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: string): ValidateFunction => {
    const validator = validators.get(pointer) ?? ajv.compile({ $ref: `contract${pointer}` });
    validators.set(pointer, validator);
    return validator;
  };
  const step = (name: string) => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));

  return ({ path, method, responses }: ContractOperation, answer: Answer): void => {
    const where = `${method} ${path} → ${answer.status}`;
    const status =
      [401, 413, 415, 429].includes(answer.status) || answer.status >= 500 ? "default" : String(answer.status);
    const promised = responses[status];
    assert.ok(promised, `${where} is not in the contract: ${answer.text.slice(0, 300)}`);
    const pointer = promised.$ref ?? `#/paths/${step(path)}/${method.toLowerCase()}/responses/${status}`;
    const { content, description = "" } = responseAt(contract, promised);
    const type = String(answer.headers["content-type"] ?? "").split(";")[0] ?? "";
    assert.ok(content?.[type] ?? answer.text === "", `${where}: the content type ${type} is not in the contract`);
    assert.equal(answer.text === "", content === undefined, `${where}: a body that the contract does not have`);
    if (type !== "application/json") return;
    const validate = validatorAt(`${pointer}/content/application~1json/schema`);
    assert.ok(validate(answer.body), `${where}: ${ajv.errorsText(validate.errors)}\n${answer.text.slice(0, 500)}`);
    if (answer.status < 400) return;
    const codes = codesIn(description);
    // Validated above.
    const { errorCode } = (answer.body as { errors: { errorCode: string } }).errors;
    assert.ok(codes.includes(errorCode), `${where}: ${errorCode} is not among ${codes.join(", ")}`);
  };
}
