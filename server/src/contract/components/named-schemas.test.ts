import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Type } from "typebox";
import { Nullable, OneOf, object } from "#kernel/http/schemas.ts";
import { namedSchemas } from "./named-schemas.ts";
import { shareParameters } from "./shared-parameters.ts";
import { unnamedSchemas } from "./unnamed-schemas.ts";

const Color = (description: string) => OneOf(["red", "green", "blue", "black"], description, "Color");
const Car = object({ color: Color("Its paint.") }, { title: "Car", description: "A car." });
const list = (item: unknown) => ({ type: "array", items: item });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const answer = (schema: unknown) => ({
  get: { responses: { "200": { content: { "application/json": { schema } } } } },
});

describe("a schema with a title", () => {
  it("is a component wherever it occurs, also inside another one", () => {
    const schemas = namedSchemas();
    assert.deepEqual(schemas.refer(list(Car), "here"), list(ref("Car")));
    assert.deepEqual(schemas.all(), {
      Car: {
        type: "object",
        additionalProperties: false,
        required: ["color"],
        properties: { color: ref("Color") },
        description: "A car.",
      },
      Color: { type: "string", enum: ["red", "green", "blue", "black"], description: "Its paint." },
    });
    assert.deepEqual(schemas.problems, []);
  });

  it("or null is the component or null, and keeps its own description and extensions", () => {
    const schemas = namedSchemas();
    const both = [Color("First."), Nullable({ ...Color("Second."), "x-error-code": "notAColor" })];
    const [first, other] = schemas.refer(both, "here") as readonly unknown[];
    assert.deepEqual(schemas.all(), { Color: { type: "string", enum: ["red", "green", "blue", "black"] } });
    assert.deepEqual(first, { ...ref("Color"), description: "First." });
    const nullable = { anyOf: [ref("Color"), { type: "null" }], "x-error-code": "notAColor", description: "Second." };
    assert.deepEqual(other, nullable);
  });

  it("must be the only one with its name, in PascalCase", () => {
    const schemas = namedSchemas();
    schemas.refer([Car, object({ wheels: Type.Integer() }, { title: "Car" })], "GET /cars");
    schemas.refer(object({}, { title: "old car" }), "GET /old");
    assert.deepEqual(schemas.problems, [
      "GET /cars: another schema has the name Car, too",
      "GET /old: the name old car is not in PascalCase",
    ]);
  });

  it("is not confused with a field or an example called title", () => {
    const schemas = namedSchemas();
    const book = { ...object({ title: Type.String() }), examples: [{ title: "Dune" }] };
    assert.deepEqual(schemas.refer(book, "here"), JSON.parse(JSON.stringify(book)));
    assert.deepEqual(schemas.all(), {});
  });
});

describe("the document is refused", () => {
  it("for a response without a name", () => {
    const problems = unnamedSchemas({ "/a": answer(object({})), "/b": answer(ref("B")), "/c": answer(undefined) }, {});
    assert.deepEqual(problems, ["GET /a: the 200 has no title"]);
  });

  it("for a copy of an object or an enumeration, even with another description", () => {
    const point = (description: string) => object({ x: Type.Number() }, { description });
    const copies = { A: { properties: { from: point("From.") } }, B: { properties: { to: point("To.") } } };
    assert.deepEqual(unnamedSchemas({}, copies), [
      "A schema without a title occurs more than once: .components.A.properties.from, .components.B.properties.to",
    ]);
    const values = ["red", "green", "blue", "black"];
    const color = OneOf(values, "A color.");
    assert.equal(unnamedSchemas({}, { Color: { type: "string", enum: values }, A: color }).length, 1);
  });
});

it("a parameter of several operations is a component; its other forms are named after their group", () => {
  const limit = { name: "limit", in: "query", schema: { type: "integer" } };
  const short = { ...limit, schema: { type: "integer", maximum: 5 } };
  const operation = (tag: string, ...parameters: unknown[]) => ({ tags: [tag], parameters });
  const operations = [
    operation("Cars", limit),
    operation("Trucks", limit, { name: "once", in: "query" }),
    operation("Dash board", short),
    operation("Trucks", short),
  ];
  assert.deepEqual(shareParameters(operations), { LimitParameter: limit, DashBoardLimitParameter: short });
  const referred = (name: string) => ({ $ref: `#/components/parameters/${name}` });
  assert.deepEqual(
    operations.map(({ parameters }) => parameters),
    [
      [referred("LimitParameter")],
      [referred("LimitParameter"), { name: "once", in: "query" }],
      [referred("DashBoardLimitParameter")],
      [referred("DashBoardLimitParameter")],
    ],
  );
});
