import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

/** The parts of an OpenAPI document that this test reads. */
interface Property {
  readonly type?: unknown;
  /** A named schema, or null instead. */
  readonly anyOf?: readonly Property[];
}
interface Api {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties?: Readonly<Record<string, Property>> }>>;
  };
}

const ROOT = join(import.meta.dirname, "../..");
const documentText = readFileSync(join(ROOT, "docs/spec/wire-contract.md"), "utf8");
const api = JSON.parse(readFileSync(join(ROOT, "api/openapi.json"), "utf8")) as Api;

const NOT_BUILT = "4.17";
/** Sections that list every key of an object in the first column of a table. */
const OBJECTS: readonly (readonly [section: string, schema: string])[] = [
  ["3.1", "Account"],
  ["3.2", "Transaction"],
  ["3.3", "Recipient"],
  ["3.5", "SendMoneyApprovalRequest"],
  ["6.1", "Event"],
];

/** The document's sections by number. */
const sectionsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(/^(?=#{2,3} )/m).map((section) => [/^#+ (\d+(?:\.\d+)?)/.exec(section)?.[1] ?? "", section] as const),
  );

/** Routes on which the document and the API disagree. */
function routeDisagreements(text: string, { paths }: Api): readonly string[] {
  const sections = sectionsOf(text);
  const later = new Set(sections.get(NOT_BUILT)?.match(/\b\d\.\d+\b/g));
  return [...sections].flatMap(([number, section]) =>
    [...section.matchAll(/^\| `(GET|POST|PATCH|DELETE) ([^`]+)` \| (?:`(\w+)`)?/gm)].flatMap(
      ([, method = "", path = "", operation]) => {
        const found = paths[path]?.[method.toLowerCase()]?.operationId;
        if (later.has(number))
          return found ? [`§${number} ${method} ${path} is built: remove it from §${NOT_BUILT}`] : [];
        return found === operation ? [] : [`§${number} ${method} ${path} is ${found ?? "missing"}, not ${operation}`];
      },
    ),
  );
}

const isNullable = ({ type, anyOf = [] }: Property): boolean =>
  [type, ...anyOf.map((alternative) => alternative.type)].flat().includes("null");

/** `key`, or `key?` if the API may return null, as in the document. */
const documentedKeys = (section: string): readonly string[] =>
  [...section.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`(\w+)`(\??)/g)].map(([, key = "", mark = ""]) => key + mark),
  );

/** Keys of an object that only the document or only the API has, or that can be null in only one of them. */
function keyDisagreements(text: string, { components }: Api, section: string, schema: string): readonly string[] {
  const documented = new Set(documentedKeys(sectionsOf(text).get(section) ?? ""));
  const built = new Set(
    Object.entries(components.schemas[schema]?.properties ?? {}).map(
      ([key, property]) => key + (isNullable(property) ? "?" : ""),
    ),
  );
  return [...documented.symmetricDifference(built)].sort();
}

describe("docs/spec/wire-contract.md and api/openapi.json agree", () => {
  it("about routes", () => assert.deepEqual(routeDisagreements(documentText, api), []));
  for (const [section, schema] of OBJECTS)
    it(`about the keys of ${schema}`, () => assert.deepEqual(keyDisagreements(documentText, api, section, schema), []));
});

describe("the comparison", () => {
  const small: Api = {
    paths: { "/a": { get: { operationId: "getA" } }, "/late": { get: { operationId: "getLate" } } },
    components: { schemas: { A: { properties: { id: { type: "string" }, note: { type: ["string", "null"] } } } } },
  };
  const text =
    "### 3.1 A\n\n| `id`? | uuid |\n| `note`? | string |\n\n### 4.1 A\n\n| `GET /a` | `getB` |\n| `GET /gone` | `getGone` |\n\n" +
    "### 4.2 Late\n\n| `GET /late` | `getLate` |\n\n### 4.17 Not built yet\n\nSection 4.2.\n";
  it("finds wrong names, missing routes, and built routes listed as not built", () =>
    assert.deepEqual(routeDisagreements(text, small), [
      "§4.1 GET /a is getA, not getB",
      "§4.1 GET /gone is missing, not getGone",
      "§4.2 GET /late is built: remove it from §4.17",
    ]));
  it("finds keys that differ", () => assert.deepEqual(keyDisagreements(text, small, "3.1", "A"), ["id", "id?"]));
});
