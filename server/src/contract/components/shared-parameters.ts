import { isDeepStrictEqual } from "node:util";
import type { Operation } from "./openapi-headers.ts";
import { withoutExamples } from "./recorded-examples.ts";

interface Parameter {
  readonly name?: string;
  readonly $ref?: string;
}
interface Use {
  readonly operation: Operation;
  readonly index: number;
  readonly tag: string;
}

const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

/** On routes that only read, an empty parameter of the query counts as absent (decision P5). */
export function allowEmptyParameters(operation: Operation): void {
  if (operation.parameters === undefined) return;
  operation.parameters = operation.parameters.map((parameter) =>
    Object(parameter).in === "query" ? { ...Object(parameter), allowEmptyValue: true } : parameter,
  );
}

/**
 * Makes each parameter that several operations have in the same form a component, and returns the components. `declared`
 * has those of an earlier document: they keep their names, and one use is enough. A component has the first example; an
 * operation with another one keeps the parameter to itself.
 */
export function shareParameters(
  operations: readonly Operation[],
  declared: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const uses = new Map<string, Use[]>();
  for (const operation of operations)
    for (const [index, parameter] of ((operation.parameters ?? []) as readonly Parameter[]).entries()) {
      if (parameter.$ref !== undefined) continue;
      const key = JSON.stringify(withoutExamples(parameter));
      const [tag = ""] = (operation["tags"] as readonly string[] | undefined) ?? [];
      uses.set(key, [...(uses.get(key) ?? []), { operation, index, tag }]);
    }
  const shared: Record<string, unknown> = { ...declared };
  const knownNames = new Map(
    Object.entries(declared).map(([name, parameter]) => [JSON.stringify(withoutExamples(parameter)), name]),
  );
  for (const [key, places] of uses) {
    const [first] = places;
    const knownName = knownNames.get(key);
    if (first === undefined || (knownName === undefined && places.length < 2)) continue;
    const plain: Parameter = JSON.parse(key);
    const name = knownName ?? freeName(shared, plain, first.tag);
    const example = shared[name] === undefined ? exampleIn(places) : Object(shared[name]).example;
    shared[name] = example === undefined ? plain : { ...plain, example };
    for (const { operation, index } of places) {
      const own = Object(operation.parameters?.[index]).example;
      if (own !== undefined && !isDeepStrictEqual(own, example)) continue;
      operation.parameters = operation.parameters?.with(index, { $ref: `#/components/parameters/${name}` }) ?? [];
    }
  }
  return shared;
}

/** The first that a place has. */
const exampleIn = (places: readonly Use[]): unknown =>
  places
    .map(({ operation, index }) => Object(operation.parameters?.[index]).example)
    .find((value) => value !== undefined);

/** The parameter's own name for the first form; others are named after the group in which they first occur. */
function freeName(taken: Readonly<Record<string, unknown>>, parameter: Parameter, tag: string): string {
  // Generators put parameters and schemas into one namespace.
  const name = `${pascal(parameter.name ?? "")}Parameter`;
  const ofGroup = `${pascal(tag)}${name}`;
  const isFree = (name: string): boolean =>
    taken[name] === undefined || isDeepStrictEqual(withoutExamples(taken[name]), parameter);
  if (isFree(name)) return name;
  let number = 1;
  while (!isFree(number === 1 ? ofGroup : `${ofGroup}${number}`)) number += 1;
  return number === 1 ? ofGroup : `${ofGroup}${number}`;
}
