import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { Type } from "typebox";
import { object } from "#kernel/http/schemas.ts";
import { API_DOCUMENTS, wholeApi } from "../../../tools/kit/whole-api.ts";
import { apiDocuments } from "./api-documents.ts";
import { splitPaths } from "./split-paths.ts";

const ROOT = join(import.meta.dirname, "../../..");

interface Document {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly tags: readonly { readonly name: string }[];
}

const people = [{ session: [] }];
const tokens = [{ bearer: [] }, { basic: [] }];

describe("an operation's document", () => {
  const operation = (group: string, security?: readonly object[]) => ({
    tags: [group],
    ...(security === undefined ? {} : { security }),
  });
  const { openapi, dashboard } = splitPaths({
    "/a": { get: operation("Mixed"), post: operation("Mixed", people) },
    "/b": { get: operation("Mixed", tokens), post: operation("Mixed", []) },
    "/session": { get: operation("Session", people), post: operation("Session", []) },
    "/healthz": { get: operation("Operations", []) },
  });
  const listed = (paths: Readonly<Record<string, object>>) =>
    Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));

  it("is openapi.json if tokens may call it, and the dashboard's if only signed-in users may", () => {
    for (const operation of ["get /a", "get /b"]) assert.ok(listed(openapi).includes(operation), operation);
    for (const operation of ["post /a", "get /session"]) assert.ok(listed(dashboard).includes(operation), operation);
  });

  it("is its group's if it is public", () => {
    for (const operation of ["post /b", "get /healthz"]) assert.ok(listed(openapi).includes(operation), operation);
    assert.ok(listed(dashboard).includes("post /session"));
  });

  it("is only one", () => {
    assert.equal(listed(openapi).length + listed(dashboard).length, 7);
    assert.deepEqual(Object.keys(openapi), ["/a", "/b", "/healthz"]);
    assert.deepEqual(Object.keys(dashboard), ["/a", "/session"]);
  });
});

describe("the two documents", () => {
  const car = (description: string) => object({ wheels: Type.Integer() }, { title: "Car", description });
  const answer = (schema: object) => ({ "200": { description: "OK", content: { "application/json": { schema } } } });
  const limit = { name: "limit", in: "query", schema: { type: "integer" } };
  const forTokens = {
    "/cars": {
      get: {
        tags: ["Cars"],
        parameters: [limit],
        responses: answer(car("A car.")),
        "x-error-codes": ["invalidRequest"],
      },
    },
  };
  const forPeople = (more: object) => ({
    "/garage": {
      get: {
        tags: ["Garage"],
        security: people,
        parameters: [limit],
        responses: answer(car("The car inside.")),
        "x-error-codes": ["invalidRequest", "malformedJson"],
        ...more,
      },
    },
  });
  const made = (paths: object) =>
    apiDocuments(
      {
        info: { title: "Cars" },
        paths,
        tags: [{ name: "Cars" }, { name: "Garage" }],
        security: [...tokens, ...people],
        components: { securitySchemes: { bearer: {}, basic: {}, session: {} } },
      },
      {},
    );

  it("share components: the first depends on its own operations only, whatever the second has", () => {
    const alone = made(forTokens);
    const both = made({ ...forPeople({}), ...forTokens });
    assert.deepEqual(both.openapi, alone.openapi);
    assert.equal(
      wholeApi<Document>([both.openapi, both.dashboard]).components["schemas"]?.["Car"],
      both.openapi.components["schemas"]?.["Car"],
    );
    const { schema } = Object(both.dashboard.paths["/garage"]?.["get"]?.responses?.["200"]).content["application/json"];
    assert.deepEqual(schema, { $ref: "#/components/schemas/Car", description: "The car inside." });
  });

  it("have their own groups, kinds of callers, and errors", () => {
    const { openapi, dashboard } = made({ ...forPeople({}), ...forTokens });
    assert.deepEqual([openapi.tags, dashboard.tags], [[{ name: "Cars" }], [{ name: "Garage" }]]);
    assert.deepEqual(Object.keys(dashboard.components["securitySchemes"] ?? {}), ["session"]);
    assert.deepEqual(Object.keys(openapi.components["responses"] ?? {}), ["InvalidRequest"]);
    assert.deepEqual(Object.keys(dashboard.components["responses"] ?? {}), ["MalformedJson"]);
  });

  it("refuse one schema in responses of the first and requests of the second, which must be closed", () => {
    const requestBody = { content: { "application/json": { schema: car("To park.") } } };
    assert.throws(() => made({ ...forPeople({ requestBody }), ...forTokens }), /Car is in responses of one document/);
  });
});

for (const path of API_DOCUMENTS)
  describe(path, () => {
    const text = readFileSync(join(ROOT, path), "utf8");
    const document: Document = JSON.parse(text);
    const named = (part: unknown) =>
      new Set([...JSON.stringify(part).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, name = ""]) => name));

    it("is complete: what it refers to is in it, and nothing else", () => {
      const { securitySchemes, ...components } = document.components;
      const present = Object.entries(components).flatMap(([kind, members]) =>
        Object.keys(members).map((name) => `${kind}/${name}`),
      );
      assert.ok(present.length > 50);
      assert.deepEqual(present.sort(), [...named(document)].sort());
      const schemes = JSON.stringify(document).matchAll(/"(bearer|basic|session)":\[\]/g);
      assert.deepEqual(
        [...new Set([...schemes].map(([, name]) => name))].sort(),
        Object.keys(securitySchemes ?? {}).sort(),
      );
    });

    it("names its errors after their codes, without numbers, and nothing else has those names", () => {
      const { responses = {}, ...others } = document.components;
      const taken = new Set(Object.values(others).flatMap((members) => Object.keys(members)));
      const errors = Object.entries(responses).filter(([, response]) =>
        JSON.stringify(response).includes("schemas/Error"),
      );
      assert.ok(errors.length > 50);
      for (const [name, response] of errors) {
        const codes = [...String(Object(response).description).matchAll(/`(\w+)`/g)].map(([, code = ""]) => code);
        for (const part of name.split(/Or(?=[A-Z])/))
          assert.ok(
            codes.some((code) => code.toLowerCase() === part.toLowerCase()),
            `${name}: ${codes.join()}`,
          );
        assert.ok(!taken.has(name), name);
      }
    });

    it("describes each of its groups, and no others", () => {
      const used = Object.values(document.paths).flatMap((methods) =>
        Object.values(methods).flatMap(({ tags }: { tags: readonly string[] }) => tags),
      );
      assert.deepEqual(document.tags.map(({ name }) => name).sort(), [...new Set(used)].sort());
    });
  });

describe("dates in the documents", () => {
  /** Every schema and parameter with a description, in either document. */
  function* described(value: unknown): Generator<{ readonly description: string; readonly format?: string }> {
    if (typeof value !== "object" || value === null) return;
    if ("description" in value && typeof value.description === "string")
      yield { ...value, description: value.description };
    for (const member of Object.values(value)) yield* described(member);
  }

  it("are days and months in New York, and say so", () => {
    const dates = API_DOCUMENTS.flatMap((name) => [
      ...described(JSON.parse(readFileSync(join(ROOT, name), "utf8"))),
    ]).filter(({ description, format }) => format === "date" || description.includes("YYYY-MM"));
    assert.ok(dates.length > 50, "the documents have dates");
    const silent = dates.filter(({ description }) => !description.includes("New York"));
    assert.deepEqual(
      silent.map(({ description }) => description),
      [],
    );
  });
});
