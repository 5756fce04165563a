import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { COMPANY_NAME } from "#administration/demo/demo-company.ts";
import { readExamples } from "./components/recorded-examples.ts";

/** The parts of api/openapi.json that have examples. */
interface Exemplified {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Parameter extends Exemplified {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
}
interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Exemplified>>;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Exemplified>> };
  readonly responses: Readonly<Record<string, Response>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const text = readFileSync(join(import.meta.dirname, "../../../api/openapi.json"), "utf8");
const document: Document = JSON.parse(text);

/** A part of the document, and where it is, as a JSON pointer. */
type Place<Part> = readonly [pointer: string, part: Part];
const step = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");
const at = (pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((part, name) => Object(part)[name], document);

/** The part that is meant, where the document refers to one. */
function resolved<Part extends { readonly $ref?: string }>([pointer, part]: Place<Part>): Place<Part> {
  if (part.$ref === undefined) return [pointer, part];
  const target = part.$ref.slice(1);
  // What a reference to a component of this kind leads to.
  return [target, at(target) as Part];
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const pointer = `/paths/${step(path)}/${method}`;
    const contents = (
      where: string,
      content: Readonly<Record<string, Exemplified>> = {},
    ): readonly Place<Exemplified>[] =>
      Object.entries(content).map(([type, part]) => [`${where}/content/${step(type)}`, part]);
    return {
      operationId: operation.operationId,
      parameters: (operation.parameters ?? []).map((parameter, index) =>
        resolved([`${pointer}/parameters/${index}`, parameter]),
      ),
      request: contents(`${pointer}/requestBody`, operation.requestBody?.content),
      responses: Object.entries(operation.responses)
        .filter(([status]) => status.startsWith("2"))
        .map(([status, response]) => resolved([`${pointer}/responses/${status}`, response]))
        .map(([where, { content }]) => contents(where, content)),
    };
  }),
);

const valuesOf = ({ example, examples = {} }: Exemplified): readonly unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples).map(({ value }) => value),
];
const hasExample = ([, part]: Place<Exemplified>): boolean => valuesOf(part).length > 0;
const namesOf = (list: readonly { readonly operationId: string }[]) => list.map(({ operationId }) => operationId);

describe("every operation of api/openapi.json", () => {
  it("is one of many", () => assert.ok(operations.length > 150, `${operations.length}`));

  it("has an example of what it needs: its path, and its body", () => {
    const without = operations.filter(
      ({ parameters, request }) =>
        !parameters.filter(([, parameter]) => parameter.in === "path").every(hasExample) ||
        !(request.length === 0 || request.some(hasExample)),
    );
    assert.deepEqual(namesOf(without), [], "run `npm run gen -- examples`");
  });

  it("has an example of what it returns, if that has a body", () => {
    const without = operations.filter(
      ({ responses }) => !responses.every((contents) => contents.length === 0 || contents.some(hasExample)),
    );
    assert.deepEqual(namesOf(without), [], "run `npm run gen -- examples`");
  });
});

describe("the examples", () => {
  let problemsOf: (pointer: string, value: unknown) => string | undefined;
  before(() => {
    const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } }));
    ajv.addFormat("binary", true);
    ajv.addSchema(document, "api");
    problemsOf = (pointer, value) => {
      const validate = ajv.compile({ $ref: `api#${pointer.split("/").map(encodeURIComponent).join("/")}/schema` });
      return validate(value) ? undefined : `${pointer}: ${ajv.errorsText(validate.errors)}`;
    };
  });

  it("are what their schemas describe", () => {
    const places: readonly Place<Exemplified>[] = operations.flatMap(({ parameters, request, responses }) => [
      ...parameters,
      ...request,
      ...responses.flat(),
    ]);
    const compared = new Map(places);
    const problems = [...compared].flatMap(([pointer, part]) =>
      valuesOf(part).flatMap((value) => problemsOf(pointer, value) ?? []),
    );
    assert.ok(compared.size > 300, `${compared.size} places`);
    assert.deepEqual(problems, []);
  });

  it("are rejected if they are not, so that the comparison says something", () => {
    assert.match(
      String(problemsOf("/components/responses/RecipientResponse/content/application~1json", {})),
      /required/,
    );
  });

  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
  const idsIn = (value: unknown) => JSON.stringify(value ?? null).match(uuid) ?? [];

  it("tell one story: an ID that a request names is in a response", () => {
    const recorded = Object.entries(readExamples());
    const returned = new Set(recorded.flatMap(([, { response }]) => idsIn(response)));
    const unknown = recorded.flatMap(([name, { parameters, body }]) =>
      [...idsIn(parameters), ...idsIn(body)].filter((id) => !returned.has(id)).map((id) => `${name}: ${id}`),
    );
    assert.deepEqual(unknown, []);
  });

  it("are of the demo organization, not of tests", () => {
    const shown = JSON.stringify(readExamples());
    assert.ok(shown.includes(COMPANY_NAME));
    for (const name of ["Globex", "Acme", "person-", "Lovelace"]) assert.ok(!shown.includes(name), name);
  });
});
