import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { resources } from "./resources.ts";

/** The table of resources against the contract. */
const contract = JSON.parse(readFileSync(join(import.meta.dirname, "../../../../api/openapi.json"), "utf8"));

/** A part of the contract; `$ref` leads to another one. */
interface Part {
  readonly $ref?: string;
  readonly items?: Part;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly content?: Readonly<Record<string, { readonly schema: Part }>>;
}

const resolved = (part: Part): Part =>
  part.$ref === undefined
    ? part
    : part.$ref
        .slice("#/".length)
        .split("/")
        .reduce((within, name) => within[name], contract);

function membersOf(path: string): Readonly<Record<string, Part>> {
  const { content } = resolved(contract.paths[path].get.responses[200]);
  return resolved(content?.["application/json"]?.schema ?? {}).properties ?? {};
}

test("every list, field, filter, and choice of the command line is in the contract", () => {
  for (const { name, list, get, fields, filters } of resources) {
    const items = resolved(membersOf(list.path)[list.member] ?? {}).items ?? {};
    const members = resolved(items).properties ?? {};
    for (const field of fields) assert.ok(Object.hasOwn(members, field.name), `${name}: ${field.name}`);
    const parameters: readonly { name: string; schema: Part }[] =
      contract.paths[list.path].get.parameters.map(resolved);
    for (const { parameter, choices = [] } of filters) {
      const found = parameters.find((candidate) => candidate.name === parameter);
      assert.ok(found, `${name}: ${parameter}`);
      const schema = resolved(found.schema);
      const values = resolved(schema.items ?? schema).enum ?? [];
      for (const choice of choices) assert.ok(values.includes(choice), `${name}: ${parameter}=${choice}`);
    }
    const template = Object.keys(contract.paths).find((path) => path.replace(/\{[^}]+\}/, "1") === get.path("1"));
    assert.ok(template !== undefined, `${name}: ${get.path("1")}`);
    assert.ok(Object.hasOwn(membersOf(template), get.member), `${name}: ${get.member}`);
  }
});

test("an ID is one segment of a path, whatever it contains", () => {
  for (const { get } of resources) assert.doesNotMatch(get.path("../../token?x#y"), /\.\.\/|\?|#/);
});
